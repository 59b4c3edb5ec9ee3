import { creditsOf, creditsOfStatus } from '@xnet/clients/transport/credits';
import type { Call } from '../upstream/call';
import { openMethods } from '../upstream/openMethods';

/** Credits of each open method. */
export const methodCosts: Readonly<Record<string, number>> = Object.fromEntries(
  openMethods.map((method) => [method, creditsOf(method)]),
);

/** Credits of one event that a subscription delivers. */
const events: Readonly<Record<string, number>> = {
  newHeads: 50,
  logs: 300,
  newPendingTransactions: 200,
};

/** Malformed calls cost the same alone and in a batch. */
export const costOfCall = (call: Call | { error: unknown }): number =>
  'error' in call ? creditsOfStatus(400) : creditsOf(call.method);

export const costOfEvent = (subscription: string): number =>
  (Object.hasOwn(events, subscription) ? events[subscription] : undefined) ??
  creditsOf(subscription);
