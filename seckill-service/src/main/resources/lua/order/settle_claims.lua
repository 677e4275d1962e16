-- Notes in the users' claims that their orders are stored. A claim is written only if it holds the same order, and
-- never made: a claim that was returned in the meantime stays away, and one that is already further stays so.
--
-- The DEL at the head lets the script write although Redis is at maxmemory: a script that has begun to write may go on.
--
-- KEYS[1] claims   hash    userId -> orderId|quantity|seq|acceptedAt|state[|payBefore]
-- KEYS[2] scratch  a key of the same slot that need not exist
-- ARGV    four a claim: userId, orderId, the states to leave (Q, X or both), what to put in its place (0|payBefore, 1, X, Q)
--
-- Returns the number of claims written
--
-- Try it: redis-cli --eval settle_claims.lua 'seckill:user:{1001}' 'seckill:user:{1001}:none' , 42 900001 Q '0|1767225600000'

if redis.call('TYPE', KEYS[1]).ok ~= 'hash' then
  return 0
end
redis.call('DEL', KEYS[2])
local written = 0
for i = 1, #ARGV, 4 do
  local claim = redis.call('HGET', KEYS[1], ARGV[i])
  if claim then
    local head, state = string.match(claim, '^(%d+|%d+|%d+|%d+)|(%w)')
    if head and string.match(head, '^%d+') == ARGV[i + 1] and string.find(ARGV[i + 2], state, 1, true) then
      redis.call('HSET', KEYS[1], ARGV[i], head .. '|' .. ARGV[i + 3])
      written = written + 1
    end
  end
end
return written
