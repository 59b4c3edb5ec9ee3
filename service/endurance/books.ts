import { batchCredits, getCredits } from '@xnet/clients/transport/credits';
import type { RpcRequest } from '@xnet/clients/transport/rpcMessage';

/**
 * The credits of one key, seen from its callers. The store takes a call's price before the node gets
 * it, under an id of its own, and gives back what the call did not cost before the caller gets the
 * reply. So between two audits, while nothing is in flight:
 *
 * - The store counts at least what the replies said: less is lost.
 * - It counts at most that and the price of requests that a kill left without a reply: more is doubled.
 *   Without a kill in between, it counts exactly that.
 */
export type Books = ReturnType<typeof createBooks>;

/** The instance that a request goes to: tells, once it has ended, whether a kill may have cut it off. */
export type Target = { mark: () => () => boolean };

/** A reply that a caller got; ms of the clock. */
type Reply = { sentAt: number; gotAt: number; credits: number };

export type Finding = { lost: number; doubled: number };

/** Credits that a request takes before it is answered. */
const getPrice = (requests: readonly RpcRequest[]): number =>
  requests.reduce(
    (sum, { method }) => sum + getCredits(method),
    requests.length > 1 ? batchCredits : 0,
  );

export const createBooks = (now: () => number = Date.now) => {
  const counts = { calls: 0, credits: 0, inFlight: 0 };
  const statuses: Record<number, number> = {};
  const replies: Reply[] = [];
  const faults: string[] = [];
  /** Requests that the store had not answered: the service settles them later, unless it is killed. */
  let unclear: { price: number; wasCut: () => boolean }[] = [];
  let pending = 0;
  let atRisk = 0;
  let excess = 0;

  const begin = (target: Target, requests: readonly RpcRequest[]) => {
    const price = getPrice(requests);
    const wasCut = target.mark();
    const sentAt = now();
    pending += 1;
    return {
      /** @param credits what the reply said that the request has cost */
      end: (credits: number, status: number): void => {
        pending -= 1;
        counts.calls += requests.length;
        counts.credits += credits;
        if (credits > 0) replies.push({ sentAt, gotAt: now(), credits });
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (status === 500) unclear.push({ price, wasCut });
      },
      /** @param isUnsent whether there was no connection to send it over */
      fail: (isUnsent: boolean): void => {
        pending -= 1;
        if (isUnsent) return;
        if (!wasCut()) return void faults.push('a request to a running instance got no reply');
        counts.inFlight += 1;
        atRisk += price;
      },
    };
  };

  const look = (used: number): Finding => {
    const cutCredits = unclear.reduce((sum, { price, wasCut }) => sum + (wasCut() ? price : 0), 0);
    const growth = used - counts.credits - excess;
    return { lost: Math.max(0, -growth), doubled: Math.max(0, growth - atRisk - cutCredits) };
  };

  return {
    begin,
    counts: counts as Readonly<typeof counts>,
    /** Replies by their HTTP status, or what it would be over HTTP. */
    statuses: statuses as Readonly<typeof statuses>,
    replies: replies as readonly Reply[],
    faults: faults as readonly string[],
    pending: (): number => pending,
    /** Compares without closing. */
    look,
    /** Compares with the store's count, and begins anew from it. */
    audit: (used: number): Finding => {
      const finding = look(used);
      excess = used - counts.credits;
      atRisk = 0;
      unclear = [];
      return finding;
    },
  };
};

/**
 * The most credits of replies within any window of this length, by the plain arithmetic of a bucket
 * that a second fills: what was sent and answered within a window was granted in it.
 *
 * @returns the excess over what a key with this rate may get, 0 if there is none
 */
export const excessOfRate = (
  replies: readonly Reply[],
  perSecond: number,
  windowMs: number,
): number => {
  const inOrder = [...replies].sort((a, b) => a.sentAt - b.sentAt);
  const limit = perSecond * (1 + windowMs / 1_000);
  return inOrder.reduce((most, { sentAt: from }, first) => {
    let sum = 0;
    for (let at = first; at < inOrder.length; at += 1) {
      const { sentAt, gotAt, credits } = inOrder[at] as Reply; // below the length
      if (sentAt > from + windowMs) break;
      if (gotAt <= from + windowMs) sum += credits;
    }
    return Math.max(most, sum - limit);
  }, 0);
};
