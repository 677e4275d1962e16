-- The heartbeat: the process says that it lives, and renews the leases of those of its workers that have a batch in
-- hand. A lease that is gone is not brought back: its messages are in the queue again.
--
-- KEYS: 1 workers (zset), 2 a key that need not exist
-- ARGV: 1 lease (ms), 2 process, then the workers with a batch in hand
-- Returns: those of the workers whose lease is gone
-- By hand: redis-cli --eval renew.lua q:{1}:workers q:{1}:unused , 15000 me me-1
local workers, unused = KEYS[1], KEYS[2]
local lease, process = tonumber(ARGV[1]), ARGV[2]

redis.call('ZCARD', workers)
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

redis.call('DEL', unused)
redis.call('ZADD', workers, now + lease, process)
local lost = {}
for i = 3, #ARGV do
  if redis.call('ZSCORE', workers, ARGV[i]) then
    redis.call('ZADD', workers, now + lease, ARGV[i])
  else
    lost[#lost + 1] = ARGV[i]
  end
end
return lost
