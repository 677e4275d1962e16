-- Tells whether one activity is open for this run of Redis and whole, and under which settings. It is not whole without its
-- stock, or if units are claimed and there are no claims: grab.lua takes no orders then.
--
-- KEYS[1] activity  hash
-- KEYS[2] stock     string
-- KEYS[3] claims    hash
--
-- Returns {1 open, 0 gated or not whole, -1 not there or of a wrong type; the epoch or ''; startAt, endAt, perOrderLimit and state, each
--          '' if it is not there}
--
-- Try it: redis-cli --eval gate.lua 'seckill:activity:{1001}' 'seckill:stock:{1001}' 'seckill:user:{1001}'

local activity = redis.pcall('HMGET', KEYS[1], 'openFor', 'epoch', 'startAt', 'endAt', 'perOrderLimit', 'state',
  'claimed')
if activity.err or not activity[2] then
  return { -1, '', '', '', '', '' }
end
local run_id = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)')
local whole = redis.call('EXISTS', KEYS[2]) == 1 and (activity[7] == '0' or redis.call('EXISTS', KEYS[3]) == 1)
return {
  activity[1] == run_id and whole and 1 or 0, activity[2], activity[3] or '', activity[4] or '', activity[5] or '', activity[6] or '',
}
