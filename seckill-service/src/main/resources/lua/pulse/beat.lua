-- Notes what one process has counted, and when. Should there be far too many processes, all are forgotten: those that
-- live note themselves again within a second.
--
-- KEYS[1] pulses   hash    node -> time (ms)|what it counted
-- ARGV[1] node
-- ARGV[2] what it counted
-- ARGV[3] how long the key stays when nobody notes anything any more, in ms
-- ARGV[4] most nodes
--
-- Returns {now (epoch ms)}
--
-- Try it: redis-cli --eval beat.lua 'seckill:pulse' , me '{}' 5000 500

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[4]) then
  redis.call('DEL', KEYS[1])
end
redis.call('HSET', KEYS[1], ARGV[1], string.format('%.0f', now) .. '|' .. ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return { now }
