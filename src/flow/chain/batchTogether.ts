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

/**
 * Runs independent tasks over one node and merges their calls: once every unfinished task waits for
 * a response, their calls are sent in one HTTP request.
 * @throws what a task throws
 */
export async function batchTogether<const T extends readonly Task<unknown>[]>(
  node: StarknetNode,
  tasks: T,
  deadline?: Deadline,
): Promise<Results<T>> {
  let running = tasks.length;
  let waiting: Waiting[] = [];

  const askAlone = ({ calls, resolve, reject }: Waiting) => {
    node.batch(calls, deadline).then(resolve, reject);
  };
  const flush = () => {
    if (waiting.length === 0 || waiting.length < running) return;
    const batchedCalls = waiting;
    waiting = [];
    const [first, ...otherCalls] = batchedCalls;
    if (first && otherCalls.length === 0) return askAlone(first);
    node
      .batch(
        batchedCalls.flatMap(({ calls }) => [...calls]),
        deadline,
      )
      .then(
        (outcomes) => {
          if (outcomes.some(isTooMuch)) return batchedCalls.forEach(askAlone);
          let offset = 0;
          for (const { calls, resolve } of batchedCalls) {
            resolve(outcomes.slice(offset, offset + calls.length));
            offset += calls.length;
          }
        },
        (error) => {
          for (const { reject } of batchedCalls) reject(error);
        },
      );
  };
  const batch = (calls: Waiting['calls']) =>
    new Promise((resolve, reject) => {
      waiting.push({ calls, resolve, reject });
      flush();
    });
  const shared: StarknetNode = {
    ...node,
    // As with the node itself: outcomes are in the order of the calls.
    batch: ((calls) =>
      calls.length === 0 ? Promise.resolve([]) : batch(calls)) as StarknetNode['batch'],
  };

  const runs = tasks.map(async (task) => {
    try {
      return await task(shared);
    } finally {
      running -= 1;
      flush();
    }
  });
  return (await Promise.all(runs)) as Results<T>;
}

/** One task's calls must not cost another task its response. */
const isTooMuch = (outcome: Outcome<unknown>): boolean =>
  !outcome.ok && ['tooLarge', 'timeout'].includes(getFailure(outcome.error)?.fault ?? '');

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
