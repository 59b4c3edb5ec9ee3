import type { RpcReply, RpcRequest } from './jsonRpc';

/** Credits of a call, by the specification's table ("Limits"). */
export const creditCosts: Readonly<Record<string, number>> = {
  baseFeePercentile: 80,
  baseFeeHistory: 80,
  suggestedGasFees: 80,
  busyThreshold: 80,
  eth_getBlockByHash: 80,
  eth_getBlockByNumber: 80,
  eth_getTransactionByBlockNumberAndIndex: 150,
  eth_getUncleByBlockNumberAndIndex: 150,
  eth_getProof: 150,
  eth_getBlockReceipts: 1000,
};
/** Of any other method; of a batch as such, beside its calls. */
const OTHER = 80;
/** Of a call that was refused as malformed (HTTP 4xx but for 402 and 429). */
const REFUSED = 5;

export const costOf = (method: string): number =>
  Object.hasOwn(creditCosts, method) ? (creditCosts[method] ?? OTHER) : OTHER;

export type CreditMeter = {
  /** Counts a call that was answered. */
  spent(method: string): void;
  /** Counts requests that were answered together. */
  answered(requests: readonly RpcRequest[], replies: readonly RpcReply[]): void;
  /** Counts a request that was refused as malformed. */
  refused(): void;
  /** Credits used since 00:00 UTC. */
  used(): number;
};

/** Shares of the budget at which the meter tells, as node providers write to their customers. */
const MARKS = [0.75, 0.85, 1] as const;

/**
 * Counts the credits that calls cost, as the far side does: a soft limit, which tells and stops
 * nothing.
 *
 * @param budget credits a day
 * @param onMark called once a day for each share of the budget (0.75, 0.85, 1) that is reached
 */
export function createCreditMeter(
  options: {
    readonly budget?: number;
    readonly onMark?: (share: number, used: number) => void;
    readonly now?: () => number;
  } = {},
): CreditMeter {
  const { budget, onMark, now = Date.now } = options;
  let day = -1;
  let used = 0;
  let told = 0;

  const startDay = () => {
    const today = Math.floor(now() / 86_400_000);
    if (today === day) return;
    day = today;
    used = 0;
    told = 0;
  };
  const add = (credits: number) => {
    startDay();
    used += credits;
    if (budget === undefined) return;
    for (const share of MARKS.slice(told)) {
      if (used < budget * share) break;
      told += 1;
      onMark?.(share, used);
    }
  };

  return {
    spent: (method) => add(costOf(method)),
    answered(requests, replies) {
      const open = requests.filter((_, index) => isCharged(replies[index]));
      const calls = open.reduce((sum, { method }) => sum + costOf(method), 0);
      add(calls + (requests.length > 1 && open.length > 0 ? OTHER : 0));
    },
    refused: () => add(REFUSED),
    used() {
      startDay();
      return used;
    },
  };
}

/** A limit costs nothing, and neither does what was never answered. */
const isCharged = (reply: RpcReply | undefined): boolean =>
  reply !== undefined &&
  !('fault' in reply) &&
  !('error' in reply && [-32005, 402, 429].includes(reply.error.code));
