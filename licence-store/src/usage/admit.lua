-- Admits requests, each at all of its limits or at none, in their order and by this server's clock.
-- KEYS: the names of the counters, question by question. ARGV begins with what each limit must leave
-- so that units are taken in advance, and of how many parts of that one is taken at most. It has for
-- each question the instant in epoch milliseconds, or '' for now, the number of requests that ask it,
-- the units that they want in advance, and the number of its counters. Then for each counter seven
-- values: its span, its cap (-1: none), whether it is charged for success ('1') or counts every
-- request ('0'), its start value ('': ask the database), the start of the window of the start value
-- ('': any), what the server owes, and since when ('': no database keeps this counter).
-- Answers a list for each request: {'unknown', position, start, ...} of the counters that lack a start
-- value, else {instant, position of the limit that refused or 0, then start and count of each window}.
-- A question of no request is a debt to one counter. Its list is empty, or {'unknown', ...}.
-- After the lists of a question that wants units in advance follows {how many it gets}.
local DAY = 86400000
local lengths = { second = 1000, minute = 60000, hour = 3600000, day = DAY }

local least_left, parts = tonumber(ARGV[1]), tonumber(ARGV[2])
local next_argument, next_key, now = 2, 0, nil

local function argument()
  next_argument = next_argument + 1
  return ARGV[next_argument]
end

local function instant(text)
  if text ~= '' then return tonumber(text) end
  if not now then
    local time = redis.call('TIME')
    now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
  end
  return now
end

-- Days since 1970 of the first of a month (Hinnant, days_from_civil).
local function first_of(year, month)
  local y = month <= 2 and year - 1 or year
  local era = math.floor(y / 400)
  local yoe = y - era * 400
  local doy = math.floor((153 * ((month + 9) % 12) + 2) / 5)
  return era * 146097 + yoe * 365 + math.floor(yoe / 4) - math.floor(yoe / 100) + doy - 719468
end

-- The year and month of an instant (Hinnant, civil_from_days).
local function month_of(ms)
  local z = math.floor(ms / DAY) + 719468
  local era = math.floor(z / 146097)
  local doe = z - era * 146097
  local yoe = math.floor((doe - math.floor(doe / 1460) + math.floor(doe / 36524)
    - math.floor(doe / 146096)) / 365)
  local mp = math.floor((5 * (doe - (365 * yoe + math.floor(yoe / 4) - math.floor(yoe / 100))) + 2) / 153)
  local month = mp < 10 and mp + 3 or mp - 9
  return yoe + era * 400 + (month <= 2 and 1 or 0), month
end

local function window(span, ms)
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

local function read_counter(ms)
  next_key = next_key + 1
  local start, finish = window(argument(), ms)
  local counter = {
    key = KEYS[next_key] .. ':' .. string.format('%.0f', start), start = start,
    cap = tonumber(argument()), on_success = argument() == '1', expires = finish - ms + 3600000,
    charges = 0,
  }
  local start_value, start_value_window = tonumber(argument()), argument()
  local owed, owed_since = tonumber(argument()), tonumber(argument())
  if start_value_window ~= '' and tonumber(start_value_window) ~= start then start_value = nil end
  local held = tonumber(redis.call('GET', counter.key) or '')
  -- The clock of the server may be wrong by less than the outage lasted.
  local began_after_debt = held and owed > 0 and owed_since
    and tonumber(redis.call('GET', counter.key .. ':begun') or '0') > owed_since
  if not held then
    counter.used = start_value
  elseif began_after_debt then
    -- The counter began with a part of the debt. The database has all of it by now.
    counter.used = start_value and math.max(held, start_value)
  else
    counter.used = held + owed
  end
  counter.is_held, counter.is_current = held ~= nil, held and counter.used == held
  counter.begun = not held and owed_since and ms
  return counter
end

local function write_counter(counter)
  if not counter.is_current then
    redis.call('SET', counter.key, string.format('%.0f', counter.used),
      'PX', string.format('%.0f', counter.expires))
    if counter.begun then
      redis.call('SET', counter.key .. ':begun', string.format('%.0f', counter.begun),
        'PX', string.format('%.0f', counter.expires))
    end
  elseif counter.charges > 0 then
    redis.call('INCRBY', counter.key, counter.charges)
  end
end

local function unknown_use(counters)
  local unknown = {}
  for position, counter in ipairs(counters) do
    if not counter.used then
      unknown[#unknown + 1] = position
      unknown[#unknown + 1] = counter.start
    end
  end
  return #unknown > 0 and { 'unknown', unpack(unknown) } or nil
end

local function refusing(counters)
  for position, counter in ipairs(counters) do
    if counter.cap >= 0 and counter.used >= counter.cap then return position end
  end
  return 0
end

local function admit(ms, counters)
  local refused = refusing(counters)
  local answer = { ms, refused }
  for position, counter in ipairs(counters) do
    answer[#answer + 1] = counter.start
    answer[#answer + 1] = counter.used
    if refused == 0 or (position <= refused and not counter.on_success) then
      counter.used = counter.used + 1
      counter.charges = counter.charges + 1
    end
  end
  return answer
end

local function take_in_advance(units, counters)
  for _, counter in ipairs(counters) do
    local left = counter.cap - counter.used
    if counter.cap >= 0 and left < least_left then return 0 end
    if counter.cap >= 0 then units = math.min(units, math.floor(left / parts)) end
  end
  for _, counter in ipairs(counters) do
    counter.used = counter.used + units
    counter.charges = counter.charges + units
  end
  return units
end

local function answer_question(answers)
  local ms, requests, units, counters = instant(argument()), tonumber(argument()), tonumber(argument()), {}
  for position = 1, tonumber(argument()) do counters[position] = read_counter(ms) end
  local unknown = unknown_use(counters)
  for _ = 1, requests do answers[#answers + 1] = unknown or admit(ms, counters) end
  -- A counter that is not held begins later, with the use in the database, which has the debt.
  if requests == 0 then answers[#answers + 1] = counters[1].is_held and unknown or {} end
  if units > 0 then answers[#answers + 1] = { unknown and 0 or take_in_advance(units, counters) } end
  if not unknown then
    for _, counter in ipairs(counters) do write_counter(counter) end
  end
end

local answers = {}
while next_argument < #ARGV do answer_question(answers) end
return answers
