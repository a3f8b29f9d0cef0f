-- Gives one of each counter back. KEYS: the counters with their windows. Answers the counts.
local counts = {}
for position, key in ipairs(KEYS) do
  local used = tonumber(redis.call('GET', key) or '0')
  counts[position] = used > 0 and redis.call('DECR', key) or 0
end
return counts
