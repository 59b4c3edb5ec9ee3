import { ownEntry } from '@xnet/clients/schema/table';
import { creditsOfStatus, getCredits } from '@xnet/clients/transport/credits';
import type { Call } from '../upstream/call';
import { openMethods } from '../upstream/methods';

/** Credits of one event that a subscription delivers. */
const events: Readonly<Record<string, number>> = {
  newHeads: 50,
  logs: 300,
  newPendingTransactions: 200,
};

const gasCalls = ['baseFeeHistory', 'baseFeePercentile', 'busyThreshold', 'suggestedGasFees'];

/** All that has a price: methods, with those that an operator names, gas calls and events. */
export const listPriced = (furtherMethods: readonly string[]): string[] => [
  ...openMethods,
  ...furtherMethods,
  ...gasCalls,
  ...Object.keys(events),
];

export type Prices = ReturnType<typeof createPrices>;

/**
 * The prices that the clients compute with (`clients/src/transport/credits.ts`), and an operator's own.
 * @param operatorPrices prices that the operator sets, by method, gas call or subscription
 */
export const createPrices = (operatorPrices: Readonly<Record<string, number>> = {}) => {
  const ownOf = (name: string): number | undefined => ownEntry(operatorPrices, name);
  const ofMethod = (method: string): number => ownOf(method) ?? getCredits(method);
  return {
    ofMethod,
    /** Malformed calls cost the same alone and in a batch. */
    ofCall: (call: Call | { error: unknown }): number =>
      'error' in call ? creditsOfStatus(400) : ofMethod(call.method),
    ofEvent: (subscription: string): number =>
      ownOf(subscription) ?? ownEntry(events, subscription) ?? getCredits(subscription),
    /** Prices of the methods open to every key, and of the named ones. */
    list: (furtherMethods: readonly string[]): Readonly<Record<string, number>> =>
      Object.fromEntries(
        [...openMethods, ...furtherMethods].map((method) => [method, ofMethod(method)]),
      ),
  };
};
