import { Redis } from 'ioredis';
import type { ApiKey } from './apiKey';
import { dayOf, nextDayMs } from './day';
import type { Limit, Store, StoreEvents } from './store';

/**
 * The arithmetic of bucket.ts, atomic in the server. Clocks of instances may differ: after
 * one is set back, the bucket is full again once the server has expired it.
 * KEYS: balance of the day, bucket, own bucket.
 * ARGV: cost, now (ms), per day, per second, own per day, own per second (-1: none), ms of the day
 * left.
 * Returns used, the limit that refused ("" if granted), ms to wait.
 */
const spendScript = `
local cost, now = tonumber(ARGV[1]), tonumber(ARGV[2])
local perDay, ownPerDay, dayLeft = tonumber(ARGV[3]), tonumber(ARGV[5]), tonumber(ARGV[7])
local used = tonumber(redis.call('GET', KEYS[1]) or '0')
if used + cost > perDay then return {used, 'day', dayLeft} end
if ownPerDay >= 0 and used + cost > ownPerDay then return {used, 'ownDay', dayLeft} end
local after = {}
for i, limit in ipairs({'second', 'ownSecond'}) do
  local rate = tonumber(ARGV[2 + 2 * i])
  if rate >= 0 then
    local found = redis.call('HMGET', KEYS[1 + i], 'tokens', 'at')
    local tokens, at = tonumber(found[1] or rate), tonumber(found[2] or now)
    tokens = math.min(rate, tokens + math.max(0, now - at) * rate / 1000)
    local missing = math.min(cost, rate) - tokens
    if missing > 0 and cost > 0 then return {used, limit, math.ceil(missing * 1000 / rate)} end
    after[#after + 1] = {KEYS[1 + i], tokens - cost, math.max(at, now), rate}
  end
end
for _, bucket in ipairs(after) do
  redis.call('HSET', bucket[1], 'tokens', string.format('%.6f', bucket[2]), 'at', string.format('%.0f', bucket[3]))
  redis.call('PEXPIRE', bucket[1], math.ceil((bucket[4] - bucket[2]) * 1000 / bucket[4]) + 1000)
end
used = redis.call('INCRBY', KEYS[1], cost)
redis.call('EXPIRE', KEYS[1], 172800)
return {used, '', 0}
`;

/** A refund needs an existing balance, so it never creates one. */
const refundScript = `
local used = tonumber(redis.call('GET', KEYS[1]) or '0')
local back = math.min(used, tonumber(ARGV[1]))
if back > 0 then return redis.call('DECRBY', KEYS[1], back) end
return used
`;

/** Checks and adds atomically: concurrent pins cannot exceed the limit. ARGV: CID, at most. */
const pinScript = `
if redis.call('SISMEMBER', KEYS[1], ARGV[1]) == 1 then return 1 end
if redis.call('SCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
return redis.call('SADD', KEYS[1], ARGV[1])
`;

type Scripted = Redis & {
  xnetSpend: (...args: (string | number)[]) => Promise<[number, Limit | '', number]>;
  xnetRefund: (...args: (string | number)[]) => Promise<number>;
  xnetPin: (...args: (string | number)[]) => Promise<number>;
};

/** `redis://host:port/db`, `rediss://…`, or `redis+unix:///path/of/the/socket`. */
const connect = (url: string): Scripted => {
  const { protocol, pathname } = new URL(url);
  const options = {
    ...{ maxRetriesPerRequest: 2, connectTimeout: 5_000, commandTimeout: 5_000 },
    // A demoted primary is read-only; by now the address may lead to the new one.
    reconnectOnError: ({ message }: Error) => message.startsWith('READONLY'),
  };
  const redis =
    protocol === 'redis+unix:'
      ? new Redis({ ...options, path: pathname })
      : new Redis(url, options);
  // Commands report their own failures; an unhandled error event would end the process.
  redis.on('error', () => undefined);
  redis.defineCommand('xnetSpend', { numberOfKeys: 3, lua: spendScript });
  redis.defineCommand('xnetRefund', { numberOfKeys: 1, lua: refundScript });
  redis.defineCommand('xnetPin', { numberOfKeys: 1, lua: pinScript });
  // The commands were defined above.
  return redis as Scripted;
};

/**
 * The system's or the server's error code, such as ECONNREFUSED, DEPTH_ZERO_SELF_SIGNED_CERT or
 * WRONGPASS; neither the URL nor a command, which may contain a password.
 */
const reasonOf = (error: unknown): string => {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string') return code;
  return /^[A-Z]+(?= )/.exec(String(message))?.[0] ?? noAnswer;
};
const noAnswer = 'it does not answer';

/** Of a server that may be there in a moment: all else is a mistake of who has named it. */
const passing = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOENT'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'LOADING', 'BUSY', 'MASTERDOWN', 'CLUSTERDOWN', noAnswer],
]);

/** Keys, balances and pins in Valkey or Redis: any number of instances share them. */
export const openRedisStore = async (url: string, events?: StoreEvents): Promise<Store> => {
  const redis = connect(url);
  let lost: unknown;
  let isLost = false;
  let isClosed = false;
  redis.on('error', (error) => {
    lost = error;
  });
  const tellLost = (reason: string): void => {
    if (!isLost) events?.onStoreLost(reason);
    isLost = true;
  };
  redis.on('ready', () => {
    if (isLost) events?.onStoreBack();
    isLost = false;
    lost = undefined;
  });
  await redis.ping().catch((cause) => {
    const reason = reasonOf(lost ?? cause);
    if (events !== undefined && passing.has(reason)) return tellLost(reason);
    redis.disconnect();
    throw new Error(`The Valkey or Redis server of --store cannot be used: ${reason}.`, { cause });
  });
  redis.on('close', () => {
    if (!isClosed) tellLost(reasonOf(lost));
  });
  // The braces put all that belongs to a key on one node of a cluster.
  const balance = (key: string, day: number): string => `xnet:{${key}}:day:${day}`;

  return {
    findKey: async (key) => {
      const found = await redis.hget('xnet:keys', key);
      return found === null ? undefined : (JSON.parse(found) as ApiKey);
    },
    listKeys: () => redis.hkeys('xnet:keys'),
    putKey: async (apiKey) => {
      await redis.hset('xnet:keys', apiKey.key, JSON.stringify(apiKey));
    },
    spend: async (expense) => {
      const { key, cost, nowMs, perDay, perSecond, ownPerDay = -1, ownPerSecond = -1 } = expense;
      const [used, limit, waitMs] = await redis.xnetSpend(
        ...[balance(key, dayOf(nowMs)), `xnet:{${key}}:rate`, `xnet:{${key}}:ownRate`],
        ...[cost, nowMs, perDay, perSecond, ownPerDay, ownPerSecond, nextDayMs(nowMs) - nowMs],
      );
      return limit === '' ? { granted: true, used } : { granted: false, used, limit, waitMs };
    },
    refund: (key, credits, day) => redis.xnetRefund(balance(key, day), credits),
    spent: async (key, day) => ({
      ...{ usedToday: Number((await redis.get(balance(key, day))) ?? 0), reservedToday: 0 },
    }),
    used: async (key, day) => Number((await redis.get(balance(key, day))) ?? 0),
    pin: async (key, cid, atMost = Number.MAX_SAFE_INTEGER) =>
      (await redis.xnetPin(`xnet:{${key}}:pins`, cid, atMost)) === 1,
    unpin: async (key, cid) => (await redis.srem(`xnet:{${key}}:pins`, cid)) === 1,
    pins: (key) => redis.smembers(`xnet:{${key}}:pins`),
    // A full server, or a replica, answers reads but accepts no writes.
    check: async () => {
      await redis.set('xnet:checkedAt', Date.now());
    },
    close: async () => {
      isClosed = true;
      // One that has gone is not waited for.
      await redis.quit().catch(() => redis.disconnect());
    },
  };
};
