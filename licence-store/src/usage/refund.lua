-- Gives some of each counter back. KEYS: the counters with their windows. ARGV: how many of each.
-- Answers the counts.
local counts = {}
for position, key in ipairs(KEYS) do
  local used = tonumber(redis.call('GET', key) or '0')
  local units = math.min(used, tonumber(ARGV[1]))
  counts[position] = units > 0 and redis.call('DECRBY', key, string.format('%.0f', units)) or used
end
return counts
