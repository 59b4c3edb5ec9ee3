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
export const listPriced = (named: readonly string[]): string[] => [
  ...openMethods,
  ...named,
  ...gasCalls,
  ...Object.keys(events),
];

export type Prices = ReturnType<typeof createPrices>;

/**
 * The prices that the clients compute with (`clients/src/transport/credits.ts`), and an operator's own.
 * @param own prices that the operator sets, by method, gas call or subscription
 */
export const createPrices = (own: Readonly<Record<string, number>> = {}) => {
  const ownOf = (name: string): number | undefined =>
    Object.hasOwn(own, name) ? own[name] : undefined;
  const ofMethod = (method: string): number => ownOf(method) ?? getCredits(method);
  return {
    ofMethod,
    /** Malformed calls cost the same alone and in a batch. */
    ofCall: (call: Call | { error: unknown }): number =>
      'error' in call ? creditsOfStatus(400) : ofMethod(call.method),
    ofEvent: (subscription: string): number =>
      ownOf(subscription) ??
      (Object.hasOwn(events, subscription) ? events[subscription] : undefined) ??
      getCredits(subscription),
    /** Prices of the methods open to every key, and of the named ones. */
    list: (named: readonly string[]): Readonly<Record<string, number>> =>
      Object.fromEntries([...openMethods, ...named].map((method) => [method, ofMethod(method)])),
  };
};
