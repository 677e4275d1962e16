-- Counts what is in a queue and in hand, at one instant. Reads only.
--
-- KEYS: 1 queue (list), 2 retry (zset), 3 attempts (hash), then processing lists (list)
-- ARGV: none
-- Returns: {now (ms), waiting, in retry, retries due, oldest waiting or "", messages with counts,
--          then for each processing list: length, oldest in it or ""}; of an oldest message the first bytes
-- By hand: redis-cli --eval snapshot.lua q:{1} q:{1}:retry q:{1}:attempts q:{1}:processing:me
local queue, retry, attempts = KEYS[1], KEYS[2], KEYS[3]
local HEAD = 128

local function oldest(list)
  return string.sub(redis.call('LINDEX', list, -1) or '', 1, HEAD)
end

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local reply = {
  now,
  redis.call('LLEN', queue),
  redis.call('ZCARD', retry),
  redis.call('ZCOUNT', retry, '-inf', now),
  oldest(queue),
  redis.call('HLEN', attempts),
}
for i = 4, #KEYS do
  reply[#reply + 1] = redis.call('LLEN', KEYS[i])
  reply[#reply + 1] = oldest(KEYS[i])
end
return reply
