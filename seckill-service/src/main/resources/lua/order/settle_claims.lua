-- Notes in the users' claims that their orders are stored. A claim is written only if it holds the same order, and
-- never made: a claim that was returned in the meantime stays away, and one that is already further stays so.
--
-- The DEL at the head lets the script write although Redis is at maxmemory: a script that has begun to write may go on.
--
-- KEYS[1] claims   hash    userId -> orderId|quantity|seq|acceptedAt|state[|payBefore]
-- KEYS[2] scratch  a key of the same slot that need not exist
-- ARGV    the states to leave (letters, such as Q or QX), what to put in their place (0|payBefore, 1, X, Q), then two a
--         claim: userId, orderId
--
-- Returns the number of claims written
--
-- Try it: redis-cli --eval settle_claims.lua 'seckill:user:{1001}' 'seckill:user:{1001}:none' , Q '0|1767225600000' 42 900001

local leave, put = ARGV[1], ARGV[2]
local FIRST, STRIDE, BAR = 3, 2, 124

if redis.call('TYPE', KEYS[1]).ok ~= 'hash' then
  return 0
end
local users = {}
for i = FIRST, #ARGV, STRIDE do
  users[#users + 1] = ARGV[i]
end
local claims = redis.call('HMGET', KEYS[1], unpack(users))
local written = {}
for i = 1, #users do
  local claim, order = claims[i], ARGV[FIRST + STRIDE * i - 1]
  if claim and string.find(claim, order, 1, true) == 1 and string.byte(claim, #order + 1) == BAR then
    -- Of an order that is not stored yet the state is the last letter; else it is looked for.
    local at = #claim
    if string.byte(claim, at - 1) ~= BAR then
      at = select(2, string.find(claim, '^%d+|%d+|%d+|%d+|%w'))
    end
    if at and string.find(leave, string.sub(claim, at, at), 1, true) then
      written[#written + 1] = users[i]
      written[#written + 1] = string.sub(claim, 1, at - 1) .. put
    end
  end
end
redis.call('DEL', KEYS[2])
if #written > 0 then
  redis.call('HSET', KEYS[1], unpack(written))
end
return #written / 2
