import type { ChainId } from '../../schema/primitives';
import { toAddress } from '../../starknet/felt';
import { knownToken } from '../../starknet/tokens/erc20';
import { parseTokenEvent, type TokenEvent } from '../../starknet/tokens/event';
import type { Emitted } from '../../starknet/traces/changes';
import { say } from '../../ui/text/words';
import type { ReadCall } from '../transactions/review';
import type { Execution } from '../transactions/simulate';

/** An event that a listed token emits for a direct call; `isMore` if the amount is added to one. */
type Ordered = {
  readonly key: string;
  readonly amount: bigint;
  readonly isMore: boolean;
};

const keyOf = (kind: TokenEvent['kind'], ...parties: readonly string[]): string =>
  [kind, ...parties.map(toAddress)].join(' ');

const keyOfEvent = (event: TokenEvent): string => {
  if (event.kind === 'transfer') return keyOf('transfer', event.token, event.from, event.to);
  return keyOf('approval', event.token, event.owner, event.spender);
};

/** Changes that a call of a listed token makes for certain; undefined for all other calls. */
function orderedBy({ call, meaning }: ReadCall, account: string, chainId: ChainId) {
  if (meaning.kind !== 'transfer' && meaning.kind !== 'approve') return undefined;
  if (!knownToken(call.contractAddress, chainId)) return undefined;
  const { token } = meaning;
  const amount = BigInt(meaning.amount);
  if (meaning.kind === 'approve') {
    const { owner = account, spender, more: isIncrease = false } = meaning;
    return { key: keyOf('approval', token, owner, spender), amount, isMore: isIncrease };
  }
  const { from = account, to } = meaning;
  // Nothing moves, so nothing is lost where that is not told.
  if (amount === 0n || toAddress(from) === toAddress(to)) return undefined;
  return { key: keyOf('transfer', token, from, to), amount, isMore: false };
}

/** Amounts of the tokens' events, by what they change. */
function toldBy(emitted: readonly Emitted[], chainId: ChainId): Map<string, bigint[]> {
  const simulatedAmounts = new Map<string, bigint[]>();
  for (const event of emitted) {
    if (!knownToken(event.from_address, chainId)) continue;
    for (const one of parseTokenEvent(event, new Set())) {
      const key = keyOfEvent(one);
      const amounts = simulatedAmounts.get(key);
      if (amounts) amounts.push(one.amount);
      else simulatedAmounts.set(key, [one.amount]);
    }
  }
  return simulatedAmounts;
}

/** Whether each order has an event of its own: two equal transfers need two. */
function areTold(ordered: readonly Ordered[], simulatedAmounts: Map<string, bigint[]>): boolean {
  // An exact amount fits one event, so it chooses before those that fit any larger one.
  const exactFirst = [...ordered].sort((a, b) => Number(a.isMore) - Number(b.isMore));
  return exactFirst.every(({ key, amount, isMore }) => {
    const amounts = simulatedAmounts.get(key) ?? [];
    const index = amounts.findIndex((one) => (isMore ? one >= amount : one === amount));
    if (index !== -1) amounts.splice(index, 1);
    return index !== -1;
  });
}

/**
 * An execution that is no use if it leaves out what direct calls of listed tokens order: their code
 * is known to emit an event for each, so a trace without it is not that of these calls.
 */
export function withOrders(
  execution: Execution,
  calls: readonly ReadCall[],
  { account, chainId }: { account: string; chainId: ChainId },
): Execution {
  if (execution.state !== 'ran') return execution;
  const ordered = calls.flatMap((call) => orderedBy(call, account, chainId) ?? []);
  if (areTold(ordered, toldBy(execution.emitted, chainId))) return execution;
  return { state: 'unknown', why: say('preview.leavesOut') };
}
