-- Returns messages from the worker's processing list to the queue's right end, in order, and uncounts the delivery:
-- nothing was tried, what they need was away. A message no longer in the list is left to whoever has it now.
--
-- KEYS: 1 queue (list), 2 processing (list), 3 workers (zset), 4 attempts (hash), 5 a key that need not exist
-- ARGV: 1 worker, 2 how many (n), then n raw messages, oldest first, then their n ids
-- Returns: how many were returned
-- By hand: redis-cli --eval hand_back.lua q:{1} q:{1}:processing:me q:{1}:workers q:{1}:attempts q:{1}:unused , me 1 '1|7|0|x' 7
local queue, processing, workers, attempts, unused = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local worker, n = ARGV[1], tonumber(ARGV[2])

redis.call('LLEN', queue)
redis.call('LLEN', processing)
redis.call('ZCARD', workers)
redis.call('HLEN', attempts)

redis.call('DEL', unused)
local back = {}
for i = 1, n do
  local raw, id = ARGV[2 + i], ARGV[2 + n + i]
  if redis.call('LREM', processing, -1, raw) == 1 then
    back[#back + 1] = raw
    local deliveries, failures = string.match(redis.call('HGET', attempts, id) or '1:0', '^(%d+):(%d+)')
    deliveries, failures = tonumber(deliveries or 1) - 1, tonumber(failures or 0)
    if deliveries <= 0 and failures == 0 then
      redis.call('HDEL', attempts, id)
    else
      redis.call('HSET', attempts, id, string.format('%d:%d', math.max(deliveries, 0), failures))
    end
  end
end
for i = #back, 1, -1 do
  redis.call('RPUSH', queue, back[i])
end
if redis.call('LLEN', processing) == 0 then
  redis.call('ZREM', workers, worker)
end
return #back
