import { member } from './failure';
import type { RpcReply, RpcRequest } from './rpcMessage';

/** Credits of a call, by the specification's table ("Limits"). */
const creditCosts: Readonly<Record<string, number>> = {
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
/** Of a request that was refused as malformed. */
const REFUSED = 5;

/**
 * What a call of a method costs of the day’s credits.
 * @example creditsOf('eth_getProof') // 150
 */
export const creditsOf = (method: string): number =>
  Object.hasOwn(creditCosts, method) ? (creditCosts[method] ?? OTHER) : OTHER;

export type CreditMeter = {
  /** Counts a call that was answered. */
  spent(method: string): void;
  /** Counts requests that travelled together, by what each was answered. */
  answered(requests: readonly RpcRequest[], replies: readonly RpcReply[]): void;
  /** Counts a request that was answered with that HTTP status instead of a reply. */
  refused(status: number): void;
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
 * @example createCreditMeter({ budget: 3_000_000, onMark: (share) => warn(share) });
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
    spent: (method) => add(creditsOf(method)),
    answered(requests, replies) {
      const costs = requests.map(({ method }, index) => costOfReply(method, replies[index]));
      const calls = costs.reduce((sum, cost) => sum + cost, 0);
      add(calls + (requests.length > 1 && calls > 0 ? OTHER : 0));
    },
    refused: (status) => add(isMalformed(status) ? REFUSED : 0),
    used() {
      startDay();
      return used;
    },
  };
}

/** A limit, a failure of the far side, an unknown key or path: nobody pays for those. */
const isMalformed = (status: number): boolean => [400, 404, 413, 415].includes(status);

/** A limit costs nothing, and neither does what was never answered or failed on the far side. */
function costOfReply(method: string, reply: RpcReply | undefined): number {
  if (reply === undefined || 'fault' in reply) return 0;
  const status = 'error' in reply ? httpStatusOf(reply.error) : undefined;
  if (status === undefined) return creditsOf(method);
  return isMalformed(status) ? REFUSED : 0;
}

/**
 * The HTTP status that an error would have by itself; undefined for one that is a node's answer to
 * the call. The node service tells it in `data.status`, because in a batch and over a WebSocket
 * there is no other place for it.
 */
function httpStatusOf({ code, data }: { code: number; data?: unknown }): number | undefined {
  const told = member(data, 'status');
  if (typeof told === 'number' && told >= 400 && told < 600) return told;
  if (code === -32005) return 429;
  if (code === -32600 || code === -32700) return 400;
  return code >= 400 && code < 600 ? code : undefined;
}
