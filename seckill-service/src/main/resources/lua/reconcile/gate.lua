-- Tells whether one activity is open for this run of Redis, and under which settings.
--
-- KEYS[1] activity  hash
--
-- Returns {1 open, 0 gated, -1 not there or of a wrong type; the epoch or ''; startAt, endAt, perOrderLimit and state, each
--          '' if it is not there}
--
-- Try it: redis-cli --eval gate.lua 'seckill:activity:{1001}'

local activity = redis.pcall('HMGET', KEYS[1], 'openFor', 'epoch', 'startAt', 'endAt', 'perOrderLimit', 'state')
if activity.err or not activity[2] then
  return { -1, '', '', '', '', '' }
end
local run_id = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)')
return {
  activity[1] == run_id and 1 or 0, activity[2], activity[3] or '', activity[4] or '', activity[5] or '', activity[6] or '',
}
