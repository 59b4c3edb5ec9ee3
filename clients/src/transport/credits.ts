/** Credits of a call, by the specification's table ("Limits"), and what is asked like one of its. */
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
 * Credits of a batch as such, beside those of its calls.
 * @example batchCredits + creditsOf('eth_getProof') + creditsOf('eth_getBlockReceipts') // 1230
 */
export const batchCredits = OTHER;

/**
 * What a call of a method costs of the day’s credits.
 * @example creditsOf('eth_getProof') // 150
 */
export const creditsOf = (method: string): number =>
  Object.hasOwn(credits, method) ? (credits[method] ?? OTHER) : OTHER;

/** Not well formed, too slow, too large, or for something that is not there. */
const malformed: readonly number[] = [400, 404, 408, 413, 415];
/** Of a request that is refused as malformed, whatever was asked. */
const REFUSED = 5;

/**
 * What a request costs that is answered with an HTTP status other than 2xx in place of a result:
 * nobody pays for a limit, for a failure of the far side, or where no key was taken.
 * @example creditsOfStatus(502) // 0
 */
export const creditsOfStatus = (status: number): number =>
  malformed.includes(status) ? REFUSED : 0;
