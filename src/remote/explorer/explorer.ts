import type { Http } from '@xnet/clients/transport/http';
import type { ExplorerName } from '../../schema/explorer';
import { ADDRESS_BOUND, type ChainId, canonicalAddress } from '../../schema/primitives';
import type { TransactionRecord } from '../../schema/transaction';

/** A transaction as an explorer reports it; null if it does not report the field. */
export type ExplorerEntry = Pick<
  TransactionRecord,
  | 'txnHash'
  | 'txnType'
  | 'status'
  | 'failureReason'
  | 'chainId'
  | 'finalityStatus'
  | 'executionStatus'
> & {
  readonly senderAddress: string | null;
  readonly contractAddress: string | null;
  readonly contractFuncName: string | null;
  /** Unix seconds; null if not in a block yet. */
  readonly timestamp: number | null;
};

export type ExplorerPage = {
  /** Newest first. */
  readonly entries: readonly ExplorerEntry[];
  /** Cursor of the next page; null at the end. */
  readonly cursor: string | null;
};

/** Page sizes that the explorers support, and the specification allows. */
export type PageSize = 10 | 25 | 50;

/** Maximum per page, whatever size was requested: some explorers support few sizes. */
export const MOST_ITEMS = 100;

export type Explorer = {
  readonly name: ExplorerName;
  /**
   * One HTTP request (repeated after a failure, within the deadline).
   * @throws what `Http.get` throws, and nodeFault if the response does not match the documentation
   */
  page(query: {
    readonly address: string;
    readonly size: PageSize;
    /** Cursor from the previous page; absent for the first page. */
    readonly cursor?: string;
    readonly deadlineMs: number;
  }): Promise<ExplorerPage>;
};

export type ExplorerOptions = {
  readonly http: Http;
  readonly chainId: ChainId;
  /** The user's own key; sent in a header, and never part of a text. */
  readonly key: string;
  /** Replaces the public address. */
  readonly url?: string;
};

/** An address in canonical spelling, however it was padded; null if invalid. */
export function parseAddress(felt: string | null | undefined): string | null {
  if (felt == null || BigInt(felt) >= ADDRESS_BOUND) return null;
  return canonicalAddress(BigInt(felt));
}

/** Maps explorers' spellings of the node API's transaction types. */
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

/** Status of a transaction in an accepted block. */
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

/** Status of one that is in no block. */
export const received: ExplorerStatus = {
  status: 'RECEIVED',
  finalityStatus: 'RECEIVED',
  executionStatus: null,
  failureReason: null,
};
