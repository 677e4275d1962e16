-- Lists every message of one activity, wherever in its queue it is. Reads all of it at once, which is only for a sale
-- that is shut: a million messages hold Redis up for more than half a second.
--
-- KEYS[1] queue    list
-- KEYS[2] retry    zset
-- KEYS[3...] processing lists, as many as there are
--
-- Returns {1, then the messages as they are, some perhaps twice}, or {0, the keys of a wrong type}
--
-- Try it: redis-cli --eval survivors.lua 'seckill:queue:{1001}' 'seckill:queue:{1001}:retry' ,

local function is_wrong(key, type)
  local is = redis.call('TYPE', key).ok
  return is ~= 'none' and is ~= type
end

local wrong = { 0 }
for i, key in ipairs(KEYS) do
  if is_wrong(key, i == 2 and 'zset' or 'list') then
    wrong[#wrong + 1] = key
  end
end
if #wrong > 1 then
  return wrong
end

local messages = { 1 }
local function add(list)
  for _, message in ipairs(list) do
    messages[#messages + 1] = message
  end
end
add(redis.call('LRANGE', KEYS[1], 0, -1))
add(redis.call('ZRANGE', KEYS[2], 0, -1))
for i = 3, #KEYS do
  add(redis.call('LRANGE', KEYS[i], 0, -1))
end
return messages
