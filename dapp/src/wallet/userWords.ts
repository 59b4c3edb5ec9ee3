import { say } from '../texts';
import type { Failure, Words } from './failure';

/** Errors that have user's words; an error's own text is for the dapp's developer. */
const kinds = [
  'userRejected',
  'notConnected',
  'unauthorized',
  'unknownAccount',
  'insufficientFunds',
  'nodeUnavailable',
  'transactionReverts',
  'siteBlocked',
  'limitExceeded',
  'unsupportedChain',
  'unknownTransaction',
  'feeAboveLimit',
  'nonceTooLow',
  'hashMismatch',
  'notToken',
  'tokenMismatch',
  'noUpgrade',
  'unknownName',
  'ended',
  'stateFull',
  'internal',
] as const;
type Kind = (typeof kinds)[number];

const isKind = (kind: string): kind is Kind => kinds.some((known) => known === kind);

/** Errors of the wallet itself have no kind, but a code of EIP-1193. */
const kindOf = ({ kind, code }: Failure): string => kind ?? (code === 4001 ? 'userRejected' : '');

/** Describes the failure to the person who sees it. */
export function userWords(failure: Failure): Words {
  const { message, hint, retryAfterSeconds, words } = failure;
  const kind = kindOf(failure);
  if (!isKind(kind)) return words ?? { message, advice: hint };
  const time =
    retryAfterSeconds === undefined
      ? say('failures.when.while')
      : say('failures.when.seconds', { count: String(retryAfterSeconds) });
  const places = waits.includes(kind) ? { when: time } : undefined;
  return {
    message: say(`failures.${kind}`),
    advice: say(`failures.${kind}.advice`, places),
  };
}

/** Errors after which the page may ask again at some time. */
const waits: readonly Kind[] = ['siteBlocked', 'limitExceeded'];

/** True if the user's words omit the error's own text. */
export const hasOwnWords = (failure: Failure): boolean => isKind(kindOf(failure));
