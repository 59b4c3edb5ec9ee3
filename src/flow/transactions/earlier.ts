import { fail } from '@xnet/clients/errors';
import type { Module } from '../../module';
import type { Outcome } from '../../remote/starknet/node';
import { starknet_getTransactionStatus } from '../../remote/starknet/starknet_getTransactionStatus';
import type { StoredAccount } from '../../schema/account';
import { type RequestContext, unixSeconds } from '../../schema/primitives';
import { FOREIGN_NONCE, isTaken, type StoredTransaction } from '../../schema/transaction';

/**
 * A signed transaction that nobody counts on, and that can be carried out all the same: what a node
 * refused, it may hold back. It lives until its nonce is used.
 */
export type Earlier = {
  /** Decimal. */
  readonly nonce: string;
  readonly txnHash: string;
  /** True where the nonce is used, as the node says, and by none of ours that it has taken. */
  readonly isHeld: boolean;
};

/** Refused, given up, or never acknowledged. A deployment can be carried out only once anyhow. */
const isDoubtful = (record: StoredTransaction): boolean =>
  !isTaken(record) && record.nonce !== FOREIGN_NONCE && record.txnType !== 'deploy';

/** Those of a history that may still be carried out, or may have been. */
export function doubtfulIn(history: readonly StoredTransaction[]): StoredTransaction[] {
  const taken = history.filter(isTaken);
  const accepted = taken.filter(({ status }) => status === 'ACCEPTED_ON_L2');
  return history.filter((record) => {
    const own = BigInt(record.nonce);
    // Of the nonce of a refused one that one of ours has passed, the user was told when that was
    // signed. What a site was given is its to send until the chain has passed it.
    const passing = record.status === 'REJECTED' ? taken : record.given ? accepted : [];
    return (
      isDoubtful(record) &&
      !taken.some(({ nonce }) => BigInt(nonce) === own) &&
      !passing.some(({ nonce }) => BigInt(nonce) > own)
    );
  });
}

/**
 * What of the doubtful still lives at the node's nonce. One whose answer was lost, and whose nonce
 * is used by now, has most likely gone through, which its record will tell.
 */
export const earlierIn = (history: readonly StoredTransaction[], atNode: bigint): Earlier[] =>
  doubtfulIn(history).flatMap(({ nonce, txnHash, status }) => {
    const isHeld = BigInt(nonce) < atNode;
    return isHeld && status !== 'REJECTED' ? [] : { nonce: `${BigInt(nonce)}`, txnHash, isHeld };
  });

/** Asks for the status of records; one each, in their order. */
export const statusCalls = (records: readonly Pick<StoredTransaction, 'txnHash'>[]) =>
  records.map(({ txnHash }) => starknet_getTransactionStatus({ transaction_hash: txnHash }));

/** Opens again what a node knows after all; the tracker then settles it. Answers with the history. */
export async function reopen(
  module: Pick<Module, 'transactions'>,
  history: readonly StoredTransaction[],
  records: readonly StoredTransaction[],
  answers: readonly Outcome<unknown>[],
): Promise<readonly StoredTransaction[]> {
  const found = records.filter((_, at) => answers[at]?.ok);
  const opened = (record: StoredTransaction): StoredTransaction => ({
    ...record,
    status: 'RECEIVED',
    failureReason: null,
    known: true,
  });
  for (const { chainId, txnHash } of found)
    await module.transactions.change(chainId, txnHash, opened);
  return history.map((record) => (found.includes(record) ? opened(record) : record));
}

type Signing = { readonly context: RequestContext; readonly account: StoredAccount };

/** What an account signs takes turns: a review tells of all that was signed before it. */
export const inTurnOf = <T>(
  module: Pick<Module, 'inTurn'>,
  { context, account }: Signing,
  task: () => Promise<T>,
): Promise<T> => module.inTurn(`${context.network.chainId}.${account.address}`, task);

/** Each is told of in every later review. */
const GIVEN_AT_MOST = 100;

/**
 * Signatures of an account that sites were given and that can still be carried out have an end in
 * number: none is forgotten to make room. One transaction of the account that goes through settles
 * those of the nonces before it.
 *
 * @throws limitExceeded
 */
export async function requireRoom(
  module: Pick<Module, 'transactions' | 'outsideSigned' | 'now'>,
  { context, account }: Signing,
): Promise<void> {
  const { chainId } = context.network;
  const now = unixSeconds(module);
  const signed = doubtfulIn(await module.transactions.recent(chainId, account.address));
  const outside = await module.outsideSigned.alive(chainId, account.address, now);
  const given = [...signed.filter((one) => one.given), ...outside.filter(({ site }) => site)];
  if (given.length >= GIVEN_AT_MOST)
    fail(
      'limitExceeded',
      `Sites hold ${given.length} signatures of the account that can still be carried out.`,
    );
}
