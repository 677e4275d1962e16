-- Reads the live claims of some users of one activity, the oldest waiting message to tell how many are ahead, and whether
-- the claims can be believed: those of a sale that is shut, or has lost its stock, may be older than what MySQL has.
--
-- KEYS[1] claims    hash
-- KEYS[2] queue     list
-- KEYS[3] activity  hash
-- KEYS[4] stock     string
-- ARGV    user ids
--
-- Returns {1 if the sale is whole and open for this run of Redis, else 0; the queue's oldest message or '', one claim or '' a
-- user}
--
-- Try it: redis-cli --eval read_claims.lua 'seckill:user:{1001}' 'seckill:queue:{1001}' 'seckill:activity:{1001}' \
--           'seckill:stock:{1001}' , 42 43

local open_for = redis.pcall('HGET', KEYS[3], 'openFor')
local run_id = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)')
local sound = open_for == run_id and redis.call('EXISTS', KEYS[4]) == 1
local reply = { sound and 1 or 0, redis.call('LINDEX', KEYS[2], -1) or '' }
for _, claim in ipairs(redis.call('HMGET', KEYS[1], unpack(ARGV))) do
  reply[#reply + 1] = claim or ''
end
return reply
