/**
 * Changes credits in the server, atomic there. Each expense has a record of its id and of what
 * is kept of it: a command that arrives again, or late, has no further effect. `settled` lists ids
 * whose commands were answered at their first sending, so that nothing of them can still arrive:
 * their records are dropped.
 */

/**
 * The arithmetic of stores/bucket.ts. Clocks of instances may differ: after one is set back, the
 * bucket is full again once the server has expired it.
 * KEYS: balance of the day, records of the day, bucket, own bucket.
 * ARGV: id, cost, now (ms), per day, per second, own per day, own per second (-1: none), ms of the
 * day left, then settled ids.
 * Returns used, the limit that refused ("" if granted), ms to wait.
 */
export const spendScript = `
local id, cost, now = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local perDay, ownPerDay, dayLeft = tonumber(ARGV[4]), tonumber(ARGV[6]), tonumber(ARGV[8])
local used = tonumber(redis.call('GET', KEYS[1]) or '0')
if redis.call('HEXISTS', KEYS[2], id) == 1 then return {used, '', 0} end
if used + cost > perDay then return {used, 'day', dayLeft} end
if ownPerDay >= 0 and used + cost > ownPerDay then return {used, 'ownDay', dayLeft} end
local after = {}
for i, limit in ipairs({'second', 'ownSecond'}) do
  local rate = tonumber(ARGV[3 + 2 * i])
  if rate >= 0 then
    local found = redis.call('HMGET', KEYS[2 + i], 'tokens', 'at')
    local tokens, at = tonumber(found[1] or rate), tonumber(found[2] or now)
    tokens = math.min(rate, tokens + math.max(0, now - at) * rate / 1000)
    local missing = math.min(cost, rate) - tokens
    if missing > 0 then return {used, limit, math.ceil(missing * 1000 / rate)} end
    after[#after + 1] = {KEYS[2 + i], tokens - cost, math.max(at, now), rate}
  end
end
for _, bucket in ipairs(after) do
  redis.call('HSET', bucket[1], 'tokens', string.format('%.6f', bucket[2]), 'at', string.format('%.0f', bucket[3]))
  redis.call('PEXPIRE', bucket[1], math.ceil((bucket[4] - bucket[2]) * 1000 / bucket[4]) + 1000)
end
if #ARGV > 8 then redis.call('HDEL', KEYS[2], unpack(ARGV, 9)) end
redis.call('HSET', KEYS[2], id, cost)
redis.call('EXPIRE', KEYS[2], 172800)
used = redis.call('INCRBY', KEYS[1], cost)
redis.call('EXPIRE', KEYS[1], 172800)
return {used, '', 0}
`;

/**
 * Leaves a record if the expense has not arrived, by which that one takes nothing later.
 * KEYS: balance of the day, records of the day. ARGV: id, what is kept of the cost.
 */
export const settleScript = `
local had = tonumber(redis.call('HGET', KEYS[2], ARGV[1]) or '0')
local keep = math.min(had, tonumber(ARGV[2]))
redis.call('HSET', KEYS[2], ARGV[1], keep)
redis.call('EXPIRE', KEYS[2], 172800)
local used = tonumber(redis.call('GET', KEYS[1]) or '0')
local back = math.min(used, had - keep)
if back > 0 then return redis.call('DECRBY', KEYS[1], back) end
return used
`;

/**
 * Checks and adds atomically: concurrent pins cannot exceed the limit. KEYS: pins, their sizes, the
 * sum of these. ARGV: CID, pins at most, bytes, blocks.
 */
export const pinScript = `
if redis.call('SISMEMBER', KEYS[1], ARGV[1]) == 1 then return 1 end
if redis.call('SCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
redis.call('SADD', KEYS[1], ARGV[1])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[3] .. ' ' .. ARGV[4])
redis.call('HINCRBY', KEYS[3], 'bytes', ARGV[3])
redis.call('HINCRBY', KEYS[3], 'blocks', ARGV[4])
return 1
`;

/** KEYS: as above. ARGV: CID. */
export const unpinScript = `
if redis.call('SREM', KEYS[1], ARGV[1]) == 0 then return 0 end
local bytes, blocks = string.match(redis.call('HGET', KEYS[2], ARGV[1]) or '0 0', '(%d+) (%d+)')
redis.call('HDEL', KEYS[2], ARGV[1])
redis.call('HINCRBY', KEYS[3], 'bytes', 0 - bytes)
redis.call('HINCRBY', KEYS[3], 'blocks', 0 - blocks)
return 1
`;
