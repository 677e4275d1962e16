-- Shuts one activity for a rebuild and marks whose rebuild it is. Whoever begins later takes the mark over, and the
-- earlier one can no longer install what it has put together.
--
-- The DEL at the head lets the script write although Redis is at maxmemory, and clears what an earlier rebuild left.
--
-- KEYS[1] activity  hash
-- KEYS[2] draft     hash    the claims that are being put together
-- ARGV[1] epoch, raised in MySQL for this rebuild
--
-- Returns 1 begun, 0 a later rebuild has begun
--
-- Try it: redis-cli --eval begin_rebuild.lua 'seckill:activity:{1001}' 'seckill:rebuild:{1001}' , 7

-- A key of a wrong type holds nothing that could be kept.
if redis.call('TYPE', KEYS[1]).ok ~= 'hash' then
  redis.call('DEL', KEYS[1])
end
local begun = redis.call('HGET', KEYS[1], 'rebuild')
if begun and tonumber(begun) and tonumber(begun) > tonumber(ARGV[1]) then
  return 0
end
redis.call('DEL', KEYS[2])
redis.call('HSET', KEYS[1], 'rebuild', ARGV[1], 'openFor', '')
return 1
