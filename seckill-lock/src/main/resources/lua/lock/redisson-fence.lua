-- Lifts the counter of Redisson's fenced lock to this server's clock, so that tokens grow across a loss of the counter
-- and across a change of provider.
--
-- KEYS[1] fence  string, Redisson's counter, or absent
--
-- Returns the counter, in microseconds since 1970 or above
--
-- By hand: redis-cli --eval redisson-fence.lua 'redisson_lock_token:seckill:lock:{x}'

local fence = KEYS[1]

local now = redis.call('TIME')
local floor = now[1] * 1000000 + now[2]
local newest = tonumber(redis.call('GET', fence) or '0')
if newest < floor then
  newest = floor
  redis.call('SET', fence, string.format('%.0f', floor))
end
return newest
