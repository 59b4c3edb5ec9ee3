import type { Http } from '@xnet/clients/transport/http';
import type { ExplorerName } from '../../schema/explorer';
import { ADDRESS_BOUND, type ChainId, canonicalAddress } from '../../schema/primitives';
import type { TransactionRecord } from '../../schema/transaction';

/** A transaction as an explorer tells of it; null where it does not say. */
export type ExplorerEntry = Pick<
  TransactionRecord,
  | 'txnHash'
  | 'txnType'
  | 'senderAddress'
  | 'status'
  | 'failureReason'
  | 'chainId'
  | 'finalityStatus'
  | 'executionStatus'
> & {
  readonly contractAddress: string | null;
  readonly contractFuncName: string | null;
  /** Unix seconds; null while it is in no block. */
  readonly timestamp: number | null;
};

export type ExplorerPage = {
  /** Newest first. */
  readonly entries: readonly ExplorerEntry[];
  /** Leads to the page after it; null at the end. */
  readonly cursor: string | null;
};

/** Page sizes that the explorers take, and the specification allows. */
export type PageSize = 10 | 25 | 50;

/** Of a page, whatever size was asked for: some explorers know few sizes. */
export const MOST_ITEMS = 100;

export type Explorer = {
  readonly name: ExplorerName;
  /**
   * One HTTP request (and again after a failure, within the deadline).
   * @throws what `Http.get` throws, and nodeFault when the answer has not the documented shape
   */
  page(query: {
    readonly address: string;
    readonly size: PageSize;
    /** Of the page before; the first page when absent. */
    readonly cursor?: string;
    readonly deadlineMs: number;
  }): Promise<ExplorerPage>;
};

export type ExplorerOptions = {
  readonly http: Http;
  readonly chainId: ChainId;
  /** The user's own; it travels in a header and stands in no text. */
  readonly key: string;
  /** In place of the public address. */
  readonly url?: string;
};

/** An address in the one spelling of this module, however it was padded; null where it is none. */
export function addressOf(felt: string | null | undefined): string | null {
  return felt == null || BigInt(felt) >= ADDRESS_BOUND ? null : canonicalAddress(BigInt(felt));
}

/** Explorers tell the kinds of the node API in one spelling or another. */
export function recordKind(type: string | null | undefined): TransactionRecord['txnType'] {
  switch (type?.toUpperCase()) {
    case 'DEPLOY':
    case 'DEPLOY_ACCOUNT':
      return 'deploy';
    case 'DECLARE':
      return 'declare';
    default:
      return 'invoke';
  }
}

type ExplorerStatus = Pick<
  TransactionRecord,
  'status' | 'failureReason' | 'finalityStatus' | 'executionStatus'
>;
type Accepted = 'ACCEPTED_ON_L2' | 'ACCEPTED_ON_L1';

/** How a transaction stands that is in an accepted block. */
export const accepted = (
  finalityStatus: Accepted,
  executionStatus: ExplorerStatus['executionStatus'],
  reason?: string | null,
): ExplorerStatus => ({
  status: 'ACCEPTED_ON_L2',
  finalityStatus,
  executionStatus,
  failureReason:
    executionStatus === 'REVERTED' ? reason || 'Reverted; the explorer gives no reason.' : null,
});

/** How one stands that is in none. */
export const received: ExplorerStatus = {
  status: 'RECEIVED',
  finalityStatus: 'RECEIVED',
  executionStatus: null,
  failureReason: null,
};
