-- Admits a request at all of its limits or at none, by this server's clock.
-- KEYS: the names of the counters. ARGV[1]: the instant in epoch milliseconds, or '' for now.
-- Then for each counter six values: its span, its cap (-1: none), whether it is charged for
-- success ('1') or counts every request ('0'), what was used before if the window is new here ('':
-- ask), the start of the window that this is about ('': any), and what its owner owes.
-- Answers {'unknown', position, start, ...} where it has to know what was used before, else
-- {instant, position of the limit that refused or 0, then start and count of each window}.
local ms
if ARGV[1] == '' then
  local time = redis.call('TIME')
  ms = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
else
  ms = tonumber(ARGV[1])
end

local DAY = 86400000
local lengths = { second = 1000, minute = 60000, hour = 3600000, day = DAY }

-- Days since 1970 of the first of a month (Hinnant, days_from_civil).
local function first_of(year, month)
  local y = month <= 2 and year - 1 or year
  local era = math.floor(y / 400)
  local yoe = y - era * 400
  local doy = math.floor((153 * ((month + 9) % 12) + 2) / 5)
  return era * 146097 + yoe * 365 + math.floor(yoe / 4) - math.floor(yoe / 100) + doy - 719468
end

-- The year and month of an instant (Hinnant, civil_from_days).
local function month_of(instant)
  local z = math.floor(instant / DAY) + 719468
  local era = math.floor(z / 146097)
  local doe = z - era * 146097
  local yoe = math.floor((doe - math.floor(doe / 1460) + math.floor(doe / 36524)
    - math.floor(doe / 146096)) / 365)
  local mp = math.floor((5 * (doe - (365 * yoe + math.floor(yoe / 4) - math.floor(yoe / 100))) + 2) / 153)
  local month = mp < 10 and mp + 3 or mp - 9
  return yoe + era * 400 + (month <= 2 and 1 or 0), month
end

local function window(span)
  local length = lengths[span]
  if length then
    local start = ms - ms % length
    return start, start + length
  end
  local year, month = month_of(ms)
  local start = first_of(year, month) * DAY
  if month == 12 then year, month = year + 1, 0 end
  return start, first_of(year, month + 1) * DAY
end

local counters, unknown = {}, {}
for position, name in ipairs(KEYS) do
  local at = 1 + (position - 1) * 6
  local start, finish = window(ARGV[at + 1])
  local key = name .. ':' .. string.format('%.0f', start)
  local about = ARGV[at + 5] == '' or tonumber(ARGV[at + 5]) == start
  local held = tonumber(redis.call('GET', key) or '')
  -- What was used before, as its owner tells it, holds what is owed.
  local used = held and held + tonumber(ARGV[at + 6]) or (about and tonumber(ARGV[at + 4])) or nil
  if not used then
    unknown[#unknown + 1] = position
    unknown[#unknown + 1] = start
  end
  counters[position] = {
    key = key, start = start, cap = tonumber(ARGV[at + 2]), on_success = ARGV[at + 3] == '1',
    used = used, expires = finish - ms + 3600000,
  }
end
if #unknown > 0 then return { 'unknown', unpack(unknown) } end

local refused = 0
for position, counter in ipairs(counters) do
  if refused == 0 and counter.cap >= 0 and counter.used >= counter.cap then refused = position end
end
local answer = { ms, refused }
for position, counter in ipairs(counters) do
  answer[#answer + 1] = counter.start
  answer[#answer + 1] = counter.used
  local counts = refused == 0 or (position <= refused and not counter.on_success)
  redis.call('SET', counter.key, string.format('%.0f', counter.used + (counts and 1 or 0)),
    'PX', string.format('%.0f', counter.expires))
end
return answer
