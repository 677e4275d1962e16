-- Asks right before a burial whether the worker still holds the message, and renews its lease for it: a worker that
-- slept past its lease must not bury what is in other hands by now.
--
-- KEYS: 1 processing (list), 2 workers (zset), 3 a key that need not exist
-- ARGV: 1 worker, 2 lease (ms), 3 raw message
-- Returns: 1 if it is held, else 0
-- By hand: redis-cli --eval hold.lua q:{1}:processing:me q:{1}:workers q:{1}:unused , me 15000 '1|7|0|x'
local processing, workers, unused = KEYS[1], KEYS[2], KEYS[3]
local worker, lease, raw = ARGV[1], tonumber(ARGV[2]), ARGV[3]

local held = redis.call('LPOS', processing, raw, 'RANK', -1)
local leased = redis.call('ZSCORE', workers, worker)
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if not held or not leased then
  return 0
end
redis.call('DEL', unused)
redis.call('ZADD', workers, now + lease, worker)
return 1
