-- Reads one page of the users who hold a claim.
--
-- KEYS[1] claims  hash
-- ARGV[1] cursor, 0 at first
-- ARGV[2] how many at about
--
-- Returns {the next cursor, 0 at the end, then user ids, some perhaps twice}
--
-- Try it: redis-cli --eval claim_holders.lua 'seckill:user:{1001}' , 0 1000

local page = redis.call('HSCAN', KEYS[1], ARGV[1], 'COUNT', ARGV[2])
local reply = { page[1] }
for i = 1, #page[2], 2 do
  reply[#reply + 1] = page[2][i]
end
return reply
