import { fail } from '../errors';
import type { Module } from '../module';
import type { StoredAccount } from '../schema/account';
import type { Call } from '../schema/call';
import type { RequestContext } from '../schema/context';
import { sameFelt } from '../schema/primitives';
import type { SignerDetails } from '../schema/signerDetails';
import { maximumFee } from '../starknet/fees';
import type { ReviewFacts } from '../ui/reviewFacts';
import { type DeclaredHashes, realTransactions } from './buildTransactions';
import { describeDeclaration } from './declareContract';
import { describeTransaction } from './describeTransaction';
import { prepareTransaction, type TransactionReview } from './prepareTransaction';
import { approve } from './review';

export type SignWish = {
  context: RequestContext;
  account: StoredAccount;
  calls: readonly Call[];
  /** True to sign the deployment of the account, which has no calls. */
  deploys: boolean;
  /** A class to declare, by its hashes: nonce and bounds must be given then. */
  declares?: DeclaredHashes;
  details: SignerDetails;
};

/**
 * Shows one transaction and signs it without sending it. Needs no node where nonce and bounds are
 * given; otherwise they are read and estimated as for a transaction that is sent.
 * @throws userRejected, invalidParams where sender or network is not that of the request
 */
export async function signOnly(module: Module, wish: SignWish): Promise<string[]> {
  const { context, account } = wish;
  requireContext(wish);
  const review = await reviewOf(module, wish);
  if (review.transactions.length !== 1)
    fail('invalidParams', 'The account is not deployed: sign its deployment first.', {
      path: 'address',
    });
  const approved = await approve(
    review,
    (shown) => describeSigning(shown, wish.declares),
    module.dialogs,
  );
  const { chainId } = context.network;
  const [signed] = await module.keys.sign(approved, account.addressIndex, chainId);
  return [...(signed?.signature ?? [])];
}

function requireContext({ context, account, details }: SignWish): void {
  const { walletAddress, chainId } = details;
  if (walletAddress !== undefined && !sameFelt(walletAddress, account.address))
    fail('invalidParams', 'The details name another sender.', { path: 'details.walletAddress' });
  if (chainId !== undefined && chainId !== context.network.chainId)
    fail('invalidParams', 'The details name another network.', { path: 'details.chainId' });
}

async function reviewOf(module: Module, wish: SignWish): Promise<TransactionReview> {
  const { context, account, calls, deploys, declares, details } = wish;
  const { nonce, resourceBounds } = details;
  const complete = resourceBounds && (deploys || nonce !== undefined);
  if (!complete) return prepareTransaction(module, { context, account, calls, details });
  const plan = { account, deploys, calls, declares, details, nonce: BigInt(nonce ?? '0x0') };
  const maximum = maximumFee(resourceBounds, details.tip ?? '0x0');
  return {
    context,
    account,
    calls,
    transactions: realTransactions(plan, [resourceBounds]),
    fee: { expected: null, maximum: String(maximum) },
  };
}

const describeSigning = (
  review: TransactionReview,
  declares: DeclaredHashes | undefined,
): ReviewFacts => ({
  ...(declares ? describeDeclaration(review, declares) : describeTransaction(review)),
  title: 'Sign transaction',
  warnings: [
    {
      rule: 'signedNotSent',
      severity: 'caution',
      title: 'Signed, not sent',
      text: 'The site gets the signature and can send this transaction at any time until another with its nonce is included.',
    },
  ],
});
