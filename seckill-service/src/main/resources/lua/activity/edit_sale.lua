-- Changes the window, the limit and the state of a sale, all at once, from what they were seen to be to what MySQL says.
-- Whoever looked at Redis before somebody else changed it changes nothing: two who push at a time cannot undo each other.
--
-- The DEL at the head lets the script write although Redis is at maxmemory: then above all a sale must be closed.
--
-- KEYS[1] activity  hash
-- KEYS[2] scratch   a key of the same slot that need not exist
-- ARGV[1] epoch, ARGV[2] startAt, ARGV[3] endAt, ARGV[4] perOrderLimit, ARGV[5] state, as they were seen
-- ARGV[6] startAt, ARGV[7] endAt, ARGV[8] perOrderLimit, ARGV[9] state, as they are to be
--
-- Returns 1 changed, 0 they are not what was seen
--
-- Try it: redis-cli --eval edit_sale.lua 'seckill:activity:{1001}' 'seckill:activity:{1001}:none' , 1 \
--           1767225600000 1767229200000 1 OPEN 1767225600000 1767229200000 1 CLOSED

local activity = redis.pcall('HMGET', KEYS[1], 'epoch', 'startAt', 'endAt', 'perOrderLimit', 'state')
if activity.err then
  return 0
end
for i = 1, 5 do
  if activity[i] ~= ARGV[i] then
    return 0
  end
end
redis.call('DEL', KEYS[2])
redis.call('HSET', KEYS[1], 'startAt', ARGV[6], 'endAt', ARGV[7], 'perOrderLimit', ARGV[8], 'state', ARGV[9])
return 1
