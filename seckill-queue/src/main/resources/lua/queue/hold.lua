-- Asks right before a burial whether the worker still holds the message, and renews its lease for it: a worker that
-- slept past its lease must not bury what is in other hands by now. The message gets its counts if it has none: by them
-- a replay of the dead letter sees that it is still in hand.
--
-- KEYS: 1 processing (list), 2 workers (zset), 3 attempts (hash), 4 a key that need not exist
-- ARGV: 1 worker, 2 lease (ms), 3 raw message, 4 its id
-- Returns: 1 if it is held, else 0
-- By hand: redis-cli --eval hold.lua q:{1}:processing:me q:{1}:workers q:{1}:attempts q:{1}:unused , me 15000 '1|7|0|x' 7
local processing, workers, attempts, unused = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local worker, lease, raw, id = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4]

local held = redis.call('LPOS', processing, raw, 'RANK', -1)
local leased = redis.call('ZSCORE', workers, worker)
local counted = redis.call('HEXISTS', attempts, id) == 1
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if not held or not leased then
  return 0
end
redis.call('DEL', unused)
if not counted then
  redis.call('HSET', attempts, id, '1:0:' .. worker)
end
redis.call('ZADD', workers, now + lease, worker)
return 1
