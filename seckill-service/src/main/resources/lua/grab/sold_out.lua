-- Tells a node whether it may remember a sale as sold out for everybody who holds no claim. It may for a moment only,
-- shorter than units that come back to an empty shelf are held (resellAt): whoever buys one of them finds no node that
-- still remembers the shelf as empty.
--
-- KEYS[1] activity  hash
-- KEYS[2] stock     string
-- KEYS[3] claims    hash
--
-- Returns {now (epoch ms), 1 sold out and on sale or 0, seq, epoch, startAt, endAt, perOrderLimit, claims}; the figures
--          are missing where the answer is 0
--
-- Try it: redis-cli --eval sold_out.lua 'seckill:activity:{1001}' 'seckill:stock:{1001}' 'seckill:user:{1001}'

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local activity = redis.pcall('HMGET', KEYS[1], 'seq', 'epoch', 'startAt', 'endAt', 'perOrderLimit', 'state', 'openFor')
if activity.err or redis.pcall('GET', KEYS[2]) ~= '0' or activity[6] ~= 'OPEN' then
  return { now, 0 }
end
if activity[7] ~= string.match(redis.call('INFO', 'server'), 'run_id:(%x+)') then
  return { now, 0 }
end
local claims = redis.pcall('HLEN', KEYS[3])
local reply = { now, 1 }
for field = 1, 5 do
  reply[#reply + 1] = tonumber(activity[field])
end
reply[#reply + 1] = claims
if #reply ~= 8 or type(claims) ~= 'number' then
  return { now, 0 }
end
return reply
