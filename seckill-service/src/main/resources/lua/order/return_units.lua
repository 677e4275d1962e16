-- Gives the units of one order back to the sale: the user's claim goes, the stock rises. Only if the claim holds this
-- very order; otherwise nothing happens, so doing it twice does it once. Not while the sale is shut: whoever opens it adds
-- up what its claims hold, and the sum must not change meanwhile.
--
-- The DEL at the head lets the script write although Redis is at maxmemory.
--
-- KEYS[1] activity  hash
-- KEYS[2] stock     string
-- KEYS[3] claims    hash
-- KEYS[4] regrabs   hash    userId -> how often this user has given units back
-- KEYS[5] scratch   a key of the same slot that need not exist
-- ARGV[1] userId
-- ARGV[2] orderId
-- ARGV[3] 1 if this counts towards the user's limit of buying again, else 0
-- ARGV[4] how long, in ms, units that come back to an empty shelf are held: longer than any node may remember it as empty
-- ARGV[5] 1 if the sale may be shut: for whoever is about to open it
--
-- Returns 1 returned, 0 there was no such claim, -1 a key is missing or of a wrong type, -2 the sale is not open for this
-- run of Redis; if it is not 1, nothing was changed
--
-- Try it: redis-cli --eval return_units.lua 'seckill:activity:{1001}' 'seckill:stock:{1001}' 'seckill:user:{1001}' \
--           'seckill:regrab:{1001}' 'seckill:user:{1001}:none' , 42 900001 1 700 0

local claim = redis.pcall('HGET', KEYS[3], ARGV[1])
if type(claim) == 'table' then
  return -1
end
local order_id, quantity = string.match(claim or '', '^(%d+)|(%d+)|')
if order_id ~= ARGV[2] then
  return 0
end
local stock = redis.pcall('GET', KEYS[2])
local activity = redis.pcall('HMGET', KEYS[1], 'claimed', 'openFor')
local claimed = not activity.err and activity[1]
if type(stock) ~= 'string' or not string.match(stock, '^%d+$')
    or type(claimed) ~= 'string' or not string.match(claimed, '^%d+$') then
  return -1
end
local regrabs = redis.call('TYPE', KEYS[4]).ok
if regrabs ~= 'none' and regrabs ~= 'hash' then
  return -1
end
if ARGV[5] ~= '1' and activity[2] ~= string.match(redis.call('INFO', 'server'), 'run_id:(%x+)') then
  return -2
end
redis.call('DEL', KEYS[5])
if stock == '0' then
  local time = redis.call('TIME')
  redis.call('HSET', KEYS[1], 'resellAt', string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[4]))
end
redis.call('HDEL', KEYS[3], ARGV[1])
redis.call('INCRBY', KEYS[2], quantity)
redis.call('HINCRBY', KEYS[1], 'claimed', '-' .. quantity)
if ARGV[3] == '1' then
  redis.call('HINCRBY', KEYS[4], ARGV[1], 1)
end
return 1
