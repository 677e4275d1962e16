-- Moves messages that failed from the worker's processing list to the retry set and counts the failure: both or
-- neither. A message that is no longer in the list is left to whoever has it now.
--
-- KEYS: 1 processing (list), 2 workers (zset), 3 retry (zset), 4 attempts (hash), 5 a key that need not exist
-- ARGV: 1 worker, then for each message: raw, id, delay (ms)
-- Returns: how many were moved
-- By hand: redis-cli --eval retry.lua q:{1}:processing:me q:{1}:workers q:{1}:retry q:{1}:attempts q:{1}:unused , me '1|7|0|x' 7 1000
local processing, workers, retry, attempts, unused = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local worker = ARGV[1]

redis.call('LLEN', processing)
redis.call('ZCARD', workers)
redis.call('ZCARD', retry)
redis.call('HLEN', attempts)
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

redis.call('DEL', unused)
local moved = 0
for i = 2, #ARGV, 3 do
  local raw, id, delay = ARGV[i], ARGV[i + 1], tonumber(ARGV[i + 2])
  if redis.call('LREM', processing, -1, raw) == 1 then
    local deliveries, failures = string.match(redis.call('HGET', attempts, id) or '1:0', '^(%d+):(%d+)')
    redis.call('ZADD', retry, now + delay, raw)
    redis.call('HSET', attempts, id, string.format('%d:%d', tonumber(deliveries or 1), tonumber(failures or 0) + 1))
    moved = moved + 1
  end
end
if redis.call('LLEN', processing) == 0 then
  redis.call('ZREM', workers, worker)
end
return moved
