import {
  array,
  assign,
  boolean,
  enums,
  type Infer,
  integer,
  nullable,
  object,
  optional,
  string,
} from '@metamask/superstruct';
import { byName, field, toJsonSchema } from '@xnet/clients/schema/field';
import { ChainId, ContractAddress, canonicalFelt, Felt, FIELD_PRIME } from './primitives';

// `src/state/settledPage.ts` stores the place of a value in these lists: append new ones.
export const transactionTypes = ['invoke', 'deploy', 'declare'] as const;
export const transactionStatuses = ['RECEIVED', 'PENDING', 'ACCEPTED_ON_L2', 'REJECTED'] as const;
export const TransactionStatus = enums(transactionStatuses);
export type TransactionStatus = Infer<typeof TransactionStatus>;

/** Finality as a node reports it; `src/flow/history/status.ts` maps it to a status of ours. */
export const finalityStatuses = [
  'RECEIVED',
  'CANDIDATE',
  'PRE_CONFIRMED',
  'ACCEPTED_ON_L2',
  'ACCEPTED_ON_L1',
] as const;
export const executionStatuses = ['SUCCEEDED', 'REVERTED'] as const;

/** The spec's transaction record, plus the node's two raw statuses. */
export const TransactionRecord = object({
  txnHash: field(Felt, { description: 'Transaction hash.' }),
  txnType: field(enums(transactionTypes), { description: 'Kind of transaction.' }),
  senderAddress: field(ContractAddress, {
    description: 'Account that sent it; for an incoming transfer from Ethereum, the token.',
  }),
  contractAddress: field(ContractAddress, {
    description: 'Contract called; the account itself for several calls or a deployment.',
  }),
  contractFuncName: field(string(), {
    description: 'Function called; __execute__ for several calls, empty for a deployment.',
  }),
  contractCallData: field(array(Felt), {
    description:
      'Calldata of that function; not stored, and therefore empty, beyond the newest 200 of an account.',
  }),
  status: field(TransactionStatus, {
    description:
      'Status of the transaction. A reverted transaction is accepted, too; see executionStatus.',
  }),
  failureReason: field(nullable(string()), {
    description: 'Reason of the node for a rejection or revert; else null.',
    jsonSchema: { type: ['string', 'null'] },
  }),
  eventIds: field(array(string()), { description: 'Always empty: events are not stored.' }),
  timestamp: field(integer(), { description: 'When it was sent.', unit: 'unix seconds' }),
  chainId: field(ChainId, { description: 'Network of the transaction.' }),
  finalityStatus: field(nullable(enums(finalityStatuses)), {
    description: 'Finality as the node reports it; null while it is unknown there.',
    jsonSchema: { enum: [...finalityStatuses, null] },
  }),
  executionStatus: field(nullable(enums(executionStatuses)), {
    description:
      'Execution as the node reports it; null until executed. REVERTED: only the fee took effect, see failureReason.',
    jsonSchema: { enum: [...executionStatuses, null] },
  }),
});
export type TransactionRecord = Infer<typeof TransactionRecord>;

/** A record in the list of an account. */
export const ListedTransaction = assign(
  TransactionRecord,
  object({
    incoming: field(boolean(), {
      description:
        'True for a transfer in a transaction of another account, such as one to this account.',
    }),
  }),
);
export type ListedTransaction = Infer<typeof ListedTransaction>;

const OlderCall = object({
  contract: field(ContractAddress, { description: 'Contract that is called.' }),
  contractFuncName: field(string(), {
    description: 'Function called; for several calls only its selector, since no name is stored.',
  }),
  contractCallData: field(array(Felt), { description: 'Calldata of that function.' }),
  recipient: field(optional(Felt), { description: 'Receiver of a transfer.' }),
  amount: field(optional(Felt), { description: 'Amount of a transfer.' }),
});

/** A record as the methods return it under their older names. */
export const StarkNetRecord = assign(
  ListedTransaction,
  object({
    txnType: field(enums(['INVOKE_FUNCTION', 'DEPLOY_ACCOUNT', 'DECLARE']), {
      description: 'Kind of transaction.',
    }),
    accountCalls: field(nullable(byName(array(OlderCall))), {
      description: 'Calls by the address of the contract; null for other transactions.',
      jsonSchema: {
        type: ['object', 'null'],
        additionalProperties: { type: 'array', items: toJsonSchema(OlderCall) },
      },
    }),
  }),
);
export type StarkNetRecord = Infer<typeof StarkNetRecord>;

/**
 * Replaces the nonce if another account sent the transaction (SNIP-9) or if it was never sent: it
 * used no nonce of this account. Real nonces never get that high.
 */
export const FOREIGN_NONCE = canonicalFelt(FIELD_PRIME - 1n);

/** The stored record: what responses contain, plus what tracking needs. */
export const StoredTransaction = assign(
  TransactionRecord,
  object({
    nonce: Felt,
    /** True once a node has accepted it or reported its status. */
    known: boolean(),
    /**
     * True if no node knew it `GIVEN_UP_AFTER` seconds after it was sent. Nothing counts on it any
     * more, but it may still be executed.
     */
    isMissing: optional(boolean()),
    /** True if the signature was given to a site, which may or may not send it. */
    given: optional(boolean()),
    /** Block that contains it; read only when its settlement on Ethereum is looked up. */
    blockNumber: optional(integer()),
    /** Fee that the account paid, FRI; read when the page lists it. */
    fee: optional(Felt),
  }),
);
export type StoredTransaction = Infer<typeof StoredTransaction>;

/** False if it is only signed, and not known to be sent. */
export const isSent = ({ given: isSignedForSite, known: isKnown }: StoredTransaction): boolean =>
  isKnown || isSignedForSite !== true;

/** Accepted by a node, with a nonce of this account. */
export const isAcknowledged = (record: StoredTransaction): boolean =>
  record.known &&
  record.isMissing !== true &&
  record.status !== 'REJECTED' &&
  record.nonce !== FOREIGN_NONCE;

/** The record once a node has accepted it or told its status. */
export const asKnown = ({ isMissing: _isMissing, ...record }: StoredTransaction) => ({
  ...record,
  known: true,
});

/**
 * Seconds after which nothing counts on a transaction that no node knows; it may still reappear. The
 * network's mempool keeps one for a minute (starkware-libs/sequencer, MempoolConfig).
 */
export const GIVEN_UP_AFTER = 600;

/** Merges lists that are newest first; within the same second, `first` comes first. */
export function mergedByTime<T extends { readonly timestamp: number }>(
  first: readonly T[],
  second: readonly T[],
): T[] {
  const list = [...first];
  let position = 0;
  for (const one of second) {
    while ((list[position]?.timestamp ?? -1) >= one.timestamp) position += 1;
    list.splice(position, 0, one);
    position += 1;
  }
  return list;
}
