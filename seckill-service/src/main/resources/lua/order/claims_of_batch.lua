-- Reads, at one instant, under which epoch a sale sells and which of some orders have their buyers' claims. An order
-- without a claim was given back, or belongs to a past that this Redis no longer has.
--
-- KEYS[1] activity  hash
-- KEYS[2] claims    hash
-- ARGV    the userIds, then as many orderIds
--
-- Returns {1 open, 0 gated, -1 the activity is not there or a key is of a wrong type; the epoch or ''; then which orders
-- have no claim, counted from 0}
--
-- Try it: redis-cli --eval claims_of_batch.lua 'seckill:activity:{1001}' 'seckill:user:{1001}' , 42 900001

local activity = redis.pcall('HMGET', KEYS[1], 'openFor', 'epoch')
if activity.err or not activity[2] then
  return { -1, '' }
end
local n = #ARGV / 2
local claims = redis.pcall('HMGET', KEYS[2], unpack(ARGV, 1, n))
if claims.err then
  return { -1, '' }
end
local run_id = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)')
local reply = { activity[1] == run_id and 1 or 0, activity[2] }
local BAR = 124
local byte, find = string.byte, string.find
for i = 1, n do
  local claim, order = claims[i], ARGV[n + i]
  if not claim or find(claim, order, 1, true) ~= 1 or byte(claim, #order + 1) ~= BAR then
    reply[#reply + 1] = i - 1
  end
end
return reply
