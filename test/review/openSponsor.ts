import { fetchSponsoredReview } from '../../src/flow/paymaster/sponsor';
import type { TransactionReview } from '../../src/flow/transactions/review';
import { sepolia } from '../../src/networks/sepolia';
import { chainIds, networks } from '../../src/schema/primitives';
import { knownTokens } from '../../src/starknet/tokens/erc20';
import { transferCall } from '../chain/transferCall';
import { createClock } from '../wallet/clock';
import { openModule } from '../wallet/openModule';
import { storedAccounts } from '../wallet/storedAccounts';

export const PAYMASTER_KEY = 'canary0123456789abcdef';
/** Unix milliseconds. */
export const NOW = 1_800_000_000_000;

/** The calls that the user wants to execute. */
export const sponsoredCalls = [
  transferCall(knownTokens.STRK.address, '0x5', 16n),
  transferCall(sepolia.tokens.USDC.address, '0x6', 2n ** 200n),
];

/** A module with a paymaster on Sepolia, and the review of two calls of a deployed account. */
export async function openSponsor(
  url: string,
  { key = PAYMASTER_KEY, ...options }: { key?: string } & Parameters<typeof openModule>[0] = {},
) {
  // Nobody answers for prices: the pauses between two attempts need not be waited for.
  const { setTimer } = createClock({ pausesUpToMs: 1_000 });
  const opened = openModule({ now: () => NOW, setTimer, ...options });
  await opened.module.settings.paymasters.choose(chainIds.sepolia, { url, ...(key && { key }) });
  const [account] = storedAccounts(chainIds.sepolia, 1);
  const [, network] = networks;
  if (!account || !network) throw new Error('There is an account on Sepolia.');
  const review = {
    context: { origin: 'https://dapp.example', method: 'xnet_executeTxn', network },
    account: { ...account, deployment: 'deployed' },
    calls: sponsoredCalls.map((call) => ({ call })),
    transactions: [],
    fee: { expected: '1000000000000000', maximum: '10000000000000000' },
    payer: { by: 'account' },
  } as unknown as TransactionReview; // What else belongs to a review is about other things.
  const pay = (payWith: string) => fetchSponsoredReview(opened.module, review, payWith);
  const { context } = review;
  const request = { context, account: review.account, calls: sponsoredCalls, details: {} };
  return { ...opened, review, request, pay };
}
