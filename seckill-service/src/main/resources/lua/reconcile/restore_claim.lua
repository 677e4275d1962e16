-- Gives a stored order its claim back, if its user has none. Its units come from where they are: if the counter of claimed
-- units still counts them, only the claim was lost; if it adds up without them, they went back to the stock and are taken
-- off it again. To know which, all claims are added up, so it is not done where there are very many.
--
-- The accept number rises, as with everybody who comes to hold a claim: a node that remembers who holds one looks again.
-- The DEL at the head lets the script write although Redis is at maxmemory.
--
-- KEYS[1] activity  hash
-- KEYS[2] stock     string
-- KEYS[3] claims    hash    userId -> orderId|quantity|seq|acceptedAt|state[|payBefore]
-- KEYS[4] scratch   a key of the same slot that need not exist
-- ARGV[1] epoch
-- ARGV[2] userId
-- ARGV[3] the claim
-- ARGV[4] its units
-- ARGV[5] most claims to add up
--
-- Returns 1 restored, 0 the user has a claim, -1 the sale is gated or under another epoch, -2 the stock does not suffice,
--        -3 the figures do not add up, -4 there are too many claims, -5 a key is missing or of a wrong type
--
-- Try it: redis-cli --eval restore_claim.lua 'seckill:activity:{1001}' 'seckill:stock:{1001}' 'seckill:user:{1001}' \
--           'seckill:user:{1001}:none' , 1 42 '900001|1|7|1767225600000|1' 1 20000

local function integer(text)
  return type(text) == 'string' and #text <= 15 and string.match(text, '^%d+$') and tonumber(text) or nil
end

local activity = redis.pcall('HMGET', KEYS[1], 'openFor', 'epoch', 'granted', 'claimed', 'seq')
local stock = integer(redis.pcall('GET', KEYS[2]))
local claims = redis.call('TYPE', KEYS[3]).ok
if activity.err or not stock or (claims ~= 'hash' and claims ~= 'none') then
  return -5
end
local run_id = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)')
if activity[1] ~= run_id or activity[2] ~= ARGV[1] then
  return -1
end
local granted, claimed, units = integer(activity[3]), integer(activity[4]), tonumber(ARGV[4])
if not (granted and claimed and integer(activity[5])) then
  return -5
end
if redis.call('HEXISTS', KEYS[3], ARGV[2]) == 1 then
  return 0
end
if redis.call('HLEN', KEYS[3]) > tonumber(ARGV[5]) then
  return -4
end
local held = 0
for _, claim in ipairs(redis.call('HVALS', KEYS[3])) do
  local quantity = tonumber(string.match(claim, '^%d+|(%d+)|'))
  if not quantity then
    return -3
  end
  held = held + quantity
end
local counted = claimed - held
if stock + claimed ~= granted or (counted ~= 0 and counted < units) then
  return -3
end
if counted == 0 and stock < units then
  return -2
end
redis.call('DEL', KEYS[4])
redis.call('HSET', KEYS[3], ARGV[2], ARGV[3])
redis.call('HINCRBY', KEYS[1], 'seq', 1)
if counted == 0 then
  redis.call('DECRBY', KEYS[2], ARGV[4])
  redis.call('HINCRBY', KEYS[1], 'claimed', ARGV[4])
end
return 1
