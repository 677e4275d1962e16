-- Puts a dead letter's message back at the queue's right end, its counts at zero, unless it has counts and is queued, in
-- hand or waiting for another try. With counts it is taken alone, as one that made trouble before. A second copy of one
-- that has none is harmless: whoever handles it is idempotent.
-- Counts alone do not tell that it is somewhere: of a message that was lost from a list they stay. They do tell that it
-- moved: whoever takes a message that has counts changes them, so while they are the same it is in no list but these.
--
-- KEYS: 1 queue (list), 2 attempts (hash), 3 retry (zset), then processing lists (list): those of all workers, and of
--       the one named in the counts
-- ARGV: 1 message id, 2 raw message, 3 its counts as they were before these lists were named, '' if there were none
-- Returns: 1 if it was pushed, 0 if it is there already
-- By hand: redis-cli --eval replay.lua q:{1} q:{1}:attempts q:{1}:retry q:{1}:processing:me , 7 '1|7|0|x' '1:0:me'
local queue, attempts, retry = KEYS[1], KEYS[2], KEYS[3]
local id, raw, before = ARGV[1], ARGV[2], ARGV[3]

redis.call('LLEN', queue)
local counts = redis.call('HGET', attempts, id)
if counts then
  if counts ~= before or redis.call('ZSCORE', retry, raw) or redis.call('LPOS', queue, raw, 'RANK', -1) then
    return 0
  end
  for i = 4, #KEYS do
    if redis.call('LPOS', KEYS[i], raw, 'RANK', -1) then
      return 0
    end
  end
end
redis.call('HSET', attempts, id, '0:0')
redis.call('RPUSH', queue, raw)
return 1
