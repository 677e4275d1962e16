-- Leaves a lock once; the last to leave frees it.
--
-- KEYS[1] lock   string "token:count:call:owner" with an expiry, or absent
-- ARGV[1] owner  who leaves
-- ARGV[2] token  the token of the hold that is left
-- ARGV[3] call   an id of this call: a client that resends it after a lost answer leaves once
--
-- Returns 1   left (and freed, if it was the last)
--         0   it was no longer this owner's under this token
--         -1  KEYS[1] is not a string: something other than this lock lives there
--
-- By hand: redis-cli --eval release.lua 'seckill:lock:{x}' , me 1790000000000000 call-2

local lock = KEYS[1]
local owner, token, call = ARGV[1], ARGV[2], ARGV[3]

local kind = redis.call('TYPE', lock).ok
if kind == 'none' then
  return 0
elseif kind ~= 'string' then
  return -1
end

local heldToken, count, last, holder = string.match(redis.call('GET', lock), '^(%d+):(%d+):([^:]*):(.*)$')
if holder ~= owner or heldToken ~= token then
  return 0
end
if last == call then
  return 1
end
if tonumber(count) > 1 then
  redis.call('SET', lock, token .. ':' .. (count - 1) .. ':' .. call .. ':' .. owner, 'KEEPTTL')
else
  redis.call('DEL', lock)
end
return 1
