-- Reads at one instant which messages of one activity are on their way, with the figures they are judged by. A long queue
-- is not read whole, which would hold Redis up: then only its oldest messages are, and all that is in hand or in retry.
--
-- KEYS[1] activity  hash
-- KEYS[2] queue     list
-- KEYS[3] retry     zset
-- KEYS[4...] processing lists, as many as there are
-- ARGV[1] most messages of the queue and of the retry set to read
--
-- Returns {code, epoch or '', seq or '', then the messages as they are}
--   1 WHOLE   these are all messages
--   0 PART    the queue holds more; of it these are the oldest, of the rest they are all
--  -1 GATED   the activity is not open for this run of Redis, or not there
--  -2 TOO MANY wait for another try to be read at once; no messages
--
-- Try it: redis-cli --eval waiting.lua 'seckill:activity:{1001}' 'seckill:queue:{1001}' 'seckill:queue:{1001}:retry' , 10000

local activity = redis.pcall('HMGET', KEYS[1], 'openFor', 'epoch', 'seq')
local run_id = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)')
if activity.err or activity[1] ~= run_id or not (activity[2] and activity[3]) then
  return { -1, '', '' }
end
local most = tonumber(ARGV[1])
local queued, retrying = redis.call('LLEN', KEYS[2]), redis.call('ZCARD', KEYS[3])
if retrying > most then
  return { -2, activity[2], activity[3] }
end
local reply = { queued + retrying <= most and 1 or 0, activity[2], activity[3] }
local function add(list)
  for _, message in ipairs(list) do
    reply[#reply + 1] = message
  end
end
add(redis.call('LRANGE', KEYS[2], -most, -1))
add(redis.call('ZRANGE', KEYS[3], 0, -1))
for i = 4, #KEYS do
  add(redis.call('LRANGE', KEYS[i], 0, -1))
end
return reply
