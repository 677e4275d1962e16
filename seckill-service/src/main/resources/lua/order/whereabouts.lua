-- Reads one user's claim together with the gate: that there is no claim means something only while the sale is open for
-- this run of Redis.
--
-- KEYS[1] activity  hash
-- KEYS[2] claims    hash
-- ARGV[1] userId
--
-- Returns {1 open, 0 gated, -1 the activity is not there or of a wrong type, the claim or ''}
--
-- Try it: redis-cli --eval whereabouts.lua 'seckill:activity:{1001}' 'seckill:user:{1001}' , 42

local activity = redis.pcall('HMGET', KEYS[1], 'openFor', 'epoch')
if activity.err or not activity[2] then
  return { -1, '' }
end
local run_id = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)')
return { activity[1] == run_id and 1 or 0, redis.call('HGET', KEYS[2], ARGV[1]) or '' }
