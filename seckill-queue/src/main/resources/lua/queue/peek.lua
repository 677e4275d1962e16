-- What there is to do with a queue. Reads only.
--
-- KEYS: 1 queue (list), 2 retry (zset), 3 workers (zset)
-- ARGV: none
-- Returns: {messages waiting, retries that are due, worker whose lease has ended, ...}
-- By hand: redis-cli --eval peek.lua q:{1} q:{1}:retry q:{1}:workers
local queue, retry, workers = KEYS[1], KEYS[2], KEYS[3]
local MOST_WORKERS = 100

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local reply = {redis.call('LLEN', queue), redis.call('ZCOUNT', retry, '-inf', now)}
local ended = redis.call('ZRANGEBYSCORE', workers, '-inf', now, 'LIMIT', 0, MOST_WORKERS)
for i = 1, #ended do
  reply[#reply + 1] = ended[i]
end
return reply
