-- Tells whether one activity is open for this run of Redis.
--
-- KEYS[1] activity  hash
--
-- Returns {1 open, 0 gated, -1 not there or of a wrong type, the epoch or ''}
--
-- Try it: redis-cli --eval gate.lua 'seckill:activity:{1001}'

local activity = redis.pcall('HMGET', KEYS[1], 'openFor', 'epoch')
if activity.err or not activity[2] then
  return { -1, '' }
end
local run_id = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)')
return { activity[1] == run_id and 1 or 0, activity[2] }
