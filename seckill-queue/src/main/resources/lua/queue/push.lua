-- Puts a message into a queue unless queue and retry set together are at their bound.
--
-- KEYS: 1 queue (list), 2 retry (zset)
-- ARGV: 1 message id, 2 body, 3 most messages in queue and retry set
-- Returns: {1 if it was pushed or 0 if the queue is full, messages in queue and retry set now}
-- By hand: redis-cli --eval push.lua q:{1} q:{1}:retry , 7 hello 1000000
local queue, retry = KEYS[1], KEYS[2]
local id, body, most = ARGV[1], ARGV[2], tonumber(ARGV[3])

local backlog = redis.call('LLEN', queue) + redis.call('ZCARD', retry)
if backlog >= most then
  return {0, backlog}
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('LPUSH', queue, string.format('1|%s|%.0f|', id, now) .. body)
return {1, backlog + 1}
