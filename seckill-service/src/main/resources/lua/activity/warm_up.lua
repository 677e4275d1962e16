-- Lays out one activity for sale, once. The gate stays shut (no openFor): the sale begins when open.lua has opened it.
--
-- KEYS[1] activity  hash
-- KEYS[2] stock     string
-- KEYS[3] claims    hash
-- ARGV[1] startAt, ARGV[2] endAt (epoch ms)
-- ARGV[3] perOrderLimit
-- ARGV[4] units granted
-- ARGV[5] epoch
--
-- Returns 1 laid out, 0 the activity is there already and nothing was changed,
--        -1 the activity is not there but its stock or claims are: leftovers that a person must look at
--
-- Try it: redis-cli --eval warm_up.lua 'seckill:activity:{1001}' 'seckill:stock:{1001}' 'seckill:user:{1001}' , \
--           1767225600000 1767229200000 1 100 1

if redis.call('EXISTS', KEYS[1]) == 1 then
  return 0
end
if redis.call('EXISTS', KEYS[2], KEYS[3]) > 0 then
  return -1
end
redis.call('HSET', KEYS[1], 'startAt', ARGV[1], 'endAt', ARGV[2], 'perOrderLimit', ARGV[3], 'state', 'OPEN',
  'granted', ARGV[4], 'claimed', '0', 'epoch', ARGV[5], 'seq', '0', 'openFor', '', 'ledger', '1', 'ledgerUnits', ARGV[4])
redis.call('SET', KEYS[2], ARGV[4])
return 1
