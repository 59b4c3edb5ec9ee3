import { fail } from '@xnet/clients/errors';
import type { Module, State, Wallet } from '../../module';
import type { Deadline, Outcome, StarknetNode } from '../../remote/starknet/node';
import { isContractNotFound, isTransactionNotFound } from '../../remote/starknet/nodeErrors';
import { starknet_getNonce } from '../../remote/starknet/starknet_getNonce';
import { starknet_getTransactionStatus } from '../../remote/starknet/starknet_getTransactionStatus';
import { type ChainId, type RequestContext, sameFelt, unixSeconds } from '../../schema/primitives';
import { FOREIGN_NONCE, isSent, type StoredTransaction } from '../../schema/transaction';
import type { Label, TextName } from '../../ui/text/words';
import { noteUpgrade } from '../accounts/upgrades';
import { classHashCall } from '../chain/classHashCall';
import { grantedAccounts, grantsOfSite } from '../consent/permissions';
import { statusCalls } from '../transactions/pending';
import { afterStatus, afterUnknown, type RecordStatus, recordStatus } from './status';

/**
 * The status of a transaction from a node or, if no node knows it, from the journal.
 * @throws unknownTransaction and the node's errors
 */
export async function statusOfHash(
  module: Module,
  {
    params,
    ...context
  }: RequestContext & { readonly params: { readonly transactionHash: string } },
): Promise<RecordStatus> {
  const { chainId } = context.network;
  // Any further detail from the journal would reveal whose transaction it is.
  const maySee = await grantsOfSite(module, context);
  const record = await module.transactions.find(chainId, params.transactionHash, maySee);
  if (record?.status === 'ACCEPTED_ON_L2') {
    await noteDeployment(module, record);
    return record;
  }
  const node = await module.node(chainId);
  const [answer] = await node.batch([
    starknet_getTransactionStatus({ transaction_hash: params.transactionHash }),
  ]);
  if (answer.ok) {
    const reportedStatus = recordStatus(answer.value);
    if (record) await move(module, record, (stored) => afterStatus(stored, answer.value));
    else if (reportedStatus.executionStatus === 'SUCCEEDED')
      await noteDeployments(module, node, context);
    return reportedStatus;
  }
  if (!isTransactionNotFound(answer.error)) throw answer.error;
  if (record && isSent(record)) return record;
  return fail('unknownTransaction');
}

/**
 * A transaction of another party, such as a paymaster, may have deployed an account that the site
 * sees. One HTTP request, only if such an account is not known to be deployed; never an error.
 */
async function noteDeployments(
  module: State,
  node: StarknetNode,
  context: RequestContext,
): Promise<void> {
  const { chainId } = context.network;
  const accounts = await grantedAccounts(module, context);
  const waiting = accounts.filter(({ deployment }) => deployment !== 'deployed');
  if (waiting.length === 0) return;
  const classCalls = waiting.map(({ address }) => classHashCall(address));
  const answers = await node.batch(classCalls).catch(() => []);
  for (const [index, { address }] of waiting.entries())
    if (answers[index]?.ok) await module.accounts.markDeployed(chainId, address);
}

/** Deadline of a run, so that few runs overlap while a node hangs. */
const TRACKING_MS = 15_000;

/**
 * Queries the nodes about every open record, updates each by the table of status.ts, and
 * notifies the user of those that settle. Sends one HTTP request per network, and one more if a
 * node does not know a record. Returns the seconds until the next run; undefined if nothing is
 * open. A hanging node does not delay the next run for other networks. Waits for no node beyond
 * `until` (unix milliseconds).
 */
export async function trackTransactions(
  module: Module,
  filter?: Pick<StoredTransaction, 'chainId' | 'senderAddress'>,
  until = module.now() + TRACKING_MS,
): Promise<number | undefined> {
  const open = (await module.transactions.open()).filter(
    (reference) =>
      !filter ||
      (reference.chainId === filter.chainId &&
        sameFelt(reference.senderAddress, filter.senderAddress)),
  );
  const chains = [...new Set(open.map(({ chainId }) => chainId))];
  const next = async () => nextLook(await module.transactions.open(), unixSeconds(module));
  // A node that is down delays only its own network.
  await Promise.allSettled(
    chains.map(async (chainId) => {
      await trackChain(
        module,
        chainId,
        open.filter((one) => one.chainId === chainId),
        () => ({ deadlineMs: Math.max(1, until - module.now()) }),
      );
      if (chains.length < 2) return;
      const seconds = await next();
      if (seconds !== undefined) await module.wakeTracker(seconds);
    }),
  );
  return next();
}

/** Seconds until the next run at most; the second, if every open record is missing. */
const LONGEST = 60;
const LONGEST_MISSING = 3_600;

/** The younger the youngest open record, the sooner: most settle within seconds. */
function nextLook(open: readonly StoredTransaction[], now: number): number | undefined {
  if (open.length === 0) return undefined;
  const youngest = Math.min(...open.map(({ timestamp }) => now - timestamp));
  const longest = open.every(({ isMissing }) => isMissing) ? LONGEST_MISSING : LONGEST;
  return Math.min(longest, Math.max(2, Math.floor(youngest / 4)));
}

async function trackChain(
  module: Module,
  chainId: ChainId,
  references: readonly StoredTransaction[],
  getDeadline: () => Deadline,
): Promise<void> {
  // The user's own node is encrypted: a locked wallet would ask for its password every minute.
  if ((await module.settings.nodes.shown())[chainId] && (await module.isLocked())) return;
  const node = await module.node(chainId);
  const answers = await node.batch(statusCalls(references), getDeadline());
  const unknown: StoredTransaction[] = [];
  for (const [index, reference] of references.entries()) {
    const answer = answers[index];
    if (answer?.ok) await move(module, reference, (record) => afterStatus(record, answer.value));
    else if (answer && isTransactionNotFound(answer.error)) unknown.push(reference);
  }
  if (unknown.length > 0) await settleUnknown(module, node, unknown, getDeadline());
}

async function settleUnknown(
  module: Module,
  node: StarknetNode,
  references: readonly StoredTransaction[],
  deadline: Deadline,
): Promise<void> {
  const nonces = references.map(({ senderAddress }) =>
    starknet_getNonce({ block_id: 'pre_confirmed', contract_address: senderAddress }),
  );
  // Repeated together with the nonce, so that one just on its way does not look dropped.
  const secondCalls = statusCalls(references);
  const [...answers] = await node.batch([...nonces, ...secondCalls], deadline);
  const replaced: StoredTransaction[] = [];
  for (const [index, reference] of references.entries()) {
    const status = answers[references.length + index];
    if (!status || status.ok || !isTransactionNotFound(status.error)) continue;
    const nonce = answers[index] as Outcome<string> | undefined; // Requested at this index.
    if (!nonce?.ok && !(nonce && isContractNotFound(nonce.error))) continue;
    const accountNonce = nonce.ok ? BigInt(nonce.value) : 0n;
    const now = unixSeconds(module);
    const moved = await move(module, reference, (record) =>
      afterUnknown(record, { accountNonce, now }),
    );
    if (moved?.status === 'REJECTED') replaced.push(moved);
  }
  await findReplacing(module, node, replaced, deadline);
}

/** The transaction that replaced a record may be one refused earlier, which is not tracked. */
async function findReplacing(
  module: Module,
  node: StarknetNode,
  replaced: readonly StoredTransaction[],
  deadline: Deadline,
): Promise<void> {
  const rivals = replaced.map(async ({ chainId, senderAddress, nonce, txnHash }) =>
    (await module.transactions.recent(chainId, senderAddress)).filter(
      (candidate) =>
        candidate.status === 'REJECTED' &&
        sameFelt(candidate.nonce, nonce) &&
        !sameFelt(candidate.txnHash, txnHash),
    ),
  );
  const refused = (await Promise.all(rivals)).flat();
  const answers = await node.batch(statusCalls(refused), deadline);
  for (const [index, record] of refused.entries()) {
    const answer = answers[index];
    if (answer?.ok) await move(module, record, (stored) => afterStatus(stored, answer.value));
  }
}

/** Changes a record, and handles the consequences if it settles. */
async function move(
  module: Module,
  reference: Pick<StoredTransaction, 'chainId' | 'txnHash'>,
  change: (record: StoredTransaction) => StoredTransaction,
): Promise<StoredTransaction | undefined> {
  let previous: StoredTransaction | undefined;
  const moved = await module.transactions.change(reference.chainId, reference.txnHash, (record) => {
    previous = record;
    return change(record);
  });
  if (!moved) return undefined;
  const isAccepted = moved.status === 'ACCEPTED_ON_L2';
  const isNews = moved.status !== previous?.status;
  if (isAccepted) await noteDeployment(module, moved);
  if (isNews || moved.isMissing !== previous?.isMissing) await announce(module, moved);
  if (isNews && isAccepted && !moved.failureReason) await noteUpgrade(module, moved);
  return moved;
}

/**
 * Notes that the sender of an accepted transaction is deployed: its contract checks each transaction
 * of its own nonces, also one that is reverted.
 */
async function noteDeployment(module: State, record: StoredTransaction): Promise<void> {
  const { txnType, failureReason, nonce, chainId, senderAddress } = record;
  const isProof = txnType === 'deploy' ? !failureReason : nonce !== FOREIGN_NONCE;
  if (isProof) await module.accounts.markDeployed(chainId, senderAddress);
}

/** Notifies the user of a record that has settled or is missing. A wallet without notifications is not an error. */
async function announce(module: State & Wallet, record: StoredTransaction): Promise<void> {
  const { status, failureReason } = record;
  const isRejected = status === 'REJECTED';
  if (!isRejected && status !== 'ACCEPTED_ON_L2' && !record.isMissing) return;
  if ((await module.settings.notifications.chosen()) === 'off') return;
  const title = await module.titleOf(record);
  const outcome = settled(title, { say: outcomeName(record) });
  const message = isRejected && failureReason ? settled(outcome, failureReason) : outcome;
  await module.dialogs.notify(message).catch(() => undefined);
}

function outcomeName({ status, failureReason, isMissing }: StoredTransaction): TextName {
  if (isMissing) return 'home.missing';
  if (status === 'REJECTED') return 'home.rejected';
  if (failureReason) return 'home.failedOnChain';
  return 'home.accepted';
}

const settled = (label: Label, value: Label): Label => ({
  say: 'review.labelled',
  with: { label, value },
});
