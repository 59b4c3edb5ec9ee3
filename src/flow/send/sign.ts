import { fail } from '@xnet/clients/errors';
import type { Module } from '../../module';
import type { StoredAccount } from '../../schema/account';
import type { Call } from '../../schema/call';
import { type RequestContext, sameFelt, unixSeconds } from '../../schema/primitives';
import { parseMaxFee, type SignerDetails } from '../../schema/transactionDetails';
import { maximumFee } from '../../starknet/transactions/fees';
import type { TransactionType } from '../../starknet/transactions/networkLimits';
import type { ReviewFacts } from '../../ui/review/facts';
import type { Live } from '../../ui/review/open';
import { say } from '../../ui/text/words';
import { approve, REFRESH_MS } from '../consent/approve';
import { messageWarning } from '../messages/warnings';
import { describeTransaction } from '../review/describe';
import { reviewWithFixedBounds } from '../review/fixedBounds';
import { liveReview, openReview } from '../review/open';
import type { DeclaredHashes } from '../transactions/build';
import { requireCommitted } from '../transactions/committed';
import { planDeclaration } from '../transactions/declareBounds';
import { requireAccepted, requireSignatureQuota } from '../transactions/limits';
import { withAccountLock } from '../transactions/locks';
import { createRecords } from '../transactions/record';
import type { TransactionReview } from '../transactions/review';
import { describeDeclaration } from './declare';

export type SigningRequest = {
  context: RequestContext;
  account: StoredAccount;
  calls: readonly Call[];
  /** True to sign the deployment of the account, which has no calls. */
  deploys: boolean;
  /** A class to declare, by its hashes. */
  declares?: DeclaredHashes;
  details: SignerDetails;
  /** The dapp's claim of the calls' ABIs. */
  abis?: unknown;
};

/**
 * Shows one transaction and signs it without sending it. Needs no node if nonce and bounds are
 * given; the effect of the calls is then shown as far as a node responds. Otherwise they are read
 * and estimated as for sending. The journal records what the site can send before the site receives
 * the signature: the next review mentions it.
 * @throws userRejected, invalidParams if sender or network differs from the request
 */
export const signOnly = (module: Module, asked: SigningRequest): Promise<string[]> =>
  withAccountLock(module, asked, async (account) => {
    const request = { ...asked, account };
    requireContext(request);
    requireAccepted(request, typeOf(request));
    await requireSignatureQuota(module, request);
    const { review, live } = await openSigning(module, request);
    if (review.transactions.length !== 1) refuseUndeployed();
    const describe = (review: TransactionReview) => describeSigning(review, request.declares);
    const approved = await approve(review, describe, module.dialogs, live);
    const { chainId } = request.context.network;
    const signed = await module.keys.sign(approved, chainId);
    for (const record of createRecords(approved, signed, unixSeconds(module)))
      if (!(await module.transactions.find(chainId, record.txnHash)))
        await module.transactions.add({ ...record, given: true });
    return signed.flatMap(({ transaction }) => transaction.signature);
  });

function typeOf({ deploys, declares }: SigningRequest): TransactionType {
  if (deploys) return 'DEPLOY_ACCOUNT';
  if (declares) return 'DECLARE';
  return 'INVOKE';
}

const refuseUndeployed = () =>
  fail('invalidParams', 'The account is not deployed: sign its deployment first.', {
    path: 'address',
  });

function requireContext({ context, account, details }: SigningRequest): void {
  const { walletAddress, chainId } = details;
  if (walletAddress !== undefined && !sameFelt(walletAddress, account.address))
    fail('invalidParams', 'The details name another sender.', { path: 'details.walletAddress' });
  if (chainId !== undefined && chainId !== context.network.chainId)
    fail('invalidParams', 'The details name another network.', { path: 'details.chainId' });
}

type Opened = { review: TransactionReview; live: Live<TransactionReview> };

async function openSigning(module: Module, request: SigningRequest): Promise<Opened> {
  const { context, account, calls, deploys, declares, details, abis } = request;
  const { nonce, resourceBounds, tip = '0x0' } = details;
  const maxFee = parseMaxFee(details);
  if (resourceBounds && maxFee !== undefined && maximumFee(resourceBounds, tip) > maxFee)
    fail('invalidParams', 'The bounds allow more than maxFee.', { path: 'details.maxFee' });
  const complete = resourceBounds && (deploys || nonce !== undefined);
  const givenCalls = { context, account, calls, details, abis };
  if (!complete && declares) {
    // With a nonce of the caller's, it may be sent at any later time.
    if (nonce === undefined) await requireCommitted(module, { ...givenCalls, declares });
    const { plan, bounds } = await planDeclaration(module, { ...givenCalls, declares });
    return { review: await reviewWithFixedBounds(module, givenCalls, plan, bounds), live: {} };
  }
  if (!complete) {
    const review = await openReview(module, givenCalls);
    return { review, live: liveReview(module, givenCalls) };
  }
  const plan = { account, deploys, calls, declares, details, nonce: BigInt(nonce ?? '0x0') };
  const previewFixed = () => reviewWithFixedBounds(module, givenCalls, plan, resourceBounds);
  // The signed content stays as requested; only its effect is simulated again.
  const live = calls.length > 0 ? { refresh: previewFixed, everyMs: REFRESH_MS } : {};
  return { review: await previewFixed(), live };
}

function describeSigning(
  review: TransactionReview,
  declares: DeclaredHashes | undefined,
): ReviewFacts {
  const facts = declares ? describeDeclaration(review, declares) : describeTransaction(review);
  return {
    ...facts,
    title: say('message.signTitle'),
    verb: 'review.doSign',
    warnings: [messageWarning('signedNotSent', 'caution'), ...facts.warnings],
  };
}
