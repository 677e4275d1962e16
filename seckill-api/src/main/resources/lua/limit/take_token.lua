-- Takes one token out of a bucket that all nodes share.
--
-- KEYS[1] bucket  string "<tokens> <when it was filled up last, epoch ms>", with an expiry; it need not exist
-- ARGV[1] capacity: most tokens it holds
-- ARGV[2] tokens that are added every period
-- ARGV[3] period, in ms
-- ARGV[4] expiry, in ms: longer than an empty bucket takes to fill up
--
-- Returns {0 taken, or how long until there is a token to take, in ms}
--
-- Whatever happens to the key, nobody is shut out for longer than a period: the tokens come back by the clock and not
-- by the expiry, a moment that lies ahead of the clock counts as now, and what is no bucket counts as a full one.
--
-- Try it: redis-cli --eval take_token.lua 'seckill:limit:order:42' , 5 5 1000 3000

local capacity = tonumber(ARGV[1])
local refill = tonumber(ARGV[2])
local period = tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local tokens, filled, moved = capacity, now, true
local kept = redis.pcall('GET', KEYS[1])
if type(kept) == 'string' then
  local before, at = string.match(kept, '^(%d+) (%d+)$')
  if before then
    filled = math.min(tonumber(at), now)
    local periods = math.floor((now - filled) / period)
    tokens = math.min(capacity, tonumber(before) + periods * refill)
    filled = filled + periods * period
    moved = filled ~= tonumber(at)
  end
end

if tokens < 1 then
  if moved then
    redis.call('SET', KEYS[1], string.format('%.0f %.0f', tokens, filled), 'PX', ARGV[4])
  end
  return { filled + period - now }
end
redis.call('SET', KEYS[1], string.format('%.0f %.0f', tokens - 1, filled), 'PX', ARGV[4])
return { 0 }
