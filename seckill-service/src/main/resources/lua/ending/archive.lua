-- Gives every key of an archived sale an expiry, unless it has one: doing it again changes nothing.
--
-- KEYS[1] activity  hash
-- KEYS[2...] the sale's other keys; those that do not exist stay so
-- ARGV[1] ms until they expire
--
-- Returns how many keys were given their expiry now
--
-- Try it: redis-cli --eval archive.lua 'seckill:activity:{1001}' , 3600000

local function expire(key)
  return redis.call('PTTL', key) == -1 and redis.call('PEXPIRE', key, ARGV[1]) or 0
end

local given = expire(KEYS[1])
for i = 2, #KEYS do
  given = given + expire(KEYS[i])
end
return given
