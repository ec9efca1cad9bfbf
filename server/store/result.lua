-- A finished match into the stream of results, once however often it is told.
--
-- KEYS  1 results (stream)  2 the ids that stand in it (set)
-- ARGV  1 id of the match   2 entry
-- returns 1 if it was new, 0 if it stood there already
if redis.call('SADD', KEYS[2], ARGV[1]) == 0 then
  return 0
end
redis.call('XADD', KEYS[1], '*', 'e', ARGV[2])
return 1
