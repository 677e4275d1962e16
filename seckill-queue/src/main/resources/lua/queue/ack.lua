-- Takes messages that are done (stored or buried) out of the worker's processing list and forgets their counts, if they
-- have any. A message that is no longer there belongs to someone else by now: its counts are left alone.
--
-- KEYS: 1 processing (list), 2 workers (zset), 3 attempts (hash), 4 a key that need not exist
-- ARGV: 1 worker, then the raw messages, oldest first
-- Returns: how many were still in this worker's hands
-- By hand: redis-cli --eval ack.lua q:{1}:processing:me q:{1}:workers q:{1}:attempts q:{1}:unused , me '1|7|0|x'
local processing, workers, attempts, unused = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local worker, n = ARGV[1], #ARGV - 1

local function message_id(raw)
  local id, at = string.match(raw, '^1|([%w_.:%-]+)|(%d+)|')
  if id and #id <= 64 and #at <= 18 then
    return id
  end
  return redis.sha1hex(raw)
end

local held = redis.call('LLEN', processing)
redis.call('ZCARD', workers)
local counted = redis.call('HLEN', attempts) > 0

local whole = held == n
if whole then
  local list = redis.call('LRANGE', processing, 0, -1)
  for i = 1, n do
    if list[n + 1 - i] ~= ARGV[1 + i] then
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
    gone[i] = ARGV[1 + i]
  end
else
  for i = 1, n do
    if redis.call('LREM', processing, -1, ARGV[1 + i]) == 1 then
      gone[#gone + 1] = ARGV[1 + i]
    end
  end
end
if counted and #gone > 0 then
  local ids = {}
  for i = 1, #gone do
    ids[i] = message_id(gone[i])
  end
  redis.call('HDEL', attempts, unpack(ids))
end
if redis.call('LLEN', processing) == 0 then
  redis.call('ZREM', workers, worker)
end
return #gone
