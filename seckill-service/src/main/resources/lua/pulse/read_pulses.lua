-- Reads what the processes that live have counted, and forgets those that have not been heard of for a while.
--
-- KEYS[1] pulses   hash    node -> time (ms)|what it counted
-- ARGV[1] how long a process counts as alive after it was heard of, in ms
--
-- Returns {when (epoch ms) and what each has counted}
--
-- Try it: redis-cli --eval read_pulses.lua 'seckill:pulse' , 5000

local time = redis.call('TIME')
local oldest = time[1] * 1000 + math.floor(time[2] / 1000) - ARGV[1]
local pulses = redis.call('HGETALL', KEYS[1])
local living, gone = {}, {}
for i = 1, #pulses, 2 do
  local at, counted = string.match(pulses[i + 1], '^(%d+)|(.*)$')
  if at and tonumber(at) >= oldest then
    living[#living + 1] = tonumber(at)
    living[#living + 1] = counted
  else
    gone[#gone + 1] = pulses[i]
  end
end
if #gone > 0 then
  redis.call('HDEL', KEYS[1], unpack(gone))
end
return living
