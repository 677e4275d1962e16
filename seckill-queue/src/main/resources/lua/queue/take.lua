-- Takes a batch into the worker's own processing list, renews the worker's lease and counts the delivery: of a message
-- that has counts. One that has none and lies in a processing list is there for the first time; it gets its counts only
-- when it leaves the list undone (recover.lua, retry.lua) or is about to be buried (hold.lua), so most never have any.
-- What is already in that list is a batch whose reply was lost: it is answered again, whole and uncounted.
-- Retries that are due go to the queue's right end first. A message that was delivered before is taken alone,
-- so that one that kills the process buries only itself; a batch holds an id once and stays below a size.
-- A message that had two deliveries without an outcome is a suspect: a process has one of them in hand at a time, or
-- those in other threads beside it would be delivered, die and be buried along with it. For a worker that may take
-- none, suspects ahead wait in the retry set for a moment and the messages behind them are taken.
-- Copies of one message share one count: taking a copy while another living worker holds one is not a further try.
-- After the deadline nothing is taken: a server that was frozen must not take for a worker that gave the call up.
--
-- KEYS: 1 queue (list), 2 processing (list), 3 workers (zset), 4 retry (zset), 5 attempts (hash),
--       6 a key that need not exist
-- ARGV: 1 worker, 2 most messages (1..1000), 3 lease (ms), 4 most bytes, 5 deadline (epoch ms; 0 for none),
--       6 whether suspects may be taken: 1 or 0
-- Returns: {now (epoch ms), left in the queue, {raw, ...}, {"deliveries:failures", ...}}, oldest message first; the
--          counts are left out if all are delivered for the first time; {now, left} if there is nothing to take,
--          {now, -1} after the deadline
-- By hand: redis-cli --eval take.lua q:{1} q:{1}:processing:me q:{1}:workers q:{1}:retry q:{1}:attempts q:{1}:unused , me 10 15000 1048576 0 1
local queue, processing, workers, retry, attempts, unused = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local worker, most, lease, most_bytes = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local deadline, spares_suspects = tonumber(ARGV[5]), ARGV[6] == '0'
local CHUNK = 50
local SUSPECT_DELIVERIES = 2
local SUSPECT_WAIT = 100

local function message_id(raw)
  local id, at = string.match(raw, '^1|([%w_.:%-]+)|(%d+)|')
  if id and #id <= 64 and #at <= 18 then
    return id
  end
  return redis.sha1hex(raw)
end

-- What tells messages apart where no counts are to be found by it: the id where there is one, read faster.
local function rough_id(raw)
  local bar = string.find(raw, '|', 3, true)
  return bar and string.sub(raw, 3, bar - 1) or raw
end

local counted = false
local function counts_of(messages)
  local ids, id_of = {}, counted and message_id or rough_id
  for i = 1, #messages do
    ids[i] = id_of(messages[i])
  end
  return ids, counted and redis.call('HMGET', attempts, unpack(ids)) or {}
end

local function suspect(count)
  local deliveries, failures = string.match(count or '', '^(%d+):(%d+)')
  return deliveries and tonumber(deliveries) - tonumber(failures) >= SUSPECT_DELIVERIES
end

-- Reads of every key come first: a key of a wrong type is an error before anything was written.
local held = redis.call('LLEN', processing)
local waiting = redis.call('LLEN', queue)
redis.call('ZCARD', workers)
counted = redis.call('HLEN', attempts) > 0
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local due = redis.call('ZRANGEBYSCORE', retry, '-inf', now, 'LIMIT', 0, most)

if deadline > 0 and now > deadline then
  return {now, -1}
end
if held == 0 and waiting == 0 and #due == 0 then
  return {now, 0}
end

-- A script whose first write is a DEL may go on writing when the memory is full.
redis.call('DEL', unused)

if held > 0 then
  redis.call('ZADD', workers, now + lease, worker)
  local again = redis.call('LRANGE', processing, -most, -1)
  local _, counts = counts_of(again)
  local raws, known = {}, {}
  for i = #again, 1, -1 do
    raws[#raws + 1] = again[i]
    known[#known + 1] = string.match(counts[i] or '', '^%d+:%d+') or '1:0'
  end
  return {now, waiting, raws, known}
end

if #due > 0 then
  local back = {}
  for i = #due, 1, -1 do
    back[#back + 1] = due[i]
  end
  redis.call('RPUSH', queue, unpack(back))
  redis.call('ZREM', retry, unpack(due))
  waiting = waiting + #due
end

local taken, seen, bytes, looked_at, full = {}, {}, 0, 0, false
local later = {}
local before, taken_id = nil, nil
while not full and #taken < most do
  local want = math.min(CHUNK, most - #taken)
  local chunk = redis.call('LRANGE', queue, -(looked_at + want), -(looked_at + 1))
  if #chunk == 0 then
    break
  end
  local chunk_ids, counts = counts_of(chunk)
  for i = #chunk, 1, -1 do
    local raw, id, count = chunk[i], chunk_ids[i], counts[i]
    if spares_suspects and #taken == 0 and suspect(count) then
      later[#later + 1] = now + SUSPECT_WAIT
      later[#later + 1] = raw
    else
      if #taken > 0 and (count or seen[id] or bytes + #raw > most_bytes) then
        full = true
        break
      end
      taken[#taken + 1], seen[id], bytes = raw, true, bytes + #raw
      if count then
        before, taken_id = count, id
        full = true
        break
      end
    end
  end
  looked_at = looked_at + #chunk
  full = full or #later >= CHUNK
end

if #later > 0 then
  redis.call('LTRIM', queue, 0, -(#later / 2 + 1))
  redis.call('ZADD', retry, unpack(later))
  waiting = waiting - #later / 2
end
if #taken == 0 then
  return {now, waiting}
end

local reply = {now, waiting - #taken, taken}
if before then
  local last_deliveries, last_failures, holder = string.match(before, '^(%d+):(%d+):?(.*)$')
  local lives = holder and holder ~= worker and tonumber(redis.call('ZSCORE', workers, holder) or 0) > now
  local deliveries = tonumber(last_deliveries or 0) + (lives and 0 or 1)
  local count = string.format('%d:%d', deliveries, tonumber(last_failures or 0))
  redis.call('HSET', attempts, taken_id, count .. ':' .. worker)
  reply[4] = {count}
end
local list = {}
for i = 1, #taken do
  list[#taken - i + 1] = taken[i]
end
redis.call('LTRIM', queue, 0, -(#taken + 1))
redis.call('RPUSH', processing, unpack(list))
redis.call('ZADD', workers, now + lease, worker)
return reply
