import { batchCredits, creditsOf, creditsOfStatus } from './credits';
import { member } from './failure';
import type { RpcReply, RpcRequest } from './rpcMessage';

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
      add(calls + (requests.length > 1 && calls > 0 ? batchCredits : 0));
    },
    refused: (status) => add(creditsOfStatus(status)),
    used() {
      startDay();
      return used;
    },
  };
}

/** A limit costs nothing, and neither does what was never answered or failed on the far side. */
function costOfReply(method: string, reply: RpcReply | undefined): number {
  if (reply === undefined || 'fault' in reply) return 0;
  const status = 'error' in reply ? httpStatusOf(reply.error) : undefined;
  return status === undefined ? creditsOf(method) : creditsOfStatus(status);
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
