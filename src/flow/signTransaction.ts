import { fail } from '../errors';
import type { Module } from '../module';
import type { StoredAccount } from '../schema/account';
import type { Call } from '../schema/call';
import type { RequestContext } from '../schema/context';
import { sameFelt } from '../schema/primitives';
import type { SignerDetails } from '../schema/signerDetails';
import { maximumFee } from '../starknet/fees';
import type { ReviewFacts } from '../ui/reviewFacts';
import type { DeclaredHashes } from './buildTransactions';
import { describeDeclaration } from './declareContract';
import { describeTransaction } from './describeTransaction';
import { messageWarning } from './messageWarnings';
import { prepareTransaction, type TransactionReview } from './prepareTransaction';
import { reviewGiven } from './previewCalls';
import { approve } from './review';
import { signedFields } from './signedFields';

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
 * given; what the calls do is told then as far as
 * a node answers. Otherwise they are read and estimated as for a transaction that is sent.
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
  const { walletAddress, chainId, version } = details;
  if (walletAddress !== undefined && !sameFelt(walletAddress, account.address))
    fail('invalidParams', 'The details name another sender.', { path: 'details.walletAddress' });
  if (chainId !== undefined && chainId !== context.network.chainId)
    fail('invalidParams', 'The details name another network.', { path: 'details.chainId' });
  // The query form of version 3 is for estimates: its signature is another one.
  if (version !== undefined && BigInt(version) !== 3n)
    fail('invalidParams', 'Only version 3 is signed.', { path: 'details.version' });
}

async function reviewOf(module: Module, wish: SignWish): Promise<TransactionReview> {
  const { context, account, calls, deploys, declares, details } = wish;
  const { nonce, resourceBounds } = details;
  const complete = resourceBounds && (deploys || nonce !== undefined);
  if (!complete) return prepareTransaction(module, { context, account, calls, details });
  const plan = { account, deploys, calls, declares, details, nonce: BigInt(nonce ?? '0x0') };
  const { maxFee, tip = '0x0' } = details;
  if (maxFee !== undefined && maximumFee(resourceBounds, tip) > BigInt(maxFee))
    fail('invalidParams', 'The bounds allow more than maxFee.', { path: 'details.maxFee' });
  return reviewGiven(module, { context, account, calls, details }, plan, resourceBounds);
}

function describeSigning(
  review: TransactionReview,
  declares: DeclaredHashes | undefined,
): ReviewFacts {
  const facts = declares ? describeDeclaration(review, declares) : describeTransaction(review);
  const { context, account, transactions } = review;
  return {
    ...facts,
    title: { say: 'message.signTitle' },
    warnings: [messageWarning('signedNotSent', 'caution'), ...facts.warnings],
    details: [
      ...(facts.details ?? []),
      ...transactions.map((transaction) =>
        signedFields(transaction, context.network.chainId, account.address),
      ),
    ],
  };
}
