-- Shuts one activity for a rebuild and marks whose rebuild it is. Whoever begins later takes the mark over, and the
-- earlier one can no longer install what it has put together.
--
-- The DEL at the head lets the script write although Redis is at maxmemory, and clears what an earlier rebuild left.
--
-- KEYS[1] activity  hash
-- KEYS[2] draft     hash    the claims that are being put together
-- ARGV[1] epoch, raised in MySQL for this rebuild
--
-- Returns 1 begun, 0 a later rebuild has begun, -1 the activity's key is of a wrong type
--
-- Try it: redis-cli --eval begin_rebuild.lua 'seckill:activity:{1001}' 'seckill:rebuild:{1001}' , 7

local type = redis.call('TYPE', KEYS[1]).ok
if type ~= 'none' and type ~= 'hash' then
  return -1
end
local begun = redis.call('HGET', KEYS[1], 'rebuild')
if begun and tonumber(begun) and tonumber(begun) > tonumber(ARGV[1]) then
  return 0
end
redis.call('DEL', KEYS[2])
redis.call('HSET', KEYS[1], 'rebuild', ARGV[1], 'openFor', '')
return 1
