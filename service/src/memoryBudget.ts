import { fail, type ServiceError } from './errors';
import type { Limits } from './options';

/** Overhead per chunk: a body that arrives byte by byte consists of many. */
export const pieceBytes = 512;

/**
 * A budget of bytes in memory. What is reserved here is also reserved in the parent. Budgets nest:
 * process, key, connection, request.
 */
export type MemoryBudget = {
  /** @throws `tooMuch`, or `crowded` if the process itself is full */
  reserve: (bytes: number) => void;
  release: (bytes: number) => void;
  held: () => number;
  /** Releases everything reserved here; afterwards nothing more can be reserved. */
  close: () => void;
};

export const createMemoryBudget = (
  atMost: number,
  above?: MemoryBudget,
  kind: 'tooMuch' | 'crowded' = 'tooMuch',
): MemoryBudget => {
  let held = 0;
  let isClosed = false;
  const budget: MemoryBudget = {
    reserve: (bytes) => {
      if (isClosed) fail('malformed', 'The caller has gone.');
      if (held + bytes > atMost) fail(kind);
      above?.reserve(bytes);
      held += bytes;
    },
    release: (bytes) => {
      if (isClosed) return;
      held -= bytes;
      above?.release(bytes);
    },
    held: () => held,
    close: () => {
      budget.release(held);
      isClosed = true;
    },
  };
  return budget;
};

export type MemoryBudgets = ReturnType<typeof createMemoryBudgets>;

type Reader = { unread: () => number; end: () => void };
type Held = { key: string; budget: MemoryBudget };

/** The budgets of one process. */
export const createMemoryBudgets = (
  limits: Pick<Limits, 'batchBytes' | 'connectionBytes' | 'keyBytes' | 'processBytes'>,
) => {
  const process = createMemoryBudget(limits.processBytes, undefined, 'crowded');
  const keys = new Map<string, MemoryBudget>();
  const connections = new WeakMap<object, Held>();
  const readers = new Map<Held, Reader>();
  /** A key holds at most as much as is free after it: however many keys do, there is room for one more. */
  const openKey = (): MemoryBudget => {
    const budget = createMemoryBudget(limits.keyBytes, process);
    const reserve = (bytes: number): void => {
      const free = limits.processBytes - process.held() - bytes;
      if (bytes > 0 && budget.held() + bytes > Math.max(free, 0)) {
        // At its own limit it would not get more of an empty process either.
        fail(budget.held() + bytes > limits.keyBytes ? 'tooMuch' : 'crowded');
      }
      budget.reserve(bytes);
    };
    return { ...budget, reserve };
  };
  const budgetOfKey = (key: string): MemoryBudget => {
    const budget = keys.get(key) ?? openKey();
    keys.set(key, budget);
    return budget;
  };

  /** @returns false if no connection has more than this many unread bytes */
  const endSlowest = (bytes: number, ofKey: string | undefined): boolean => {
    let most = bytes;
    let slowest: Held | undefined;
    for (const [held, { unread }] of readers) {
      if ((ofKey !== undefined && held.key !== ofKey) || unread() <= most) continue;
      most = unread();
      slowest = held;
    }
    if (slowest === undefined) return false;
    readers.get(slowest)?.end();
    readers.delete(slowest);
    slowest.budget.close();
    return true;
  };

  const openHeld = (key: string): Held => {
    const budget = createMemoryBudget(limits.connectionBytes, budgetOfKey(key));
    const reserve = (bytes: number): void => {
      try {
        budget.reserve(bytes);
      } catch (error) {
        const wanted = budget.held() + bytes;
        const { kind } = error as ServiceError;
        if (kind === 'malformed' || wanted > limits.connectionBytes) throw error;
        if (!endSlowest(wanted, kind === 'crowded' ? undefined : key)) throw error;
        reserve(bytes);
      }
    };
    return { key, budget: { ...budget, reserve } };
  };
  const heldBy = (key: string, connection: object): Held => {
    const known = connections.get(connection);
    if (known?.key === key) return known;
    const held = openHeld(key);
    connections.set(connection, held);
    return held;
  };
  return {
    /** For a request with this key that arrived on this connection. */
    of: (key: string, connection: object): MemoryBudget =>
      createMemoryBudget(limits.batchBytes, heldBy(key, connection).budget),
    /**
     * Registers a connection that may be ended when the budget runs out: the one with the most
     * unread bytes, if these exceed what the requester holds. Call the returned function when the
     * connection has ended by itself.
     */
    mayEnd: (key: string, connection: object, reader: Reader) => {
      const held = heldBy(key, connection);
      readers.set(held, reader);
      return () => readers.delete(held);
    },
  };
};
