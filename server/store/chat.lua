-- Add one line to a room's chat, unless the line with this id is among the last ones already.
--
-- KEYS  1 chat (stream)
-- ARGV  1 id of the line    2 the line    3 how many lines are kept    4 retention in ms
--       5 channel
-- returns  1 added and published  |  0 it was there
for _, entry in ipairs(redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', ARGV[3])) do
  if entry[2][2] == ARGV[1] then
    return 0
  end
end
redis.call('XADD', KEYS[1], 'MAXLEN', '=', ARGV[3], '*', 'id', ARGV[1], 'line', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
redis.call('SPUBLISH', ARGV[5], ARGV[2])
return 1
