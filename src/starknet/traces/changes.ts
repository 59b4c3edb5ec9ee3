import { greater } from '../../schema/primitives';
import { toAddress } from '../felt';
import type { Standard } from '../meaning/meaning';
import { parseTokenEvent, type TokenEvent } from '../tokens/event';

/** One change to an account's holdings or allowances; amounts in the smallest unit, decimal. */
export type Change = {
  readonly kind: 'send' | 'receive' | 'allow';
  readonly standard: Standard;
  /** The contract, in 64 digits like `other`. */
  readonly token: string;
  readonly amount: string;
  /** Set for a single token id; absent if a whole collection is allowed. */
  readonly tokenId?: string;
  /** The other side: recipient, sender or spender. */
  readonly counterparty: string;
};

type TransferMade = TokenEvent & { kind: 'transfer' };
type Approval = TokenEvent & { kind: 'approval' };
type CallerEvent = { readonly event: TokenEvent; readonly caller: string; readonly call: number };

const MOST_ALLOWED = 2n ** 256n - 1n;
const order = ['send', 'receive', 'allow'] as const;

/**
 * Changes of an account due to events: first what leaves, then what arrives, then allowances.
 * Transfers are netted per token; an allowance is what remains of it at the end. Events of other
 * accounts do not count, nor do those of contracts that are not tokens.
 * @param collections contracts whose old-style events concern single token ids
 */
export function computeChanges(
  emitted: readonly Emitted[],
  account: string,
  collections: ReadonlySet<string> = new Set(),
): Change[] {
  const ownAddress = toAddress(account);
  const read = emitted.flatMap((emission) =>
    parseTokenEvent(emission, collections).map((event) => ({
      event,
      caller: toAddress(emission.caller),
      call: emission.call,
    })),
  );
  const multi = new Set(
    read.filter(({ event }) => event.standard === 'erc1155').map(({ event }) => event.token),
  );
  const changes = [...netted(read, ownAddress), ...allowed(read, ownAddress)].map((change) => {
    if (change.standard === 'erc721' && multi.has(change.token))
      return { ...change, standard: 'erc1155' as const };
    return change;
  });
  return changes.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

const keyOf = (parts: readonly (string | bigint | number | undefined)[]): string => parts.join(' ');

/** Incoming and outgoing amounts, per token. */
function netted(read: readonly CallerEvent[], ownAddress: string): Change[] {
  const flows = new Map<string, { piece: TransferMade; parties: Map<string, bigint> }>();
  for (const { event } of read) {
    if (event.kind !== 'transfer' || event.from === event.to) continue;
    const isOwn = event.to === ownAddress || event.from === ownAddress;
    if (!isOwn || event.amount === 0n) continue;
    const [counterparty, amount] =
      event.to === ownAddress ? [event.from, event.amount] : [event.to, -event.amount];
    const key = keyOf([event.token, event.tokenId]);
    const flow = flows.get(key) ?? { piece: event, parties: new Map<string, bigint>() };
    flow.parties.set(counterparty, (flow.parties.get(counterparty) ?? 0n) + amount);
    flows.set(key, flow);
  }
  return [...flows.values()].flatMap(({ piece, parties }) =>
    settle(parties).map(([counterparty, amount]) => ({
      kind: amount > 0n ? ('receive' as const) : ('send' as const),
      ...pieceOf(piece),
      amount: String(greater(amount, -amount)),
      counterparty,
    })),
  );
}

/**
 * One line per party if all flows have the same direction. Otherwise only the sum, with the party
 * of the largest flow.
 */
function settle(parties: ReadonlyMap<string, bigint>): [counterparty: string, amount: bigint][] {
  const flows = [...parties].filter(([, amount]) => amount !== 0n);
  if (flows.every(([, amount]) => amount > 0n) || flows.every(([, amount]) => amount < 0n))
    return flows;
  const sum = flows.reduce((total, [, amount]) => total + amount, 0n);
  const inDirection = flows.filter(([, amount]) => amount > 0n === sum > 0n);
  const [largest] = inDirection.sort(([, a], [, b]) => (a > b === sum > 0n ? -1 : 1));
  if (sum === 0n || !largest) return [];
  return [[largest[0], sum]];
}

/** Allowances that these events granted, as they remain at the end. */
function allowed(read: readonly CallerEvent[], ownAddress: string): Change[] {
  const granted = new Map<string, { event: Approval; remaining: bigint; byOwner: boolean }>();
  const keyFor = ({ token, spender, tokenId }: Pick<Approval, 'token' | 'spender' | 'tokenId'>) =>
    keyOf([token, spender, tokenId]);
  // Some tokens report the remaining allowance whenever they move tokens.
  const moved = new Set(
    read
      .filter(({ event }) => event.kind === 'transfer' && event.from === ownAddress)
      .map(({ event, call }) => keyOf([event.token, call])),
  );
  const reportedKeys = new Set<string>();
  for (const { event, caller, call } of read) {
    const byOwner = caller === ownAddress;
    if (event.kind === 'approval') {
      if (event.owner !== ownAddress) continue;
      const key = keyFor(event);
      const isSpending = caller === event.spender && moved.has(keyOf([event.token, call]));
      if (isSpending) reportedKeys.add(keyOf([key, call]));
      if (!isSpending || granted.has(key))
        granted.set(key, { event, remaining: event.amount, byOwner });
      continue;
    }
    if (event.from !== ownAddress || byOwner || event.standard !== 'erc20') continue;
    const key = keyFor({ token: event.token, spender: caller });
    const grant = granted.get(key);
    if (!grant || reportedKeys.has(keyOf([key, call])) || grant.remaining === MOST_ALLOWED)
      continue;
    const remaining = greater(grant.remaining - event.amount, 0n);
    granted.set(key, { event: grant.event, remaining, byOwner: false });
  }
  return [...granted.values()]
    .filter(({ remaining, byOwner }) => remaining > 0n || byOwner)
    .map(({ event, remaining }) => ({
      kind: 'allow' as const,
      ...pieceOf(event),
      amount: String(remaining),
      counterparty: event.spender,
    }));
}

const pieceOf = ({ standard, token, tokenId }: TokenEvent) => ({
  standard,
  token,
  ...(tokenId !== undefined && { tokenId: String(tokenId) }),
});

/** An event of a simulated transaction, with the call that emitted it. */
export type Emitted = {
  /** Contract that emitted it. */
  readonly from_address: string;
  readonly keys: readonly string[];
  readonly data: readonly string[];
  /** Caller of that contract. */
  readonly caller: string;
  /** Equal for all events of one call; differs between calls. */
  readonly call: number;
};

/** A call in a node's trace, with the calls that it made. */
type Emitter = {
  readonly contract_address: string;
  readonly caller_address: string;
  readonly calls: readonly Emitter[];
  readonly events: readonly {
    readonly order: number;
    readonly keys: readonly string[];
    readonly data: readonly string[];
  }[];
  readonly is_reverted: boolean;
};

/** Limit per simulation; larger ones get no preview. */
const MOST_CALLS = 20_000;
const MOST_EVENTS = 10_000;

/**
 * The events of calls in order of emission, without reverted ones. Undefined if there are too many.
 */
export function listEmitted(roots: readonly Emitter[]): Emitted[] | undefined {
  const emitted: Emitted[] = [];
  let calls = 0;
  for (const root of roots) {
    const ownEvents: (Emitted & { order: number })[] = [];
    const open = [root];
    for (let next = open.pop(); next; next = open.pop()) {
      if (next.is_reverted) continue;
      const { contract_address: from_address, caller_address: caller } = next;
      const call = calls++;
      for (const { order, keys, data } of next.events)
        ownEvents.push({ from_address, keys, data, caller, call, order });
      for (const call of next.calls) open.push(call);
      if (calls > MOST_CALLS || emitted.length + ownEvents.length > MOST_EVENTS) return undefined;
    }
    ownEvents.sort((a, b) => a.order - b.order);
    emitted.push(...ownEvents.map(({ order: _, ...event }) => event));
  }
  return emitted;
}
