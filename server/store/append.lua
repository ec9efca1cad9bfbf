-- Compare and append: add entries to a room's log only if its chain still ends where the caller
-- saw it end. Asking the same thing twice gives the same answer and changes nothing more.
--
-- KEYS  1 log (stream)  2 state (hash)
-- ARGV  1 expected head, '' = the room must not exist    2 new head
--       3 seq of the first entry    4 snapshot    5 secret, '' = keep what is stored
--       6 at_ms    7 retention in ms    8 channel    9 message to publish
--       10 version of the state    11.. entries
-- returns  {1, seq, head} won  |  {0, seq, head} moved on  |  {2, now_ms} at_ms is ahead
local state = redis.call('HMGET', KEYS[2], 'seq', 'head')
local seq, head = tonumber(state[1] or '0'), state[2] or ''

if head == ARGV[2] then
  return {1, seq, head}
end
if head ~= ARGV[1] then
  return {0, seq, head}
end

-- Clocks of matches are computed from at_ms: a node with a wrong clock must not write time.
local time = redis.call('TIME')
local now_ms = time[1] * 1000 + math.floor(time[2] / 1000)
if tonumber(ARGV[6]) > now_ms + 1000 then
  return {2, now_ms}
end

if tonumber(ARGV[3]) ~= seq + 1 then
  return redis.error_reply('ERR the first entry is not the one after ' .. seq)
end
local last = seq
for i = 11, #ARGV do
  last = last + 1
  redis.call('XADD', KEYS[1], string.format('%d-0', last), 'e', ARGV[i])
end
redis.call('HSET', KEYS[2], 'seq', last, 'head', ARGV[2], 'snapshot', ARGV[4], 'v', ARGV[10])
if ARGV[5] ~= '' then
  redis.call('HSET', KEYS[2], 'secret', ARGV[5])
end
redis.call('PEXPIRE', KEYS[1], ARGV[7])
redis.call('PEXPIRE', KEYS[2], ARGV[7])
redis.call('SPUBLISH', ARGV[8], ARGV[9])
return {1, last, ARGV[2]}
