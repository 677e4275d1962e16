-- Adds claims to the draft of a rebuild.
--
-- KEYS[1] activity  hash
-- KEYS[2] draft     hash
-- ARGV[1] epoch of the rebuild
-- ARGV    then two a claim: userId, claim
--
-- Returns 1 added, 0 a later rebuild has begun
--
-- Try it: redis-cli --eval draft_claims.lua 'seckill:activity:{1001}' 'seckill:rebuild:{1001}' , 7 42 '900001|1|1|1767225600000|1'

if redis.call('HGET', KEYS[1], 'rebuild') ~= ARGV[1] then
  return 0
end
redis.call('HSET', KEYS[2], unpack(ARGV, 2))
return 1
