-- Returns everything in a worker's processing list to the queue's right end, whole and in order, and removes its
-- lease. The deliveries count: the messages may be what stopped the worker. For a worker whose lease has ended, or for
-- one's own ("own"). Two at once are harmless: the second finds no lease and no list.
--
-- KEYS: 1 queue (list), 2 processing (list), 3 workers (zset), 4 attempts (hash), 5 a key that need not exist
-- ARGV: 1 worker, 2 "expired" or "own"
-- Returns: how many messages were returned; -1 if the worker's lease has not ended
-- By hand: redis-cli --eval recover.lua q:{1} q:{1}:processing:me q:{1}:workers q:{1}:attempts q:{1}:unused , me expired
local queue, processing, workers, attempts, unused = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local worker, own = ARGV[1], ARGV[2] == 'own'
local PAGE = 1000

local function message_id(raw)
  local id, at = string.match(raw, '^1|([%w_.:%-]+)|(%d+)|')
  if id and #id <= 64 and #at <= 18 then
    return id
  end
  return redis.sha1hex(raw)
end

-- A message without counts was here for the first time: see take.lua.
local function count(messages)
  local ids, fresh = {}, {}
  for i = 1, #messages do
    ids[i] = message_id(messages[i])
  end
  local counts = redis.call('HMGET', attempts, unpack(ids))
  for i = 1, #ids do
    if not counts[i] then
      fresh[#fresh + 1] = ids[i]
      fresh[#fresh + 1] = '1:0:' .. worker
    end
  end
  if #fresh > 0 then
    redis.call('HSET', attempts, unpack(fresh))
  end
end

redis.call('LLEN', queue)
local held = redis.call('LLEN', processing)
redis.call('HLEN', attempts)
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
  local page = redis.call('LRANGE', processing, from, from + PAGE - 1)
  count(page)
  redis.call('RPUSH', queue, unpack(page))
end
redis.call('DEL', processing)
redis.call('ZREM', workers, worker)
return held
