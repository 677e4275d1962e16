-- Puts the draft of a rebuild in the place of what was there and opens the sale, at once.
--
-- KEYS[1] activity  hash
-- KEYS[2] stock     string
-- KEYS[3] claims    hash
-- KEYS[4] draft     hash, may be missing if nobody has a claim
-- ARGV[1] epoch of the rebuild
-- ARGV[2] claims there must be in the draft
-- ARGV[3] units left
-- ARGV[4] units claimed
-- ARGV[5] highest seq known anywhere
-- ARGV[6] startAt, ARGV[7] endAt, ARGV[8] perOrderLimit, ARGV[9] state
-- ARGV[10] how long, in ms, it takes no orders yet: longer than any node may remember the sale as sold out
-- ARGV[11] number of the ledger's last change that these units contain
--
-- Returns 1 installed and open, 0 a later rebuild has begun, -1 the draft is not complete
--
-- Try it: redis-cli --eval install_rebuild.lua 'seckill:activity:{1001}' 'seckill:stock:{1001}' 'seckill:user:{1001}' \
--           'seckill:rebuild:{1001}' , 7 1 99 1 57 1767225600000 1767229200000 1 OPEN 700 1

if redis.call('HGET', KEYS[1], 'rebuild') ~= ARGV[1] then
  return 0
end
if redis.call('HLEN', KEYS[4]) ~= tonumber(ARGV[2]) then
  return -1
end
local time = redis.call('TIME')
local run_id = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)')
redis.call('DEL', KEYS[3])
if tonumber(ARGV[2]) > 0 then
  redis.call('RENAME', KEYS[4], KEYS[3])
end
redis.call('SET', KEYS[2], ARGV[3])
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'startAt', ARGV[6], 'endAt', ARGV[7], 'perOrderLimit', ARGV[8], 'state', ARGV[9],
  'granted', string.format('%.0f', ARGV[3] + ARGV[4]), 'claimed', ARGV[4], 'epoch', ARGV[1], 'seq', ARGV[5],
  'openFor', run_id, 'opensAt', string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[10]),
  'ledger', ARGV[11], 'ledgerUnits', '0')
return 1
