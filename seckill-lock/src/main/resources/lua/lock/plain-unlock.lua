-- Frees a plain lock if it is still the caller's: compare and delete in one step.
--
-- KEYS[1] lock       string, the holder's request id, or absent
-- ARGV[1] requestId  what the lock was taken with
--
-- Returns 1   freed
--         0   absent, or another's
--         -1  KEYS[1] is not a string: something other than this lock lives there
--
-- By hand: redis-cli --eval plain-unlock.lua 'seckill:lock:{x}' , request-1

local lock, requestId = KEYS[1], ARGV[1]

local kind = redis.call('TYPE', lock).ok
if kind == 'none' then
  return 0
elseif kind ~= 'string' then
  return -1
end
if redis.call('GET', lock) ~= requestId then
  return 0
end
return redis.call('DEL', lock)
