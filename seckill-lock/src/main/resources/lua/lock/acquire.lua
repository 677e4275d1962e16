-- Takes a lock, or enters it once more for the owner who holds it.
--
-- KEYS[1] lock   string "token:count:call:owner" with an expiry, or absent
-- KEYS[2] fence  string, the newest token handed out, no expiry, or absent
-- ARGV[1] owner  who asks
-- ARGV[2] lease  milliseconds, a positive integer
-- ARGV[3] call   an id of this call: a client that resends it after a lost answer enters once
--
-- Returns {1, token}   held; a further entry keeps the token and never shortens the lease
--         {0, millis}  busy; what is left of the holder's lease, -1 if it has none
--         {-1, 0}      KEYS[1] is not a string: something other than this lock lives there
--         {-2, 0}      KEYS[2] is not a token
--
-- By hand: redis-cli --eval acquire.lua 'seckill:lock:{x}' 'seckill:lock:{x}:fence' , me 10000 call-1

local lock, fence = KEYS[1], KEYS[2]
local owner, lease, call = ARGV[1], tonumber(ARGV[2]), ARGV[3]

local kind = redis.call('TYPE', lock).ok
if kind == 'string' then
  local token, count, last, holder = string.match(redis.call('GET', lock), '^(%d+):(%d+):([^:]*):(.*)$')
  local left = redis.call('PTTL', lock)
  if holder ~= owner then
    return {0, left}
  end
  if last ~= call then
    redis.call('SET', lock, token .. ':' .. (count + 1) .. ':' .. call .. ':' .. owner, 'PX', math.max(lease, left))
  end
  return {1, tonumber(token)}
elseif kind ~= 'none' then
  return {-1, 0}
end

local newest = 0
local fenceKind = redis.call('TYPE', fence).ok
if fenceKind == 'string' then
  -- Sixteen digits below 2^53: beyond it, Lua's numbers are no longer exact.
  newest = tonumber(string.match(redis.call('GET', fence), '^%d+$'))
  if not newest or newest >= 9007199254740991 then
    return {-2, 0}
  end
elseif fenceKind ~= 'none' then
  return {-2, 0}
end

-- Not below the microseconds of this server's clock: tokens go on growing when Redis has lost the fence.
local now = redis.call('TIME')
local token = math.max(newest + 1, now[1] * 1000000 + now[2])
local digits = string.format('%.0f', token)
redis.call('SET', fence, digits)
redis.call('SET', lock, digits .. ':1:' .. call .. ':' .. owner, 'PX', lease)
return {1, token}
