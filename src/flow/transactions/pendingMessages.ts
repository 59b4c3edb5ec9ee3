import type { State } from '../../module';
import type { StarknetNode } from '../../remote/starknet/node';
import { unixSeconds } from '../../schema/primitives';
import type { StoredTransaction } from '../../schema/transaction';
import { readOutcome, view } from '../chain/batchTogether';
import type { Signing } from './locks';
import { isRecent, type PendingMessage } from './pending';

/**
 * Messages that others can still carry out for an account: not expired, and not carried out by a
 * transaction that the journal has as accepted. A node that only says that the nonce is used may lie
 * and hold the message back. One HTTP request if anything was signed, else none.
 */
export async function fetchPendingMessages(
  module: State,
  node: Pick<StarknetNode, 'batch'>,
  { context, account: { address } }: Signing,
): Promise<PendingMessage[]> {
  const { chainId } = context.network;
  const now = unixSeconds(module);
  const messages = await module.outsideSigned.alive(chainId, address, now);
  if (messages.length === 0) return [];
  const answers = await node.batch(
    messages.map(({ nonce }) => view(address, 'is_valid_outside_execution_nonce', [nonce])),
  );
  const pending: PendingMessage[] = [];
  for (const [at, { before, site, sentAs }] of messages.entries()) {
    const [isValid] = readOutcome(answers[at]) ?? [];
    const isUsed = isValid !== undefined && BigInt(isValid) === 0n;
    const record = sentAs && (await module.transactions.find(chainId, sentAs));
    const isKnown = record && isReported(record);
    if (isUsed && isKnown && record.status === 'ACCEPTED_ON_L2') continue;
    const isAwaited = isKnown === true && isRecent(record, now);
    pending.push({ uses: 'time', before, site, isAwaited, isUsed });
  }
  return pending;
}

/** A node has told of it: a paymaster's word does not count. */
const isReported = ({ known, isMissing, status }: StoredTransaction): boolean =>
  known && isMissing !== true && status !== 'REJECTED';
