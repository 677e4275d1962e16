-- Renews the lease of a lock that is still held under its token.
--
-- KEYS[1] lock   string "token:count:call:owner" with an expiry, or absent
-- ARGV[1] owner  who holds it
-- ARGV[2] token  the token of the hold: a late renewal never lengthens a later hold
-- ARGV[3] lease  milliseconds from now, a positive integer; a longer lease is left as it is
--
-- Returns 1   still held, for at least the lease
--         0   no longer this owner's under this token
--         -1  KEYS[1] is not a string: something other than this lock lives there
--
-- By hand: redis-cli --eval extend.lua 'seckill:lock:{x}' , me 1790000000000000 10000

local lock = KEYS[1]
local owner, token, lease = ARGV[1], ARGV[2], tonumber(ARGV[3])

local kind = redis.call('TYPE', lock).ok
if kind == 'none' then
  return 0
elseif kind ~= 'string' then
  return -1
end

local heldToken, holder = string.match(redis.call('GET', lock), '^(%d+):%d+:[^:]*:(.*)$')
if holder ~= owner or heldToken ~= token then
  return 0
end
if redis.call('PTTL', lock) < lease then
  redis.call('PEXPIRE', lock, lease)
end
return 1
