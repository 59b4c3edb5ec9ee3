import { batchCredits, creditsOfStatus, getCredits } from './credits';
import { member } from './failure';
import type { RpcReply, RpcRequest } from './rpcMessage';

export type CreditMeter = {
  /** Counts a call that got a response. */
  spent(method: string): void;
  /** Counts requests that were sent together, by the reply to each. */
  answered(requests: readonly RpcRequest[], replies: readonly RpcReply[]): void;
  /** Counts a request whose response was this HTTP status instead of a reply. */
  refused(status: number): void;
  /** Credits used since 00:00 UTC. */
  used(): number;
};

/** Shares of the budget that the meter reports; node providers notify customers at the same. */
const MARKS = [0.75, 0.85, 1] as const;

/**
 * Counts the credits that calls cost, as the server does: a soft limit, which reports and blocks
 * nothing.
 *
 * @param budget credits per day
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
  let reportedMarks = 0;

  const startDay = () => {
    const today = Math.floor(now() / 86_400_000);
    if (today === day) return;
    day = today;
    used = 0;
    reportedMarks = 0;
  };
  const add = (credits: number) => {
    startDay();
    used += credits;
    if (budget === undefined) return;
    for (const share of MARKS.slice(reportedMarks)) {
      if (used < budget * share) break;
      reportedMarks += 1;
      onMark?.(share, used);
    }
  };

  return {
    spent: (method) => add(getCredits(method)),
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

/** Requests that hit a limit, got no response or failed on the server cost nothing. */
function costOfReply(method: string, reply: RpcReply | undefined): number {
  if (reply === undefined || 'fault' in reply) return 0;
  const status = 'error' in reply ? httpStatusOf(reply.error) : undefined;
  if (status === undefined) return getCredits(method);
  return creditsOfStatus(status);
}

/**
 * The HTTP status that an error would have outside a batch; undefined if it is a node's response to
 * the call. The node service sends it in `data.status`, because a batch or a WebSocket has no other
 * place for it.
 */
function httpStatusOf({ code, data }: { code: number; data?: unknown }): number | undefined {
  const status = member(data, 'status');
  if (typeof status === 'number' && status >= 400 && status < 600) return status;
  if (code === -32005) return 429;
  if (code === -32600 || code === -32700) return 400;
  if (code >= 400 && code < 600) return code;
  return undefined;
}
