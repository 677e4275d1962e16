-- Notes in the users' claims that their orders are stored. A claim is written only if it holds the same order, and
-- never made: a claim that was returned in the meantime stays away, and one that is already further stays so.
--
-- The DEL at the head lets the script write although Redis is at maxmemory: a script that has begun to write may go on.
--
-- KEYS[1] claims   hash    userId -> orderId|quantity|seq|acceptedAt|state[|payBefore]
-- KEYS[2] scratch  a key of the same slot that need not exist
-- ARGV    the states to leave (letters, such as Q or QX), what to put in their place (0|payBefore, 1, X, Q), then the userIds,
--         then as many orderIds
--
-- Returns the number of claims written
--
-- Try it: redis-cli --eval settle_claims.lua 'seckill:user:{1001}' 'seckill:user:{1001}:none' , Q '0|1767225600000' 42 900001

local put = ARGV[2]
local FIXED, BAR = 2, 124
local byte, find, sub = string.byte, string.find, string.sub

if redis.call('TYPE', KEYS[1]).ok ~= 'hash' then
  return 0
end
local leaves = {}
for i = 1, #ARGV[1] do
  leaves[byte(ARGV[1], i)] = true
end
local n = (#ARGV - FIXED) / 2
local claims = redis.call('HMGET', KEYS[1], unpack(ARGV, FIXED + 1, FIXED + n))
local written, last = {}, 0
for i = 1, n do
  local claim, order = claims[i], ARGV[FIXED + n + i]
  if claim and find(claim, order, 1, true) == 1 and byte(claim, #order + 1) == BAR then
    -- Of an order that is not stored yet the state is the last letter; else it is looked for.
    local at = #claim
    if byte(claim, at - 1) ~= BAR then
      at = select(2, find(claim, '^%d+|%d+|%d+|%d+|%w'))
    end
    if at and leaves[byte(claim, at)] then
      written[last + 1], written[last + 2] = ARGV[FIXED + i], sub(claim, 1, at - 1) .. put
      last = last + 2
    end
  end
end
redis.call('DEL', KEYS[2])
if last > 0 then
  redis.call('HSET', KEYS[1], unpack(written))
end
return last / 2
