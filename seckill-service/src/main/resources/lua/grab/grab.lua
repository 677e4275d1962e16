-- Places one or many orders of one activity: decides, deducts the stock, claims the users' places and puts the accepted
-- orders into the queue, all or nothing each. The outcome equals running the requests one by one in the given order.
--
-- Everything is checked before the first write, wrong key types included, since a script that fails half way is not
-- rolled back. The first write (HSET) is one that a Redis at maxmemory refuses, so a full Redis changes nothing.
--
-- KEYS[1] activity   hash    startAt endAt perOrderLimit state granted claimed epoch seq openFor opensAt resellAt
-- KEYS[2] stock      string  units left
-- KEYS[3] claims     hash    userId -> orderId|quantity|seq|acceptedAt|state[|payBefore]
-- KEYS[4] queue      list    LPUSH here
-- KEYS[5] retry      zset    counts towards the backlog
-- KEYS[6] regrabs   hash    userId -> how often this user has given units back
-- ARGV[1] activity id, as the message carries it
-- ARGV[2] most messages that may wait (queue and retry together)
-- ARGV[3] version of the queue's wire format
-- ARGV[4] how often a user may buy again after giving units back
-- ARGV[5...] four a request: orderId, userId, quantity (canonical decimals), deadline (epoch ms of this server's clock)
--
-- Returns {now (epoch ms), then two a request: code, detail}
--   0 ACCEPTED      detail: the claim
--   1 DUPLICATE     detail: the live claim of this user
--   2 NOT_STARTED   detail: ms until the start
--   3 ENDED         the window is over
--   4 CLOSED        the sale is not in state OPEN
--   5 SOLD_OUT      detail: units left, fewer than were asked for; 0 too while units that came back are held until resellAt
--   6 GATED         the sale was not opened for this run of Redis, or it was only this moment
--   7 NOT_WARM      there is no such activity here
--   8 OVER_LIMIT    detail: most units one order may take
--   9 BACKLOG_FULL  too many orders wait to be stored
--  10 EXPIRED       the deadline has passed; nobody waits for this any more
--  11 CORRUPT       detail: the key that is missing, of a wrong type or holds no number
--  12 REGRAB_LIMIT  this user has given units back too often
--
-- Try it: redis-cli --eval grab.lua 'seckill:activity:{1001}' 'seckill:stock:{1001}' 'seckill:user:{1001}' \
--           'seckill:queue:{1001}' 'seckill:queue:{1001}:retry' \
--           'seckill:regrab:{1001}' , 1001 100000 1 3 900001 42 1 9999999999999

local ACCEPTED, DUPLICATE, NOT_STARTED, ENDED, CLOSED, SOLD_OUT = 0, 1, 2, 3, 4, 5
local GATED, NOT_WARM, OVER_LIMIT, BACKLOG_FULL, EXPIRED, CORRUPT = 6, 7, 8, 9, 10, 11
local REGRAB_LIMIT = 12
local FIRST, STRIDE = 5, 4
local LONGEST_HOLD_MS = 5000
local CLAIM = '^%d+|%d+|%d+|%d+|[QX01]'

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local reply = { now }

local function refuse_all(code, detail)
  for _ = FIRST, #ARGV, STRIDE do
    reply[#reply + 1] = code
    reply[#reply + 1] = detail
  end
  return reply
end

local function integer(text)
  return type(text) == 'string' and #text <= 15 and string.match(text, '^%d+$') and tonumber(text) or nil
end

local function plain(number)
  return string.format('%.0f', number)
end

-- Read.

local activity = redis.pcall('HMGET', KEYS[1], 'startAt', 'endAt', 'perOrderLimit', 'state', 'claimed', 'epoch', 'seq', 'openFor',
  'resellAt', 'opensAt')
if activity.err then
  return refuse_all(CORRUPT, KEYS[1])
end
local state, epoch, open_for = activity[4], activity[6], activity[8]
if not state then
  return refuse_all(NOT_WARM, '')
end
local run_id = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)')
if open_for ~= run_id then
  return refuse_all(GATED, '')
end
-- A time further away than a hold can be was set before the clock of Redis went back.
local function is_held(until_ms)
  local at = integer(until_ms) or 0
  return now < at and at - now <= LONGEST_HOLD_MS
end

-- Some node may still remember the sale as it was before it was shut: see sold_out.lua.
if is_held(activity[10]) then
  return refuse_all(GATED, '')
end
local start_at, end_at, limit = integer(activity[1]), integer(activity[2]), integer(activity[3])
local claimed, seq = integer(activity[5]), integer(activity[7])
if not (start_at and end_at and limit and claimed and seq and integer(epoch)) then
  return refuse_all(CORRUPT, KEYS[1])
end

local stock = redis.pcall('GET', KEYS[2])
stock = integer(stock)
if not stock then
  return refuse_all(CORRUPT, KEYS[2])
end
-- Units that came back to an empty shelf wait until no node remembers it as empty.
if is_held(activity[9]) then
  stock = 0
end

local users = {}
for i = FIRST, #ARGV, STRIDE do
  users[#users + 1] = ARGV[i + 1]
end
local claims = redis.pcall('HMGET', KEYS[3], unpack(users))
-- Units are claimed and there is no claim: whoever holds one could buy again.
if claims.err or (claimed > 0 and redis.call('EXISTS', KEYS[3]) == 0) then
  return refuse_all(CORRUPT, KEYS[3])
end

local regrabs = redis.pcall('HMGET', KEYS[6], unpack(users))
if regrabs.err then
  return refuse_all(CORRUPT, KEYS[6])
end
local most_regrabs = tonumber(ARGV[4])

local queued = redis.pcall('LLEN', KEYS[4])
if type(queued) ~= 'number' then
  return refuse_all(CORRUPT, KEYS[4])
end
local retrying = redis.pcall('ZCARD', KEYS[5])
if type(retrying) ~= 'number' then
  return refuse_all(CORRUPT, KEYS[5])
end
local room = ARGV[2] - queued - retrying

-- Decide.

local placed_now, new_claims, messages, sold = {}, {}, {}, 0

local function decide(order_id, user, quantity, deadline, live, given_back)
  if live and not string.match(live, CLAIM) then
    return CORRUPT, KEYS[3] .. ' of user ' .. user
  end
  if live then
    -- The same order again is a resend whose first answer was lost.
    return string.match(live, '^(%d+)|') == order_id and ACCEPTED or DUPLICATE, live
  end
  if now > deadline then
    return EXPIRED, ''
  end
  if now < start_at then
    return NOT_STARTED, plain(start_at - now)
  end
  if now >= end_at then
    return ENDED, ''
  end
  if state ~= 'OPEN' then
    return CLOSED, ''
  end
  if quantity > limit then
    return OVER_LIMIT, plain(limit)
  end
  if given_back and tonumber(given_back) > most_regrabs then
    return REGRAB_LIMIT, ''
  end
  if quantity > stock then
    return SOLD_OUT, plain(stock)
  end
  if #messages >= room then
    return BACKLOG_FULL, ''
  end
  stock = stock - quantity
  sold = sold + quantity
  seq = seq + 1
  local claim = table.concat({ order_id, plain(quantity), plain(seq), plain(now), 'Q' }, '|')
  placed_now[user] = claim
  new_claims[#new_claims + 1] = user
  new_claims[#new_claims + 1] = claim
  messages[#messages + 1] = table.concat(
    { ARGV[3], order_id, plain(now), ARGV[1], user, plain(quantity), plain(seq), epoch }, '|')
  return ACCEPTED, claim
end

local index = 0
for i = FIRST, #ARGV, STRIDE do
  index = index + 1
  local user = ARGV[i + 1]
  local code, detail = decide(ARGV[i], user, tonumber(ARGV[i + 2]), tonumber(ARGV[i + 3]),
    placed_now[user] or claims[index], regrabs[index])
  reply[#reply + 1] = code
  reply[#reply + 1] = detail
end

-- Write.

if sold > 0 then
  redis.call('HSET', KEYS[3], unpack(new_claims))
  redis.call('SET', KEYS[2], plain(stock))
  redis.call('HSET', KEYS[1], 'claimed', plain(claimed + sold), 'seq', plain(seq))
  redis.call('LPUSH', KEYS[4], unpack(messages))
end

return reply
