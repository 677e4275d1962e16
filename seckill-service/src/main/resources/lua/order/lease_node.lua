-- Takes or renews the lease of one node number of the order ids.
--
-- KEYS[1] lease   string with an expiry
-- ARGV[1] holder
-- ARGV[2] how long, in ms
--
-- Returns {now (epoch ms), 1 held by this holder from now on, or 0 somebody else has it}
--
-- Try it: redis-cli --eval lease_node.lua 'seckill:order-id-node:7' , me 30000

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then
  return { now, 0 }
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return { now, 1 }
