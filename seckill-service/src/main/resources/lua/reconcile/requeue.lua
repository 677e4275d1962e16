-- Puts the message of an accepted order back into the queue, as grab.lua wrote it, out of what the claim says. Only if the
-- claim still holds this very order in one of the given states, and the sale is open under the given epoch.
--
-- It goes to the right end, since it is older than what waits there. Should the message be somewhere after all, the copy
-- is a second delivery. The DEL at the head lets the script write although Redis is at maxmemory.
--
-- KEYS[1] activity  hash
-- KEYS[2] claims    hash    userId -> orderId|quantity|seq|acceptedAt|state[|payBefore]
-- KEYS[3] queue     list
-- KEYS[4] scratch   a key of the same slot that need not exist
-- ARGV[1] epoch
-- ARGV[2] version of the queue's wire format
-- ARGV[3] activity id, as the message carries it
-- ARGV[4] userId
-- ARGV[5] orderId
-- ARGV[6] the states it may be in, such as QX; it is Q afterwards
--
-- Returns 1 put back, 0 there is no such claim, -1 the sale is gated or under another epoch, -2 a key is of a wrong type
--
-- Try it: redis-cli --eval requeue.lua 'seckill:activity:{1001}' 'seckill:user:{1001}' 'seckill:queue:{1001}' \
--           'seckill:user:{1001}:none' , 1 1 1001 42 900001 QX

local activity = redis.pcall('HMGET', KEYS[1], 'openFor', 'epoch')
if activity.err then
  return -2
end
local run_id = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)')
if activity[1] ~= run_id or activity[2] ~= ARGV[1] then
  return -1
end
local queue = redis.call('TYPE', KEYS[3]).ok
local claim = redis.pcall('HGET', KEYS[2], ARGV[4])
if type(claim) == 'table' or (queue ~= 'list' and queue ~= 'none') then
  return -2
end
local order_id, quantity, seq, accepted_at, state = string.match(claim or '', '^(%d+)|(%d+)|(%d+)|(%d+)|(%w)')
if order_id ~= ARGV[5] or not string.find(ARGV[6], state, 1, true) then
  return 0
end
redis.call('DEL', KEYS[4])
if state ~= 'Q' then
  redis.call('HSET', KEYS[2], ARGV[4], table.concat({ order_id, quantity, seq, accepted_at, 'Q' }, '|'))
end
redis.call('RPUSH', KEYS[3],
  table.concat({ ARGV[2], order_id, accepted_at, ARGV[3], ARGV[4], quantity, seq, ARGV[1] }, '|'))
return 1
