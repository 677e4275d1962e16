-- Adds units to a sale or takes unsold ones away, once for each number of the ledger. Stock and granted change together, so
-- stock + claimed = granted goes on to hold. More than is unsold cannot be taken: then nothing is, and the number counts as
-- done with 0 units.
--
-- KEYS[1] activity  hash
-- KEYS[2] stock     string
-- ARGV[1] epoch, as MySQL has it
-- ARGV[2] number of the change in the ledger
-- ARGV[3] units, negative to take away
-- ARGV[4] how long, in ms, units that come to an empty shelf are held: longer than any node may remember it as empty
--
-- Returns {code, units that this number has changed, units unsold}
--   1 DONE       now or by an earlier call
--   0 NOT_NOW    another epoch, or the gate is shut: nothing was changed, ask again once the sale is open
--  -1 CORRUPT    a key is missing, of a wrong type or holds no number, or a later change was made already
--
-- Try it: redis-cli --eval change_stock.lua 'seckill:activity:{1001}' 'seckill:stock:{1001}' , 1 2 10 700

local DONE, NOT_NOW, CORRUPT = 1, 0, -1

local function integer(text)
  return type(text) == 'string' and #text <= 15 and string.match(text, '^%-?%d+$') and tonumber(text) or nil
end

local function plain(number)
  return string.format('%.0f', number)
end

local activity = redis.pcall('HMGET', KEYS[1], 'epoch', 'openFor', 'granted', 'ledger', 'ledgerUnits')
if activity.err then
  return { CORRUPT, 0, 0 }
end
if activity[1] ~= ARGV[1] or activity[2] ~= string.match(redis.call('INFO', 'server'), 'run_id:(%x+)') then
  return { NOT_NOW, 0, 0 }
end
local stock = integer(redis.pcall('GET', KEYS[2]))
local granted, last = integer(activity[3]), integer(activity[4] or '1')
local number, units = tonumber(ARGV[2]), tonumber(ARGV[3])
if not (stock and stock >= 0 and granted and last) or last > number then
  return { CORRUPT, 0, 0 }
end
if last == number then
  return { DONE, integer(activity[5]) or 0, stock }
end

if stock + units < 0 then
  units = 0
end
local changed = { 'granted', plain(granted + units), 'ledger', ARGV[2], 'ledgerUnits', plain(units) }
if units > 0 and stock == 0 then
  local time = redis.call('TIME')
  changed[#changed + 1] = 'resellAt'
  changed[#changed + 1] = plain(time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[4])
end
redis.call('HSET', KEYS[1], unpack(changed))
redis.call('SET', KEYS[2], plain(stock + units))
return { DONE, units, stock + units }
