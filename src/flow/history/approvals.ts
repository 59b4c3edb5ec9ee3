import { ModuleError } from '@xnet/clients/errors';
import type { StarknetNode } from '../../remote/starknet/node';
import { type EmittedEvent, starknet_getEvents } from '../../remote/starknet/starknet_getEvents';
import { sameFelt } from '../../schema/primitives';
import { toHex } from '../../starknet/felt';
import { getSelector } from '../../starknet/selector';
import { parseTokenEvent, type TokenEvent } from '../../starknet/tokens/event';
import type { AllowancesRead } from '../../state/allowances';
import { isUnheard, MAX_SPAN } from './windows';

/** Windows of a call: all of them are in the same HTTP requests. */
const WINDOWS = 10;
/** HTTP requests for the pages of all windows together. */
const ROUNDS = 4;
/** Events per page; nodes allow up to 1,024. */
const CHUNK = 1_000;

/** Blocks whose events were read, inclusive; nothing was read if `high` is below `low`. */
type BlocksRead = Pick<AllowancesRead, 'low' | 'high' | 'span'>;
type BlockRange = { readonly from: number; readonly to: number };
export type FoundApproval = Extract<TokenEvent, { kind: 'approval' }> & { readonly block: number };

/** Approvals by an account, newest first, and the blocks that were read until now. */
type ApprovalsFound = BlocksRead & { readonly approvals: readonly FoundApproval[] };

/**
 * Searches for approvals by an account in the events of all contracts, newest blocks first: those
 * since the last call, then those before the ones that are known. Takes at most four HTTP requests;
 * the next call continues. Nodes can only filter events whose keys name the owner (SNIP-13), so
 * events of older tokens are not among them.
 * @throws the node's error if it answered nothing at all
 */
export async function fetchApprovals(
  node: Pick<StarknetNode, 'batch'>,
  account: string,
  blocksRead: BlocksRead | null,
  { head, remainingMs }: { readonly head: number; readonly remainingMs: () => number },
): Promise<ApprovalsFound> {
  const { newer: newerWindows, older: olderWindows, base } = windowsBy(blocksRead, head);
  const read = await fetchWindows(node, account, [...newerWindows, ...olderWindows], remainingMs);
  const isDone = (window: BlockRange) => read.get(window)?.isDone === true;
  const nextRange = { ...base };
  if (newerWindows.every(isDone)) nextRange.high = head;
  const firstOpen = olderWindows.findIndex((window) => !isDone(window));
  const complete = firstOpen === -1 ? olderWindows : olderWindows.slice(0, firstOpen);
  nextRange.low = complete.at(-1)?.from ?? nextRange.low;
  const isWhole = [...newerWindows, ...olderWindows].every(isDone);
  if (isWhole) nextRange.span = Math.min(MAX_SPAN, base.span * 2);
  else nextRange.span = Math.max(1, base.span >> 1);
  const events = [...read.values()].flatMap(({ events }) => events);
  const approvals = events.flatMap((event) => approvalsIn(event, account));
  return { ...nextRange, approvals: approvals.sort((a, b) => b.block - a.block) };
}

/**
 * Plans what to read: the blocks since those that are known, and those before them. Begins anew at the
 * newest block if too many are new, or if the chain is shorter than what is known.
 */
function windowsBy(blocksRead: BlocksRead | null, head: number) {
  const span = blocksRead?.span ?? MAX_SPAN;
  const isNear =
    blocksRead !== null && blocksRead.high <= head && head - blocksRead.high <= span * WINDOWS;
  // Nothing is known yet of a range whose end is before its start.
  const base = isNear ? { ...blocksRead, span } : { low: head + 1, high: head, span };
  const newerWindows = windowsIn({ from: base.high + 1, to: head }, span, WINDOWS);
  const olderWindows = windowsIn(
    { from: 0, to: base.low - 1 },
    span,
    WINDOWS - newerWindows.length,
  );
  return { newer: newerWindows, older: olderWindows, base };
}

/** Neighbouring windows of a range from its newer end, at most `most`. */
function windowsIn({ from, to }: BlockRange, span: number, maxWindows: number): BlockRange[] {
  const windows: BlockRange[] = [];
  for (let end = to; end >= from && windows.length < maxWindows; end -= span)
    windows.push({ from: Math.max(from, end - span + 1), to: end });
  return windows;
}

type Reading = { token?: string; isDone: boolean; readonly events: EmittedEvent[] };

async function fetchWindows(
  node: Pick<StarknetNode, 'batch'>,
  account: string,
  windows: readonly BlockRange[],
  remainingMs: () => number,
): Promise<Map<BlockRange, Reading>> {
  const read = new Map(
    windows.map((window): [BlockRange, Reading] => [window, { isDone: false, events: [] }]),
  );
  let open = [...read];
  let isHeard = false;
  let failure: ModuleError | undefined;
  for (let round = 0; round < ROUNDS && open.length > 0 && remainingMs() > 0; round++) {
    const calls = open.map(([window, { token }]) => eventsCall(account, window, token));
    const answers = await node.batch(calls, { deadlineMs: remainingMs() });
    open = open.filter(([, reading], index) => {
      const answer = answers[index];
      // A node that refuses so many blocks says so; the next call queries fewer.
      isHeard ||= answer?.ok === true || (answer !== undefined && !isUnheard(answer.error));
      if (!answer?.ok) {
        failure ??= answer?.error;
        return false;
      }
      const { events, continuation_token: token } = answer.value;
      reading.events.push(...events);
      reading.isDone = token === undefined;
      // A repeated continuation token would loop forever.
      const isMore = token !== undefined && token !== reading.token;
      if (isMore) reading.token = token;
      return isMore;
    });
  }
  if (!isHeard && windows.length > 0)
    throw failure ?? new ModuleError('nodeUnavailable', 'There was no time left.');
  return read;
}

const eventsCall = (account: string, { from, to }: BlockRange, token: string | undefined) =>
  starknet_getEvents({
    filter: {
      from_block: { block_number: from },
      to_block: { block_number: to },
      keys: [[getSelector('Approval'), getSelector('ApprovalForAll')], [toHex(BigInt(account))]],
      chunk_size: CHUNK,
      ...(token !== undefined && { continuation_token: token }),
    },
  });

/** The approval in an event; rechecks the filter instead of trusting the node. */
function approvalsIn(event: EmittedEvent, account: string): FoundApproval[] {
  const { block_number: block } = event;
  if (block === undefined) return [];
  return parseTokenEvent(event, new Set()).flatMap((approval) => {
    if (approval.kind === 'approval' && sameFelt(approval.owner, account))
      return [{ ...approval, block }];
    return [];
  });
}
