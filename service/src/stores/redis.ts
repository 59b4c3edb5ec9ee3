import { join } from 'node:path';
import type { ApiKey } from './apiKey';
import { getDay, nextDayMs } from './day';
import { type Link, openLink, type Sendings } from './link';
import { openOutbox } from './outbox';
import { createRedisPins } from './redisPins';
import type { Expense, ExpenseId, Settlement, Spent, Store, StoreEvents } from './store';

/** At shutdown, for what the server has not confirmed. */
const closingMs = 2_000;
/** Ids of a key whose records the next expense drops; further ones expire with their day. */
const settledAtMost = 256;

// The braces put all that belongs to a key on one node of a cluster.
const balanceOf = (key: string, day: number): string => `xnet:{${key}}:day:${day}`;
const recordsOf = (key: string, day: number): string => `xnet:{${key}}:ids:${day}`;

/** Ids of expenses that are settled for good, by key, all of one day. */
const createSettledIds = () => {
  const all = new Map<string, { day: number; ids: string[] }>();
  return {
    add: ({ id, key, day }: ExpenseId): void => {
      const group = all.get(key);
      const list = group?.day === day ? group : { day, ids: [] };
      all.set(key, list);
      if (list.ids.length < settledAtMost) list.ids.push(id);
    },
    take: (key: string, day: number): string[] => {
      const group = all.get(key);
      all.delete(key);
      if (group?.day === day) return group.ids;
      return [];
    },
  };
};

/** Expenses and what is kept of them. `file`: what is not settled when the service ends. */
const createLedger = ({ redis, send }: Link, file: string) => {
  /** Expenses that were sent twice: one of these commands may arrive much later. */
  const unclear = new Set<string>();
  const settledIds = createSettledIds();
  const settleOnce = ({ id, key, day, keep }: Settlement, sendings?: Sendings): Promise<number> =>
    send(() => redis.xnetSettle(balanceOf(key, day), recordsOf(key, day), id, keep), sendings);
  const outbox = openOutbox<Settlement>(file, (settlement) => settleOnce(settlement));

  return {
    close: outbox.close,
    spend: async (expense: Expense): Promise<Spent> => {
      const { id, key, cost, nowMs, ownPerDay = -1, ownPerSecond = -1 } = expense;
      const day = getDay(nowMs);
      const names = [balanceOf(key, day), recordsOf(key, day)];
      const buckets = [`xnet:{${key}}:rate`, `xnet:{${key}}:ownRate`];
      const limits = [expense.perDay, expense.perSecond, ownPerDay, ownPerSecond];
      const dropped = settledIds.take(key, day);
      const args = [id, cost, nowMs, ...limits, nextDayMs(nowMs) - nowMs, ...dropped];
      const sendings: Sendings = { times: 0, unanswered: 0 };
      let isGranted = false;
      try {
        const command = () => redis.xnetSpend(...names, ...buckets, ...args);
        const [used, limit, waitMs] = await send(command, sendings);
        isGranted = limit === '';
        if (limit === '') return { granted: true, used };
        return { granted: false, used, limit, waitMs };
      } finally {
        const isUnclear = sendings.unanswered > 0;
        if (isUnclear && isGranted) unclear.add(id);
        // The first sending may arrive when there is room for it.
        if (isUnclear && !isGranted) outbox.add({ id, key, day, cost, keep: 0 });
      }
    },
    settle: async (settlement: Settlement): Promise<number | undefined> => {
      const { id, cost, keep } = settlement;
      const isClear = !unclear.delete(id);
      const sendings: Sendings = { times: 0, unanswered: 0 };
      try {
        const now = keep < cost ? await settleOnce(settlement, sendings) : undefined;
        if (isClear && sendings.unanswered === 0) settledIds.add(settlement);
        return now;
      } catch {
        outbox.add(settlement);
        return undefined;
      }
    },
  };
};

/**
 * Keys, balances and pins in Valkey or Redis: any number of instances share them. An expense that is
 * not known to be granted is told to have failed, and settled as soon as the server replies.
 */
export const openRedisStore = async (
  { store: address, data }: { store: string; data: string },
  events?: StoreEvents,
): Promise<Store> => {
  const link = await openLink(address, events);
  const { redis, send, close } = link;
  const ledger = createLedger(link, join(data, 'unsettled.json'));
  const used = async (key: string, day: number): Promise<number> =>
    Number((await send(() => redis.get(balanceOf(key, day)))) ?? 0);

  return {
    findKey: async (key) => {
      const record = await send(() => redis.hget('xnet:keys', key));
      if (record === null) return undefined;
      return JSON.parse(record) as ApiKey;
    },
    listKeys: () => send(() => redis.hkeys('xnet:keys')),
    putKey: async (apiKey) => {
      await send(() => redis.hset('xnet:keys', apiKey.key, JSON.stringify(apiKey)));
    },
    spend: ledger.spend,
    settle: ledger.settle,
    used,
    spent: async (key, day) => ({ usedToday: await used(key, day), reservedToday: 0 }),
    ...createRedisPins(link),
    // A full server, or a replica, answers reads but accepts no writes.
    check: async () => {
      await send(() => redis.set('xnet:checkedAt', Date.now()));
    },
    close: async () => {
      await ledger.close(closingMs);
      await close();
    },
  };
};
