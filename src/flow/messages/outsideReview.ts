import { starknet_getClassHashAt } from '../../clients/starknet/starknet_getClassHashAt';
import type { Module } from '../../module';
import type { Call } from '../../schema/call';
import type { ChainId } from '../../schema/primitives';
import { functionOf } from '../../starknet/abi/decodeCall';
import type { OutsideCall, OutsideExecution } from '../../starknet/typedData/outsideExecution';
import type { Live } from '../consent/approve';
import { REFRESH_MS } from '../consent/approve';
import { readContractAbis } from '../review/classes';
import { previewCalls } from '../review/given';
import type { Subject } from '../warnings/evidence';
import type { MessageReview } from './message';

/** A message whose calls others carry out: reviewed as a transaction (SNIP-9). */
export type OutsideReview = MessageReview & {
  readonly outside: OutsideExecution;
  /** Calls of `outside` whose function nobody can name. */
  readonly unreadable: readonly OutsideCall[];
  /** Of all the other calls; they were tried out where there is no unreadable one. */
  readonly subject: Subject;
};

/**
 * Reads what the calls of an outside execution do. Where the node fails, less is known: nothing
 * that is signed depends on it.
 */
export async function readOutside(
  module: Module,
  review: MessageReview,
  outside: OutsideExecution,
): Promise<OutsideReview> {
  const { context, account } = review;
  const named = await nameCalls(module, context.network.chainId, outside.calls);
  const unreadable = outside.calls.filter((_call, index) => named[index] === null);
  const calls = named.flatMap((call) => call ?? []);
  const subject = await previewCalls(module, { context, account, calls });
  const { caller, after, before } = outside;
  return {
    ...review,
    outside,
    unreadable,
    subject: {
      ...subject,
      outside: { caller, after, before },
      // A part of the calls changes something else than all of them.
      ...(unreadable.length > 0 && {
        preview: { state: 'unknown' as const, why: { say: 'message.outsideNotTried' as const } },
      }),
    },
  };
}

/** Keeps an open review up to date: its calls are tried out anew. What is signed stays. */
export const liveOutside = (module: Module): Live<OutsideReview> => ({
  refresh: (review) =>
    readOutside(module, { ...review, now: Math.floor(module.now() / 1000) }, review.outside),
  everyMs: REFRESH_MS,
});

/**
 * The calls by the names of their functions. A name that is known for a selector is right whoever
 * said it, because its hash is the selector: so the node's ABI cannot lie here.
 */
async function nameCalls(
  module: Module,
  chainId: ChainId,
  calls: readonly OutsideCall[],
): Promise<(Call | null)[]> {
  const unnamed = calls.filter(({ entrypoint }) => entrypoint === null);
  const abis = await abisOf(module, chainId, [...new Set(unnamed.map(({ to }) => to))]).catch(
    (): Awaited<ReturnType<typeof abisOf>> => ({}),
  );
  return calls.map(({ to, selector, entrypoint, calldata }) => {
    const abi = Object.hasOwn(abis, to) ? abis[to] : undefined;
    const name = entrypoint ?? (abi && functionOf(abi, selector)?.name);
    return name ? { contractAddress: to, entrypoint: name, calldata: [...calldata] } : null;
  });
}

async function abisOf(module: Module, chainId: ChainId, addresses: readonly string[]) {
  if (addresses.length === 0) return {};
  const node = await module.node(chainId);
  const classes = await node.batch(
    addresses.map((contract_address) =>
      starknet_getClassHashAt({ block_id: 'pre_confirmed', contract_address }),
    ),
  );
  const placed = addresses.flatMap((address, index) => {
    const answer = classes[index];
    return answer?.ok ? [{ address, classHash: answer.value }] : [];
  });
  return readContractAbis(module, chainId, placed);
}
