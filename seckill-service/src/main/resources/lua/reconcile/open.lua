-- Opens the gate of one activity for this run of Redis, if what Redis holds is not older than what MySQL knows and adds
-- up. Called with an epoch that was raised in MySQL first.
--
-- KEYS[1] activity  hash
-- KEYS[2] stock     string
-- KEYS[3] claims    hash
-- ARGV[1] epoch, the new one
-- ARGV[2] highest seq that MySQL has stored
-- ARGV[3] units granted by the settled entries of the ledger in MySQL
-- ARGV[4] how long, in ms, a sale that has sold takes no orders yet: longer than any node may remember it as sold out
-- ARGV[5] number of the ledger's pending change, 0 if there is none: Redis may have it already
-- ARGV[6] units that the claims hold, as they were just added up
--
-- Returns {code, detail}
--   1 OPENED        from now on orders are taken, or somebody has opened it under this epoch already
--   0 STALE_EPOCH   somebody opened with a later epoch; detail: that epoch
--  -1 EMPTY         the activity or its stock is not there
--  -2 BEHIND        Redis has gone back in time; detail: its seq
--  -3 INCONSISTENT  granted differs from the ledger, or stock + claimed from granted; detail: the three numbers; or
--                  units are claimed and there are no claims
--  -4 MISCOUNTED    claimed differs from ARGV[6]: the look itself brought units back, Redis has half of a script after a
--                  loss of power, or somebody has spoilt a claim; detail: claimed
--
-- Try it: redis-cli --eval open.lua 'seckill:activity:{1001}' 'seckill:stock:{1001}' 'seckill:user:{1001}' , 2 57 100 700 0 57

local function integer(text)
  return type(text) == 'string' and string.match(text, '^%d+$') and tonumber(text) or nil
end

local activity = redis.pcall('HMGET', KEYS[1], 'epoch', 'seq', 'granted', 'claimed', 'openFor', 'ledger', 'ledgerUnits')
local stock = integer(redis.pcall('GET', KEYS[2]))
if activity.err or not (activity[1] and stock) then
  return { -1, '' }
end
local epoch, seq, granted, claimed = integer(activity[1]), integer(activity[2]), integer(activity[3]), integer(activity[4])
if not (epoch and seq and granted and claimed) then
  return { -3, 'unreadable' }
end
if epoch > tonumber(ARGV[1]) then
  return { 0, activity[1] }
end
if claimed > 0 and redis.call('EXISTS', KEYS[3]) == 0 then
  return { -3, 'claimed ' .. activity[4] .. ', and no claims' }
end
local run_id = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)')
if epoch == tonumber(ARGV[1]) and activity[5] == run_id then
  -- What the caller read of MySQL before that may be out of date by now.
  return { 1, run_id }
end
if seq < tonumber(ARGV[2]) then
  return { -2, activity[2] }
end
local expected = tonumber(ARGV[3])
if activity[6] == ARGV[5] then
  expected = expected + (tonumber(activity[7]) or 0)
end
if granted ~= expected or stock + claimed ~= granted then
  return { -3, 'granted ' .. activity[3] .. ', claimed ' .. activity[4] .. ', stock ' .. string.format('%.0f', stock) }
end
if claimed ~= tonumber(ARGV[6]) then
  return { -4, activity[4] }
end
redis.call('HSET', KEYS[1], 'epoch', ARGV[1], 'openFor', run_id)
if seq > 0 then
  local time = redis.call('TIME')
  redis.call('HSET', KEYS[1], 'opensAt', string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[4]))
end
return { 1, run_id }
