-- Shuts the gate of a sale that sells under an epoch which MySQL does not know: what it accepts could not be stored.
--
-- KEYS[1] activity  hash
-- ARGV[1] the epoch that was seen
--
-- Returns 1 shut, 0 it sells under another epoch by now
--
-- Try it: redis-cli --eval shut.lua 'seckill:activity:{1001}' , 999

local activity = redis.pcall('HMGET', KEYS[1], 'epoch')
if activity.err or activity[1] ~= ARGV[1] then
  return 0
end
redis.call('HSET', KEYS[1], 'openFor', '')
return 1
