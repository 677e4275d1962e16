-- Sets the expiry of a plain lock anew if it is still the caller's.
--
-- KEYS[1] lock       string, the holder's request id, or absent
-- ARGV[1] requestId  what the lock was taken with
-- ARGV[2] expiry     milliseconds from now, a positive integer
--
-- Returns 1   still held, until the new expiry
--         0   absent, or another's
--         -1  KEYS[1] is not a string: something other than this lock lives there
--
-- By hand: redis-cli --eval plain-extend.lua 'seckill:lock:{x}' , request-1 1000

local lock, requestId, expiry = KEYS[1], ARGV[1], tonumber(ARGV[2])

local kind = redis.call('TYPE', lock).ok
if kind == 'none' then
  return 0
elseif kind ~= 'string' then
  return -1
end
if redis.call('GET', lock) ~= requestId then
  return 0
end
return redis.call('PEXPIRE', lock, expiry)
