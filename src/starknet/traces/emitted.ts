/** An event of a simulated transaction, with the call that emitted it. */
export type Emitted = {
  /** Contract that emitted it. */
  readonly from_address: string;
  readonly keys: readonly string[];
  readonly data: readonly string[];
  /** Who called that contract. */
  readonly caller: string;
  /** The same for all events of one call, and for no others. */
  readonly call: number;
};

/** A call of a trace as nodes tell it, with the calls that it made. */
type Invocation = {
  readonly contract_address: string;
  readonly caller_address: string;
  readonly calls: readonly Invocation[];
  readonly events: readonly {
    readonly order: number;
    readonly keys: readonly string[];
    readonly data: readonly string[];
  }[];
  readonly is_reverted: boolean;
};

/** What is looked at of one simulation; anything larger is not previewed. */
const MOST_CALLS = 20_000;
const MOST_EVENTS = 10_000;

/**
 * The events of some calls in the order of emission; what was undone has none. Undefined where
 * there are more than can be looked at.
 */
export function emittedBy(roots: readonly Invocation[]): Emitted[] | undefined {
  const emitted: Emitted[] = [];
  let calls = 0;
  for (const root of roots) {
    const own: (Emitted & { order: number })[] = [];
    const open = [root];
    for (let next = open.pop(); next; next = open.pop()) {
      if (next.is_reverted) continue;
      const { contract_address: from_address, caller_address: caller } = next;
      const call = calls++;
      for (const { order, keys, data } of next.events)
        own.push({ from_address, keys, data, caller, call, order });
      open.push(...next.calls);
      if (calls > MOST_CALLS || emitted.length + own.length > MOST_EVENTS) return undefined;
    }
    own.sort((a, b) => a.order - b.order);
    emitted.push(...own.map(({ order: _, ...event }) => event));
  }
  return emitted;
}
