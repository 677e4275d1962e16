-- Takes a message away from whoever has it in hand, and out of the retry set: an operator has buried it.
--
-- KEYS: 1 retry (zset), 2 attempts (hash), 3 workers (zset), 4 processing (list), 5 a key that need not exist
-- ARGV: 1 worker whose list that is, 2 message id, 3 raw message
-- Returns: how many copies were removed
-- By hand: redis-cli --eval discard.lua q:{1}:retry q:{1}:attempts q:{1}:workers q:{1}:processing:me q:{1}:unused , me 7 '1|7|0|x'
local retry, attempts, workers, processing, unused = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local worker, id, raw = ARGV[1], ARGV[2], ARGV[3]

redis.call('ZCARD', retry)
redis.call('HLEN', attempts)
redis.call('ZCARD', workers)
redis.call('LLEN', processing)

redis.call('DEL', unused)
local removed = redis.call('LREM', processing, -1, raw) + redis.call('ZREM', retry, raw)
if removed > 0 then
  redis.call('HDEL', attempts, id)
end
if redis.call('LLEN', processing) == 0 then
  redis.call('ZREM', workers, worker)
end
return removed
