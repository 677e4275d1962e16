-- Reads the figures of one activity at one instant. Writes nothing and fails on nothing: what is of a wrong type or holds
-- no number is named instead.
--
-- KEYS[1] activity  hash
-- KEYS[2] stock     string
-- KEYS[3] claims    hash
-- KEYS[4] queue     list
--
-- Returns {there (1 or 0), open for this run of Redis (1 or 0), granted, claimed, stock, claims, seq, epoch, queued,
--          the keys that cannot be read, those that will expire, separated by blanks, startAt, endAt, state};
--          a figure that is not there or not readable is -1, a setting empty
--
-- Try it: redis-cli --eval read_sale.lua 'seckill:activity:{1001}' 'seckill:stock:{1001}' 'seckill:user:{1001}' \
--           'seckill:queue:{1001}'

local unreadable = {}

local function unread(key)
  if unreadable[#unreadable] ~= key then
    unreadable[#unreadable + 1] = key
  end
  return -1
end

-- A negative stock is a figure too: it is what the reader looks for.
local function integer(value, key)
  if type(value) == 'string' and #value <= 16 and string.match(value, '^%-?%d+$') then
    return tonumber(value)
  end
  return unread(key)
end

local function count(value, key)
  return type(value) == 'number' and value or unread(key)
end

local activity = redis.pcall('HMGET', KEYS[1], 'granted', 'claimed', 'seq', 'epoch', 'openFor', 'startAt', 'endAt',
  'state')
local there = redis.call('EXISTS', KEYS[1])
if activity.err then
  activity = {}
end
local stock = redis.pcall('GET', KEYS[2])
local granted, claimed, seq, epoch, open = -1, -1, -1, -1, 0
if there == 1 then
  granted, claimed = integer(activity[1], KEYS[1]), integer(activity[2], KEYS[1])
  seq, epoch = integer(activity[3], KEYS[1]), integer(activity[4], KEYS[1])
  open = activity[5] == string.match(redis.call('INFO', 'server'), 'run_id:(%x+)') and 1 or 0
end
if stock or there == 1 then
  stock = integer(stock, KEYS[2])
else
  stock = -1
end
local claims = count(redis.pcall('HLEN', KEYS[3]), KEYS[3])
local queued = count(redis.pcall('LLEN', KEYS[4]), KEYS[4])
local expiring = {}
for _, key in ipairs(KEYS) do
  if redis.call('PTTL', key) >= 0 then
    expiring[#expiring + 1] = key
  end
end
return { there, open, granted, claimed, stock, claims, seq, epoch, queued, table.concat(unreadable, ' '),
  table.concat(expiring, ' '), activity[6] or '', activity[7] or '', activity[8] or '' }
