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

export const transactionTypes = ['invoke', 'deploy', 'declare'] as const;
export const transactionStatuses = ['RECEIVED', 'PENDING', 'ACCEPTED_ON_L2', 'REJECTED'] as const;
export const TransactionStatus = enums(transactionStatuses);
export type TransactionStatus = Infer<typeof TransactionStatus>;

export const finalityStatuses = [
  'RECEIVED',
  'CANDIDATE',
  'PRE_CONFIRMED',
  'ACCEPTED_ON_L2',
  'ACCEPTED_ON_L1',
] as const;
export const executionStatuses = ['SUCCEEDED', 'REVERTED'] as const;

/** The spec's transaction record, with the node's two raw statuses beside it. */
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
  eventIds: field(array(string()), { description: 'Always empty: events are not kept.' }),
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

/** As it is listed for an account. */
export const ListedTransaction = assign(
  TransactionRecord,
  object({
    incoming: field(boolean(), {
      description: 'True for a transfer to the account in a transaction of another account.',
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
  recipient: field(optional(Felt), { description: 'Of a transfer.' }),
  amount: field(optional(Felt), { description: 'Of a transfer.' }),
});

/** A record as the older names of the methods tell it. */
export const OlderRecord = assign(
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
export type OlderRecord = Infer<typeof OlderRecord>;

/**
 * Stands in place of a nonce where another account sent the transaction (SNIP-9), or where it was
 * never sent: it used up none of this account's, which never gets that far.
 */
export const FOREIGN_NONCE = canonicalFelt(FIELD_PRIME - 1n);

/** As kept in state: what the wire shows, and what tracking needs. */
export const StoredTransaction = assign(
  TransactionRecord,
  object({
    nonce: Felt,
    /** True once a node has accepted it or told its status. */
    known: boolean(),
    /** True where the signature was given to a site, which may send it or not. */
    given: optional(boolean()),
    /** Block that it is in; read only where its settlement on Ethereum is looked at. */
    blockNumber: optional(integer()),
  }),
);
export type StoredTransaction = Infer<typeof StoredTransaction>;

/** False where it is only signed: nobody has seen it sent. */
export const isSent = ({ given, known }: StoredTransaction): boolean => known || given !== true;

/** Accepted by a node, with a nonce of the account's own. */
export const isTaken = ({ known, status, nonce }: StoredTransaction): boolean =>
  known && status !== 'REJECTED' && nonce !== FOREIGN_NONCE;

/** Of one second, the first ones come first; each keep their order, which is newest first. */
export function mergedByTime<T extends { readonly timestamp: number }>(
  first: readonly T[],
  others: readonly T[],
): T[] {
  const list = [...first];
  let at = 0;
  for (const one of others) {
    while ((list[at]?.timestamp ?? -1) >= one.timestamp) at += 1;
    list.splice(at, 0, one);
    at += 1;
  }
  return list;
}
