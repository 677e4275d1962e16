-- Returns everything in a worker's processing list to the queue's right end, whole and in order, and removes its
-- lease. The deliveries stay counted: the messages may be what stopped the worker. For a worker whose lease has
-- ended, or for one's own ("own"). Two at once are harmless: the second finds no lease and no list.
--
-- KEYS: 1 queue (list), 2 processing (list), 3 workers (zset), 4 a key that need not exist
-- ARGV: 1 worker, 2 "expired" or "own"
-- Returns: how many messages were returned; -1 if the worker's lease has not ended
-- By hand: redis-cli --eval recover.lua q:{1} q:{1}:processing:me q:{1}:workers q:{1}:unused , me expired
local queue, processing, workers, unused = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local worker, own = ARGV[1], ARGV[2] == 'own'
local PAGE = 1000

redis.call('LLEN', queue)
local held = redis.call('LLEN', processing)
local lease = redis.call('ZSCORE', workers, worker)
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

if not own then
  if not lease then
    return 0
  end
  if tonumber(lease) > now then
    return -1
  end
end

redis.call('DEL', unused)
for from = 0, held - 1, PAGE do
  redis.call('RPUSH', queue, unpack(redis.call('LRANGE', processing, from, from + PAGE - 1)))
end
redis.call('DEL', processing)
redis.call('ZREM', workers, worker)
return held
