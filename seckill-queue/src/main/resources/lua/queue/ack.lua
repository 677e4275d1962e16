-- Takes messages that are done (stored or buried) out of the worker's processing list and forgets their counts.
-- A message that is no longer there belongs to someone else by now: its counts are left alone.
--
-- KEYS: 1 processing (list), 2 workers (zset), 3 attempts (hash), 4 a key that need not exist
-- ARGV: 1 worker, 2 how many (n), then n raw messages, oldest first, then their n ids
-- Returns: how many were still in this worker's hands
-- By hand: redis-cli --eval ack.lua q:{1}:processing:me q:{1}:workers q:{1}:attempts q:{1}:unused , me 1 '1|7|0|x' 7
local processing, workers, attempts, unused = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local worker, n = ARGV[1], tonumber(ARGV[2])

local held = redis.call('LLEN', processing)
redis.call('ZCARD', workers)
redis.call('HLEN', attempts)

local whole = held == n
if whole then
  local list = redis.call('LRANGE', processing, 0, -1)
  for i = 1, n do
    if list[n + 1 - i] ~= ARGV[2 + i] then
      whole = false
      break
    end
  end
end

redis.call('DEL', unused)
local gone = {}
if whole then
  redis.call('DEL', processing)
  for i = 1, n do
    gone[i] = ARGV[2 + n + i]
  end
else
  for i = 1, n do
    if redis.call('LREM', processing, -1, ARGV[2 + i]) == 1 then
      gone[#gone + 1] = ARGV[2 + n + i]
    end
  end
end
if #gone > 0 then
  redis.call('HDEL', attempts, unpack(gone))
end
if redis.call('LLEN', processing) == 0 then
  redis.call('ZREM', workers, worker)
end
return #gone
