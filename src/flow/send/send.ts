import { fail, ModuleError } from '@xnet/clients/errors';
import type { Module, State } from '../../module';
import type { StarknetNode } from '../../remote/starknet/node';
import { isAmbiguous } from '../../remote/starknet/nodeErrors';
import { starknet_addDeclareTransaction } from '../../remote/starknet/starknet_addDeclareTransaction';
import { starknet_addDeployAccountTransaction } from '../../remote/starknet/starknet_addDeployAccountTransaction';
import { starknet_addInvokeTransaction } from '../../remote/starknet/starknet_addInvokeTransaction';
import type { StoredAccount } from '../../schema/account';
import { sameFelt, USER, unixSeconds } from '../../schema/primitives';
import { asKnown, FOREIGN_NONCE } from '../../schema/transaction';
import type { Signed, Transaction } from '../../starknet/transactions/transaction';
import { getUsedAddresses } from '../addresses/addressBook';
import { approve } from '../consent/approve';
import { isSponsored, sendSponsored } from '../paymaster/sponsor';
import { partiesInCalls } from '../review/calls';
import { describeTransaction } from '../review/describe';
import { liveReview, openWithChoices } from '../review/open';
import { type Declaration, onWire } from '../transactions/build';
import { requireCommitted } from '../transactions/committed';
import { requireAccepted } from '../transactions/limits';
import { type Signing, withAccountLock } from '../transactions/locks';
import type { TransactionRequest } from '../transactions/plan';
import { createRecords, FIRST_POLL_SECONDS } from '../transactions/record';
import type { TransactionReview } from '../transactions/review';

/** What an account sends, and how its review is described. */
export type Sending = {
  readonly request: TransactionRequest;
  readonly describe: typeof describeTransaction;
};

/**
 * Prepares, shows, signs, records and sends; returns the hashes, in the order sent. Transactions of
 * one account run in sequence, since each needs the next nonce.
 * @throws userRejected, hashMismatch, transactionRejected and what openReview throws
 */
export const sendTransaction = (
  module: Module,
  asked: TransactionRequest,
  describe: typeof describeTransaction = describeTransaction,
): Promise<string[]> =>
  sendInTurn(module, asked, async (account) => ({ request: { ...asked, account }, describe }));

/**
 * The same for what depends on what the account has: made when its turn comes, since the requests
 * before it change that.
 * @throws as sendTransaction, and what `make` throws
 */
export const sendInTurn = (
  module: Module,
  asked: Signing,
  make: (account: StoredAccount) => Promise<Sending>,
): Promise<string[]> =>
  withAccountLock(module, asked, async (current) => {
    const { request, describe } = await make(current);
    requireAccepted(request, request.declares ? 'DECLARE' : 'INVOKE');
    if (request.declares) await requireCommitted(module, request);
    module.keys.prepare();
    const review = await openWithChoices(module, request);
    const live = liveReview(module, request);
    const approved = await approve(review, describe, module.dialogs, live);
    const { chainId } = approved.context.network;
    const used = getUsedAddresses(partiesInCalls(approved.calls.map(({ call }) => call)));
    const carriedOut = async () => {
      if (isSponsored(approved)) return [await sendSponsored(module, approved)];
      const signed = await module.keys.sign(approved, chainId);
      return journalAndSend(module, approved, signed, request.declares);
    };
    const [hashes] = await Promise.all([
      carriedOut(),
      module.usedAddresses.add(chainId, used).catch(ignoreError),
      module.tokens
        .agree(
          chainId,
          (approved.tokenNews ?? []).map(({ token }) => token),
        )
        .catch(ignoreError),
      addRequestedAllowances(module, approved).catch(ignoreError),
    ]);
    return hashes;
  });

/** Notes for the user's list which site asked for an allowance. */
async function addRequestedAllowances(
  module: Module,
  { context, account, calls }: TransactionReview,
): Promise<void> {
  const { origin: site, network } = context;
  const time = unixSeconds(module);
  const requested = calls.flatMap(({ meaning }) => {
    if (meaning.kind === 'approve')
      return { token: meaning.token, spender: meaning.spender, site, time };
    if (meaning.kind === 'approveAll' && meaning.approved)
      return { token: meaning.token, spender: meaning.operator, site, time };
    return [];
  });
  if (site === USER || requested.length === 0) return;
  await module.allowances.addRequested(network.chainId, account.address, requested);
}

async function journalAndSend(
  module: Module,
  review: TransactionReview,
  signed: readonly Signed[],
  declares: Declaration | undefined,
): Promise<string[]> {
  const { chainId } = review.context.network;
  const records = createRecords(review, signed, unixSeconds(module));
  const node = await module.node(chainId);
  await module.transactions.add(...records);
  // From here on there is something to track, whatever happens.
  const woken = module.wakeTracker(FIRST_POLL_SECONDS);
  const deployment = records.find(({ txnType }) => txnType === 'deploy');
  // Stored after its record. The rest of the account may have changed during the review.
  if (deployment)
    await module.accounts
      .change(chainId, deployment.senderAddress, (account) => ({
        ...account,
        deployTxnHash: deployment.txnHash,
      }))
      .catch(ignoreError);
  for (const [index, { hash, transaction }] of signed.entries()) {
    const laterRecords = records.slice(index + 1);
    await sendOne(module, node, transaction, { chainId, hash, declares }).catch(async (error) => {
      for (const record of laterRecords)
        await reject(module, record, 'The one before it failed.', FOREIGN_NONCE).catch(ignoreError);
      throw error;
    });
  }
  await woken;
  return records.map(({ txnHash }) => txnHash);
}

async function sendOne(
  module: State,
  node: StarknetNode,
  transaction: Transaction,
  { chainId, hash, declares }: { chainId: string; hash: string; declares: Declaration | undefined },
): Promise<void> {
  const answer = await node.send(addCall(transaction, declares)).catch((error) => error);
  if (answer instanceof Error) {
    // It may have arrived: the record stays unchanged, and the tracker finds out.
    if (!(answer instanceof ModuleError) || isAmbiguous(answer)) return;
    await reject(module, { chainId, txnHash: hash }, rejectionReason(answer)).catch(ignoreError);
    throw withHash(answer, hash);
  }
  // The tracker would notice, too, so nothing waits for this write.
  await module.transactions.change(chainId, hash, asKnown, 'unawaited').catch(ignoreError);
  if (!answer.duplicate && !sameFelt(answer.transaction_hash, hash))
    fail('hashMismatch', `It said ${answer.transaction_hash}.`, { hash });
}

function addCall(transaction: Transaction, declares: Declaration | undefined) {
  switch (transaction.type) {
    case 'INVOKE':
      return starknet_addInvokeTransaction({ invoke_transaction: transaction });
    case 'DEPLOY_ACCOUNT':
      return starknet_addDeployAccountTransaction({ deploy_account_transaction: transaction });
    case 'DECLARE':
      return starknet_addDeclareTransaction({ declare_transaction: onWire(transaction, declares) });
  }
}

const reject = (
  module: State,
  { chainId, txnHash }: { chainId: string; txnHash: string },
  failureReason: string,
  nonce?: string,
) =>
  module.transactions.change(chainId, txnHash, (record) => ({
    ...record,
    status: 'REJECTED',
    failureReason,
    nonce: nonce ?? record.nonce,
  }));

const rejectionReason = ({ message, data: { nodeCode, reason } }: ModuleError): string =>
  [nodeCode === undefined ? message : `Code ${nodeCode}`, reason].filter(Boolean).join(': ');

const withHash = (error: ModuleError, hash: string): Error =>
  Object.assign(error, { data: { ...error.data, hash } });

/** After a broadcast the dapp gets its hash even if records cannot be stored. */
const ignoreError = () => undefined;
