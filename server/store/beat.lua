-- Note that somebody serves. If nobody had for longer than that, the time in between is a gap.
--
-- KEYS  1 beat (string: when somebody served last, in ms)    2 gaps (sorted set by their ends)
-- ARGV  1 how long nobody may serve without a gap, in ms    2 how long gaps are kept, in ms
--       3 how many are kept    4 how far the time that counts is ahead of this server's, in ms
-- returns  the gaps, the oldest first, each as "<from>-<to>" in Unix ms
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000) + tonumber(ARGV[4])
local last = tonumber(redis.call('GET', KEYS[1]) or now)
if now - last > tonumber(ARGV[1]) then
  redis.call('ZADD', KEYS[2], now, string.format('%.0f-%.0f', last, now))
end
redis.call('SET', KEYS[1], string.format('%.0f', math.max(now, last)))
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now - tonumber(ARGV[2]))
redis.call('ZREMRANGEBYRANK', KEYS[2], 0, -tonumber(ARGV[3]) - 1)
return redis.call('ZRANGE', KEYS[2], 0, -1)
