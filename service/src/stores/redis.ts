import { join } from 'node:path';
import type { ApiKey } from './apiKey';
import { getDay, nextDayMs } from './day';
import { type Link, openLink, type Sendings } from './link';
import { openOutbox } from './outbox';
import { createSharedAnswers } from './sharedAnswers';
import type { Expense, ExpenseId, Settlement, Spent, Store, StoreEvents } from './store';

/** At shutdown, for what the server has not confirmed. */
const closingMs = 2_000;
/** Ids of a key whose records the next expense drops; further ones expire with their day. */
const settledAtMost = 256;

// The braces put all that belongs to a key on one node of a cluster.
const balanceOf = (key: string, day: number): string => `xnet:{${key}}:day:${day}`;
const recordsOf = (key: string, day: number): string => `xnet:{${key}}:ids:${day}`;

/** Expenses and what is kept of them. `file`: what is not settled when the service ends. */
const createLedger = ({ redis, send }: Link, file: string) => {
  /** Expenses that were sent twice: one of these commands may arrive much later. */
  const unclear = new Set<string>();
  /** Ids by key, all of one day. */
  const settled = new Map<string, { day: number; ids: string[] }>();

  const settleOnce = ({ id, key, day, keep }: Settlement, sendings?: Sendings): Promise<number> =>
    send(() => redis.xnetSettle(balanceOf(key, day), recordsOf(key, day), id, keep), sendings);
  const outbox = openOutbox<Settlement>(file, (each) => settleOnce(each));

  const clear = ({ id, key, day }: ExpenseId): void => {
    const known = settled.get(key);
    const list = known?.day === day ? known : { day, ids: [] };
    settled.set(key, list);
    if (list.ids.length < settledAtMost) list.ids.push(id);
  };
  const takeSettled = (key: string, day: number): string[] => {
    const known = settled.get(key);
    settled.delete(key);
    return known?.day === day ? known.ids : [];
  };

  return {
    close: outbox.close,
    spend: async (expense: Expense): Promise<Spent> => {
      const {
        id,
        key,
        cost,
        nowMs,
        perDay,
        perSecond,
        ownPerDay = -1,
        ownPerSecond = -1,
      } = expense;
      const day = getDay(nowMs);
      const sendings: Sendings = { times: 0, unanswered: 0 };
      const dropped = takeSettled(key, day);
      const command = () =>
        redis.xnetSpend(
          balanceOf(key, day),
          recordsOf(key, day),
          `xnet:{${key}}:rate`,
          `xnet:{${key}}:ownRate`,
          id,
          cost,
          nowMs,
          perDay,
          perSecond,
          ownPerDay,
          ownPerSecond,
          nextDayMs(nowMs) - nowMs,
          ...dropped,
        );
      try {
        const [spent, limit, waitMs] = await send(command, sendings);
        if (limit === '') {
          if (sendings.unanswered > 0) unclear.add(id);
          return { granted: true, used: spent };
        }
        // The first sending may arrive when there is room for it.
        if (sendings.unanswered > 0) outbox.add({ id, key, day, cost, keep: 0 });
        return { granted: false, used: spent, limit, waitMs };
      } catch (error) {
        if (sendings.unanswered > 0) outbox.add({ id, key, day, cost, keep: 0 });
        throw error;
      }
    },
    settle: async (settlement: Settlement): Promise<number | undefined> => {
      const { id, cost, keep } = settlement;
      const isClear = !unclear.delete(id);
      if (keep >= cost) {
        if (isClear) clear(settlement);
        return undefined;
      }
      const sendings: Sendings = { times: 0, unanswered: 0 };
      try {
        const now = await settleOnce(settlement, sendings);
        if (isClear && sendings.unanswered === 0) clear(settlement);
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
      const found = await send(() => redis.hget('xnet:keys', key));
      return found === null ? undefined : (JSON.parse(found) as ApiKey);
    },
    listKeys: () => send(() => redis.hkeys('xnet:keys')),
    putKey: async (apiKey) => {
      await send(() => redis.hset('xnet:keys', apiKey.key, JSON.stringify(apiKey)));
    },
    spend: ledger.spend,
    settle: ledger.settle,
    used,
    spent: async (key, day) => ({ usedToday: await used(key, day), reservedToday: 0 }),
    pin: async (key, cid, atMost = Number.MAX_SAFE_INTEGER) =>
      (await send(() => redis.xnetPin(`xnet:{${key}}:pins`, cid, atMost))) === 1,
    // Sent once: where it arrives twice, the second reply is that there was no such pin.
    unpin: async (key, cid) =>
      (await send(() => redis.srem(`xnet:{${key}}:pins`, cid), { times: 1, unanswered: 0 })) === 1,
    pins: (key) => send(() => redis.smembers(`xnet:{${key}}:pins`)),
    answers: createSharedAnswers(link),
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
