/** Credits per call, by the specification's table ("Limits"), with similar methods added. */
const credits: Readonly<Record<string, number>> = {
  baseFeePercentile: 80,
  baseFeeHistory: 80,
  suggestedGasFees: 80,
  busyThreshold: 80,
  eth_getBlockByHash: 80,
  eth_getBlockByNumber: 80,
  eth_getTransactionByBlockNumberAndIndex: 150,
  eth_getTransactionByBlockHashAndIndex: 150,
  eth_getUncleByBlockNumberAndIndex: 150,
  eth_getUncleByBlockHashAndIndex: 150,
  eth_getProof: 150,
  eth_getBlockReceipts: 1_000,
};
const OTHER = 80;

/**
 * Credits of a batch itself, in addition to those of its calls.
 * @example batchCredits + getCredits('eth_getProof') + getCredits('eth_getBlockReceipts') // 1230
 */
export const batchCredits = OTHER;

/**
 * Credits that a call of a method costs.
 * @example getCredits('eth_getProof') // 150
 */
export const getCredits = (method: string): number => {
  if (Object.hasOwn(credits, method)) return credits[method] ?? OTHER;
  return OTHER;
};

/** Malformed, too slow, too large, or for an unknown path. */
const malformed: readonly number[] = [400, 404, 408, 413, 415];
/** Credits for a request that is refused as malformed, whatever its method. */
const REFUSED = 5;

/**
 * Credits for a request whose response is an HTTP status other than 2xx instead of a result:
 * limits, server failures and rejected keys are free.
 * @example creditsOfStatus(502) // 0
 */
export const creditsOfStatus = (status: number): number => {
  if (malformed.includes(status)) return REFUSED;
  return 0;
};
