-- Reads the live claims of some users of one activity, and the oldest waiting message to tell how many are ahead.
--
-- KEYS[1] claims  hash
-- KEYS[2] queue   list
-- ARGV    user ids
--
-- Returns {now (epoch ms), the queue's oldest message or '', one claim or '' a user}
--
-- Try it: redis-cli --eval read_claims.lua 'seckill:user:{1001}' 'seckill:queue:{1001}' , 42 43

local time = redis.call('TIME')
local reply = { time[1] * 1000 + math.floor(time[2] / 1000), redis.call('LINDEX', KEYS[2], -1) or '' }
for _, claim in ipairs(redis.call('HMGET', KEYS[1], unpack(ARGV))) do
  reply[#reply + 1] = claim or ''
end
return reply
