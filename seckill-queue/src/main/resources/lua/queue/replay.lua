-- Puts a dead letter's message back at the queue's right end, its counts at zero, unless it is queued, in hand or
-- waiting for another try already. With counts it is taken alone, as one that made trouble before.
--
-- KEYS: 1 queue (list), 2 attempts (hash)
-- ARGV: 1 message id, 2 raw message
-- Returns: 1 if it was pushed, 0 if it is there already
-- By hand: redis-cli --eval replay.lua q:{1} q:{1}:attempts , 7 '1|7|0|x'
local queue, attempts = KEYS[1], KEYS[2]
local id, raw = ARGV[1], ARGV[2]

redis.call('LLEN', queue)
if redis.call('HEXISTS', attempts, id) == 1 then
  return 0
end
redis.call('HSET', attempts, id, '0:0')
redis.call('RPUSH', queue, raw)
return 1
