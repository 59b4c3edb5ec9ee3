import type { Clients, Module, State } from '../../module';
import type { StoredAccount } from '../../schema/account';
import { type ChainId, sameFelt } from '../../schema/primitives';
import { isSent, type StoredTransaction } from '../../schema/transaction';
import { endsSessions } from '../../starknet/accounts/classes';
import { getSelector } from '../../starknet/selector';
import { callsInRecord, type EncodedCall } from '../../starknet/transactions/calls';
import { isSettled } from '../../state/settled';
import type { HeldSignature } from '../../state/signatures';
import { view, viewResult } from '../chain/batchTogether';
import { sendTransaction } from '../send/send';
import type { OpenPage } from './part';
import { request, sentRecord } from './request';

/** The function of an account that ends a session by the hash of its message. */
const END = 'revoke_session';

/** A session that its account can end, by the hash of its message. */
export type EndableSession = {
  readonly hash: string;
  /** True if a transaction that ends it has not settled. */
  readonly isEnding: boolean;
};

/** How the account of a held signature can end it; undefined if it cannot. */
export async function findEndableSession(
  module: Pick<State, 'transactions'>,
  chainId: ChainId,
  { hash }: HeldSignature,
  account: StoredAccount | undefined,
): Promise<EndableSession | undefined> {
  if (hash === undefined || !account || account.obstacle !== undefined) return undefined;
  if (!endsSessions(account.accountClass)) return undefined;
  const records = await findEndingRecords(module, chainId, account.address, hash);
  return { hash, isEnding: records.some((record) => isSent(record) && !isSettled(record)) };
}

/** The account's newest transactions that end a session. */
async function findEndingRecords(
  module: Pick<State, 'transactions'>,
  chainId: ChainId,
  account: string,
  hash: string,
): Promise<StoredTransaction[]> {
  const endsSession = ({ to, selector, calldata: [session = '0x0'] }: EncodedCall) =>
    sameFelt(to, account) && sameFelt(selector, getSelector(END)) && sameFelt(session, hash);
  const records = await module.transactions.recent(chainId, account);
  return records.filter((record) => callsInRecord(record).some(endsSession));
}

/** Ends a session in a transaction of its account, and leads back to the list. */
export async function endSession(page: OpenPage, hash: string): Promise<void> {
  const { module, view: homeView } = page;
  const { chainId } = homeView;
  const signatures = await module.signatures.alive(chainId, 0);
  const signature = signatures.find((one) => one.hash === hash);
  if (!signature) return;
  const account = await module.accounts.get(chainId, signature.account);
  const calls = [{ contractAddress: account.address, entrypoint: END, calldata: [hash] }];
  const action = { method: 'xnet_executeTxn', title: 'home.endSession' } as const;
  await request(
    page,
    action,
    (context, onPage) => sendTransaction(onPage, { context, account, calls, details: {} }),
    async (hashes) => {
      const record = await sentRecord(page, hashes);
      return record && { ...record, page: 'sites', about: '' };
    },
  );
}

/**
 * Forgets the sessions that a transaction of the user has ended, once their accounts, in an accepted
 * block, say so, too: a node's word alone would hide a session that lives. One HTTP request if there
 * is one to ask about, else none.
 * @returns true if there was one
 */
export async function forgetEnded(
  module: Pick<Module, 'signatures'> & Pick<State, 'transactions'> & Pick<Clients, 'node'>,
  chainId: ChainId,
): Promise<boolean> {
  const sessions: { hash: string; account: string }[] = [];
  for (const { hash, account } of await module.signatures.alive(chainId, 0)) {
    if (hash === undefined) continue;
    const records = await findEndingRecords(module, chainId, account, hash);
    if (records.some(isExecuted)) sessions.push({ hash, account });
  }
  if (sessions.length === 0) return false;
  const node = await module.node(chainId);
  const answers = await node.batch(
    sessions.map(({ hash, account }) => view(account, 'is_session_revoked', [hash], 'latest')),
  );
  const ended = sessions.filter((_, index) => {
    const answer = answers[index];
    const [isEnded] = (answer && viewResult(answer)) ?? [];
    return isEnded !== undefined && BigInt(isEnded) === 1n;
  });
  await module.signatures.drop(
    chainId,
    ended.map(({ hash }) => hash),
  );
  return ended.length > 0;
}

const isExecuted = ({ status, executionStatus }: StoredTransaction): boolean =>
  status === 'ACCEPTED_ON_L2' && executionStatus === 'SUCCEEDED';
