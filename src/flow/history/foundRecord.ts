import type { Clients, Module, State } from '../../module';
import type { RemoteCall } from '../../remote/method';
import type { starknet_getTransactionByHash } from '../../remote/starknet/starknet_getTransactionByHash';
import type { TraceInvocation, TransactionTrace } from '../../remote/starknet/trace';
import { ADDRESS_BOUND, type ChainId, sameFelt } from '../../schema/primitives';
import { isSent, type StoredTransaction, type TransactionRecord } from '../../schema/transaction';
import { toAddress, toHex } from '../../starknet/felt';
import { getSelector, nameOfSelector } from '../../starknet/selector';
import { uint256Felts } from '../../starknet/tokens/erc20';
import { parseTransferEvent, type Transfer } from '../../starknet/tokens/event';
import { decodeExecute } from '../../starknet/transactions/calls';
import { reopen, statusCalls } from '../transactions/pending';
import { type NodeStatus, recordStatus } from './status';

type ResultOf<C> = C extends RemoteCall<infer R> ? R : never;
type ChainTransaction = ResultOf<ReturnType<typeof starknet_getTransactionByHash>>;
type FoundContent = Pick<
  TransactionRecord,
  'txnType' | 'senderAddress' | 'contractAddress' | 'contractFuncName' | 'contractCallData'
>;

/** Maximum felts of other senders' call data to store; longer call data becomes an empty list. */
const MAX_CALLDATA = 256;

/** Seconds, more than any clock lags: a transaction with a later time is ignored. */
const AHEAD = 86_400;
export const isToCome = ({ now }: Pick<Module, 'now'>, timestamp: number): boolean =>
  timestamp > now() / 1_000 + AHEAD;

/** `trace`: of a transaction that `mayExecute` for the account, if the node has it. */
type FoundPlace = {
  readonly account: string;
  readonly chainId: ChainId;
  readonly timestamp: number;
  readonly trace?: TransactionTrace | undefined;
};

/**
 * The record of a transaction found by its transfers. If the account itself sent it, the record
 * shows its call; otherwise it shows the first transfer to or from the account, with the account
 * that sent the transaction: the sender of the tokens may be zero, if they were minted. Undefined
 * if others moved nothing: anybody can have a token say that the account sent zero to a look-alike.
 */
export function foundRecord(
  { account, chainId, timestamp, trace }: FoundPlace,
  transaction: ChainTransaction,
  status: NodeStatus,
  transfer: Transfer,
): TransactionRecord | undefined {
  const content = ownContent(account, transaction, transfer);
  if (!content && transfer.amount === 0n) return undefined;
  return {
    txnHash: transaction.transaction_hash,
    ...(content ?? transferContent({ account, trace }, transaction, transfer)),
    ...recordStatus(status),
    eventIds: [],
    timestamp,
    chainId,
  };
}

/**
 * A transfer in a transaction of another account. What others have the account execute (SNIP-9) is
 * its own; what they take without that was never signed here as a transfer, so it is none.
 */
function transferContent(
  { account, trace }: Pick<FoundPlace, 'account' | 'trace'>,
  transaction: ChainTransaction,
  transfer: Transfer,
): FoundContent {
  const { from, to, token, amount } = transfer;
  const isOwn = trace !== undefined && isOrderedBy(account, transfer, trace);
  const isTaken = sameFelt(from, account) && !isOwn;
  const senderAddress = isOwn ? account : senderOf(transaction, transfer);
  const content = { txnType: 'invoke', senderAddress, contractAddress: token } as const;
  const calldata = [toHex(BigInt(to)), ...uint256Felts(amount)];
  if (!isTaken) return { ...content, contractFuncName: 'transfer', contractCallData: calldata };
  return {
    ...content,
    contractFuncName: 'transferFrom',
    contractCallData: [toHex(BigInt(from)), ...calldata],
  };
}

const outsideFunctions = ['execute_from_outside', 'execute_from_outside_v2'].map(getSelector);

/**
 * Whether another account's transaction may have this account execute what it signed, itself or
 * through a forwarder. Its call data prove nothing: the sender's class may do anything with them.
 */
export function mayExecute(
  account: string,
  { type, sender_address: sender, calldata = [] }: ChainTransaction,
  { from, amount }: Transfer,
): boolean {
  if (type !== 'INVOKE' || amount === 0n || !sameFelt(from, account)) return false;
  if (sender !== undefined && sameFelt(sender, account)) return false;
  return calldata.some((felt, index) => {
    const next = calldata[index + 1];
    return (
      next !== undefined &&
      sameFelt(felt, account) &&
      outsideFunctions.some((selector) => sameFelt(selector, next))
    );
  });
}

/** Whether a call to the account led to a transfer: nobody but who signs for it has it call others. */
function isOrderedBy(account: string, transfer: Transfer, trace: TransactionTrace): boolean {
  if (trace.type !== 'INVOKE' || 'revert_reason' in trace.execute_invocation) return false;
  const emits = ({ contract_address, events, calls, is_reverted }: TraceInvocation): boolean => {
    if (is_reverted) return false;
    const isEmitted = events.some((event) => {
      const emitted = parseTransferEvent({ ...event, from_address: contract_address });
      return emitted !== undefined && isSameTransfer(emitted, transfer);
    });
    return isEmitted || calls.some(emits);
  };
  const orders = ({ contract_address, calls, is_reverted }: TraceInvocation): boolean => {
    if (is_reverted) return false;
    return calls.some(
      (call) => (sameFelt(contract_address, account) && emits(call)) || orders(call),
    );
  };
  return orders(trace.execute_invocation);
}

const isSameTransfer = (a: Transfer, b: Transfer): boolean =>
  a.amount === b.amount &&
  sameFelt(a.token, b.token) &&
  sameFelt(a.from, b.from) &&
  sameFelt(a.to, b.to);

/** The sender of a transaction; a message from Ethereum has none. */
function senderOf({ sender_address }: ChainTransaction, { from, token }: Transfer): string {
  const sender = sender_address ?? from;
  if (BigInt(sender) === 0n || BigInt(sender) >= ADDRESS_BOUND) return token;
  return toAddress(sender);
}

function ownContent(
  account: string,
  { type, sender_address, calldata, constructor_calldata, class_hash }: ChainTransaction,
  transfer: Transfer,
): FoundContent | undefined {
  const contentOf = (
    txnType: FoundContent['txnType'],
    contractFuncName: string,
    calldata: readonly string[],
    contractAddress = account,
  ): FoundContent => ({
    txnType,
    senderAddress: account,
    contractAddress,
    contractFuncName,
    contractCallData: short(calldata),
  });
  // The account that a deployment creates pays for it.
  if (type === 'DEPLOY_ACCOUNT' && sameFelt(transfer.from, account))
    return contentOf('deploy', '', constructor_calldata ?? []);
  if (sender_address === undefined || !sameFelt(sender_address, account)) return undefined;
  if (type === 'DECLARE')
    return contentOf('declare', '', class_hash === undefined ? [] : [class_hash]);
  if (type !== 'INVOKE') return undefined;
  const felts = calldata ?? [];
  const [call, ...otherCalls] = decodeExecute(felts, 1) ?? decodeExecute(felts, 0) ?? [];
  if (!call || otherCalls.length > 0 || BigInt(call.to) >= ADDRESS_BOUND)
    return contentOf('invoke', '__execute__', felts);
  const name = nameOfSelector(call.selector) ?? call.selector;
  return contentOf('invoke', name, call.calldata, toAddress(call.to));
}

const short = (felts: readonly string[]): string[] => {
  if (felts.length > MAX_CALLDATA) return [];
  return [...felts];
};

/**
 * Looks up the journal's records of those transactions that this module sent. One that a site was
 * only given to send, or that was refused or given up, counts only once a node knows it, which
 * takes a query if there is any.
 */
export async function sentFromHere(
  module: State & Clients,
  { chainId, account, until }: { chainId: ChainId; account: string; until: number },
  hashes: readonly string[],
): Promise<(hash: string) => StoredTransaction | undefined> {
  const journalRecords = await Promise.all(
    hashes.map((hash) => module.transactions.find(chainId, hash)),
  );
  const ownRecords = journalRecords
    .filter((one) => one !== undefined)
    .filter(({ senderAddress }) => sameFelt(senderAddress, account));
  const unsure = ownRecords.filter((one) => one.status === 'REJECTED' || !isSent(one));
  const deadline = { deadlineMs: Math.max(1, until - module.now()) };
  const node = await module.node(chainId);
  const statuses = await node.batch(statusCalls(unsure), deadline);
  const { history } = await reopen(module, ownRecords, unsure, statuses);
  const sentRecords = history.filter(isSent);
  return (hash) => sentRecords.find(({ txnHash }) => sameFelt(txnHash, hash));
}
