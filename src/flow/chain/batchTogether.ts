import { getFailure } from '@xnet/clients/transport/failure';
import type { Deadline, Outcome, StarknetNode } from '../../remote/starknet/node';
import { starknet_call } from '../../remote/starknet/starknet_call';
import { getSelector } from '../../starknet/selector';

type Task<T> = (node: StarknetNode) => Promise<T>;
type Results<T extends readonly Task<unknown>[]> = {
  -readonly [I in keyof T]: T[I] extends Task<infer R> ? R : never;
};
type Waiting = {
  calls: Parameters<StarknetNode['batch']>[0];
  resolve(outcomes: unknown): void;
  reject(error: unknown): void;
};

/** Tasks that ask a node together: how many run, and the calls that wait for those of the others. */
type Pool = {
  running: number;
  waiting: Waiting[];
  readonly flush: () => void;
};
/** By the node that tasks of a pool are given, so that tasks inside a task join its pool. */
const pools = new WeakMap<StarknetNode, Pool>();

/**
 * Runs independent tasks over one node and merges their calls: once every unfinished task waits for
 * a response, their calls are sent in one HTTP request. Tasks inside a task take part in that, too.
 * If a request is too much for the node, each innermost task's calls are sent in one of their own.
 * @throws what a task throws
 */
export async function batchTogether<const T extends readonly Task<unknown>[]>(
  node: StarknetNode,
  tasks: T,
  deadline?: Deadline,
): Promise<Results<T>> {
  const outerPool = pools.get(node);
  const pool = outerPool ?? createPool(node, deadline);
  const shared = outerPool ? node : shareNode(node, pool);
  // The task around these waits for them, so they have its place, and the last one leaves it.
  const places = Math.max(0, outerPool ? tasks.length - 1 : tasks.length);
  pool.running += places;
  let openTasks = tasks.length;
  const runs = tasks.map(async (task) => {
    try {
      return await task(shared);
    } finally {
      openTasks -= 1;
      if (!outerPool || openTasks > 0) pool.running -= 1;
      pool.flush();
    }
  });
  return (await Promise.all(runs)) as Results<T>;
}

/** HTTP requests that refused ones are split into at most: a node that is down must not be flooded. */
const MOST_REQUESTS = 32;

function createPool(node: StarknetNode, deadline?: Deadline): Pool {
  const pool: Pool = { running: 0, waiting: [], flush };

  /** Asks for all at once. @returns those that the node's answer was too much for */
  async function ask(batchedCalls: readonly Waiting[], isLast: boolean): Promise<Waiting[]> {
    try {
      const outcomes = await node.batch(
        batchedCalls.flatMap(({ calls }) => [...calls]),
        deadline,
      );
      let offset = 0;
      return batchedCalls.filter(({ calls, resolve }) => {
        const answers = outcomes.slice(offset, offset + calls.length);
        offset += calls.length;
        const isRefused = !isLast && answers.some(isTooMuch);
        if (!isRefused) resolve(answers);
        return isRefused;
      });
    } catch (error) {
      for (const { reject } of batchedCalls) reject(error);
      return [];
    }
  }

  async function askAll(batchedCalls: readonly Waiting[]): Promise<void> {
    const refusedCalls = await ask(batchedCalls, batchedCalls.length === 1);
    const size = Math.ceil(refusedCalls.length / MOST_REQUESTS);
    for (let start = 0; start < refusedCalls.length; start += size)
      void ask(refusedCalls.slice(start, start + size), true);
  }

  function flush() {
    if (pool.waiting.length === 0 || pool.waiting.length < pool.running) return;
    const batchedCalls = pool.waiting;
    pool.waiting = [];
    void askAll(batchedCalls);
  }
  return pool;
}

/** The node as tasks of a pool ask it. */
function shareNode(node: StarknetNode, pool: Pool): StarknetNode {
  const batch = (calls: Waiting['calls']) =>
    new Promise((resolve, reject) => {
      pool.waiting.push({ calls, resolve, reject });
      pool.flush();
    });
  const shared: StarknetNode = {
    ...node,
    // As with the node itself: outcomes are in the order of the calls.
    batch: ((calls) =>
      calls.length === 0 ? Promise.resolve([]) : batch(calls)) as StarknetNode['batch'],
  };
  pools.set(shared, pool);
  return shared;
}

/** Faults by which one task's calls would cost another task its response. */
const tooMuch: readonly unknown[] = ['tooLarge', 'garbled', 'timeout', 'serverError'];
const isTooMuch = (outcome: Outcome<unknown>): boolean =>
  !outcome.ok && tooMuch.includes(getFailure(outcome.error)?.fault);

type BlockId = Parameters<typeof starknet_call>[0]['block_id'];

/** A call of a contract's view function, by name; by default in the newest state. */
export const view = (
  contract_address: string,
  name: string,
  calldata: readonly string[] = [],
  block_id: BlockId = 'pre_confirmed',
) =>
  starknet_call({
    request: { contract_address, entry_point_selector: getSelector(name), calldata: [...calldata] },
    block_id,
  });

/** The value of an outcome; undefined if the call failed. */
export const readOutcome = <R>(outcome: Outcome<R> | undefined): R | undefined => {
  if (outcome?.ok) return outcome.value;
  return undefined;
};

/**
 * The response of a contract to a view; undefined if it refused or does not exist.
 * @throws the error of a node that did not run it
 */
export function viewResult<T>(answer: Outcome<T>): T | undefined {
  if (answer.ok) return answer.value;
  if (answer.error.kind === 'transactionReverts') return undefined;
  throw answer.error;
}
