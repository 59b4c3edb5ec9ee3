import { fail, type ServiceError } from './errors';
import type { Limits } from './options';

/** Overhead per chunk: a body that arrives byte by byte consists of many. */
export const pieceBytes = 512;

/**
 * A budget of bytes in memory. What is reserved here is also reserved in the parent. Budgets nest:
 * process, key, connection, request. No package does this: they count calls, not bytes, and do not nest.
 */
export type MemoryBudget = {
  /** @throws `tooMuch`, `crowded` if the process itself is full, or `gone` once it is closed */
  reserve: (bytes: number) => void;
  release: (bytes: number) => void;
  heldBytes: () => number;
  /** Releases everything reserved here; afterwards nothing more can be reserved. */
  close: () => void;
};

export const createMemoryBudget = (
  atMost: number,
  parent?: MemoryBudget,
  kind: 'tooMuch' | 'crowded' = 'tooMuch',
): MemoryBudget => {
  let reservedBytes = 0;
  let isClosed = false;
  const budget: MemoryBudget = {
    reserve: (bytes) => {
      if (isClosed) fail('gone');
      if (reservedBytes + bytes > atMost) fail(kind);
      parent?.reserve(bytes);
      reservedBytes += bytes;
    },
    release: (bytes) => {
      if (isClosed) return;
      reservedBytes -= bytes;
      parent?.release(bytes);
    },
    heldBytes: () => reservedBytes,
    close: () => {
      budget.release(reservedBytes);
      isClosed = true;
    },
  };
  return budget;
};

export type MemoryBudgets = ReturnType<typeof createMemoryBudgets>;

type Reader = { unread: () => number; end: () => void };
/** The bytes that one connection holds for one key. */
type Holding = { key: string; budget: MemoryBudget };
type BudgetLimits = Pick<Limits, 'batchBytes' | 'connectionBytes' | 'keyBytes' | 'processBytes'>;

/** A key holds at most as much as is free after it: however many keys do, there is room for one more. */
const createKeyBudget = (limits: BudgetLimits, process: MemoryBudget): MemoryBudget => {
  const budget = createMemoryBudget(limits.keyBytes, process);
  const reserve = (bytes: number): void => {
    const free = limits.processBytes - process.heldBytes() - bytes;
    if (bytes > 0 && budget.heldBytes() + bytes > Math.max(free, 0)) {
      // At its own limit it would not get more of an empty process either.
      fail(budget.heldBytes() + bytes > limits.keyBytes ? 'tooMuch' : 'crowded');
    }
    budget.reserve(bytes);
  };
  return { ...budget, reserve };
};

/** Connections that may be ended when memory runs out. */
const createReaders = () => {
  const readers = new Map<Holding, Reader>();
  return {
    add: (holding: Holding, reader: Reader) => {
      readers.set(holding, reader);
      return () => readers.delete(holding);
    },
    /** @returns false if no connection has more than this many unread bytes */
    endSlowest: (bytes: number, key: string | undefined): boolean => {
      let unreadBytes = bytes;
      let slowest: Holding | undefined;
      for (const [holding, { unread }] of readers) {
        if ((key !== undefined && holding.key !== key) || unread() <= unreadBytes) continue;
        unreadBytes = unread();
        slowest = holding;
      }
      if (slowest === undefined) return false;
      readers.get(slowest)?.end();
      readers.delete(slowest);
      slowest.budget.close();
      return true;
    },
  };
};

/** The budgets of one process. */
export const createMemoryBudgets = (limits: BudgetLimits) => {
  const process = createMemoryBudget(limits.processBytes, undefined, 'crowded');
  const keys = new Map<string, MemoryBudget>();
  const connections = new WeakMap<object, Holding>();
  const readers = createReaders();
  const budgetOfKey = (key: string): MemoryBudget => {
    const budget = keys.get(key) ?? createKeyBudget(limits, process);
    keys.set(key, budget);
    return budget;
  };
  const openHolding = (key: string): Holding => {
    const budget = createMemoryBudget(limits.connectionBytes, budgetOfKey(key));
    const reserve = (bytes: number): void => {
      try {
        budget.reserve(bytes);
      } catch (error) {
        const neededBytes = budget.heldBytes() + bytes;
        const { kind } = error as ServiceError;
        if (kind === 'gone' || neededBytes > limits.connectionBytes) throw error;
        if (!readers.endSlowest(neededBytes, kind === 'crowded' ? undefined : key)) throw error;
        reserve(bytes);
      }
    };
    return { key, budget: { ...budget, reserve } };
  };
  const holdingOf = (key: string, connection: object): Holding => {
    const knownHolding = connections.get(connection);
    if (knownHolding?.key === key) return knownHolding;
    const holding = openHolding(key);
    connections.set(connection, holding);
    return holding;
  };
  return {
    /** For a request with this key that arrived on this connection. */
    of: (key: string, connection: object): MemoryBudget =>
      createMemoryBudget(limits.batchBytes, holdingOf(key, connection).budget),
    /**
     * Registers a connection that may be ended when the budget runs out: the one with the most
     * unread bytes, if these exceed what the requester holds. Call the returned function when the
     * connection has ended by itself.
     */
    mayEnd: (key: string, connection: object, reader: Reader) =>
      readers.add(holdingOf(key, connection), reader),
  };
};
