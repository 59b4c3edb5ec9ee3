import { type ErrorKind, ModuleError } from '@xnet/clients/errors';
import { type Failure, member, readPause } from '@xnet/clients/transport/failure';
import { isRateLimit } from '@xnet/clients/transport/jsonRpc';
import type { RpcError } from '@xnet/clients/transport/rpcMessage';
import { kindOfRefusal } from './refusalTexts';

/** Codes of starkware-libs/starknet-specs, api/starknet_api_openrpc.json and …write_api…, 0.10. */
const codes = {
  contractNotFound: 20,
  transactionNotFound: 29,
  executionError: 41,
  invalidNonce: 52,
  duplicateTransaction: 59,
} as const;

/**
 * The meaning of each code to a caller. 53 says that the bounds do not cover the validation or the
 * minimum fee, which a higher limit fixes: feeAboveLimit. 52 says that the nonce is wrong, and only
 * the text in which way (`refusalTexts.ts`). 65 and the others concern the transaction as a whole. A block that is not found (24) was chosen by the caller, since the tags always exist.
 */
const nodeErrorKinds: Readonly<Record<number, ErrorKind>> = {
  20: 'transactionReverts',
  21: 'transactionReverts',
  24: 'invalidParams',
  29: 'unknownTransaction',
  40: 'transactionReverts',
  41: 'transactionReverts',
  53: 'feeAboveLimit',
  54: 'insufficientFunds',
  ...Object.fromEntries(
    [28, 52, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 69].map((code) => [
      code,
      'transactionRejected' as const,
    ]),
  ),
};

const LONGEST_NODE_REASON = 2_000;
const MAX_DETAIL = 240;

/**
 * Converts a Starknet node's JSON-RPC error. `data.nodeCode` and `data.reason` keep the node's
 * response. Codes of the specification concern the request; others concern the node (nodeFault,
 * limitExceeded), except that a refused send is a refused transaction.
 * @param redact removes secrets of the endpoint from the node's text
 */
export function nodeError(
  error: RpcError,
  call: { readonly idempotent: boolean },
  redact: (text: string) => string,
): ModuleError {
  const text = redact(nodeReason(error));
  const reason = shorten(text, LONGEST_NODE_REASON);
  const lastLine = text.trim().split('\n').at(-1)?.trim() ?? '';
  const detail = `The node says: ${shorten(lastLine, MAX_DETAIL)}`;
  const data = { reason, nodeCode: error.code };
  if (!isRateLimit(error)) return new ModuleError(errorKindOf(error, text, call), detail, data);
  const cause: Failure = { fault: 'rate', pauseMs: readPause(null, { error }, 0) };
  return new ModuleError('limitExceeded', detail, data, { cause });
}

/** No contract exists at that address: for an account, it is not deployed. */
export const isContractNotFound = (error: unknown): boolean =>
  hasErrorCode(error, codes.contractNotFound);

/** The node does not know a transaction with that hash. */
export const isTransactionNotFound = (error: unknown): boolean =>
  hasErrorCode(error, codes.transactionNotFound);

/** The node already has a transaction with that hash. */
export const isDuplicateTransaction = (error: unknown): boolean =>
  hasErrorCode(error, codes.duplicateTransaction);

/** True if a transaction may have reached the network without confirmation. */
export const isAmbiguous = (error: unknown): boolean =>
  error instanceof ModuleError && error.data.ambiguous === true;

const hasErrorCode = (error: unknown, code: number): boolean =>
  error instanceof ModuleError && error.data.nodeCode === code;

/** Codes under which nodes pass on what a gateway says; its own code is lost. */
const passedOn: readonly number[] = [codes.invalidNonce, 55, 63];

function errorKindOf(error: RpcError, reason: string, call: { idempotent: boolean }): ErrorKind {
  // An estimate or simulation that failed before running a contract has code 41 and a bare text.
  const isBare = error.code === codes.executionError && typeof executionError(error) === 'string';
  const isRefusal = isBare || passedOn.includes(error.code);
  const kind = (isRefusal ? kindOfRefusal(reason) : undefined) ?? nodeErrorKinds[error.code];
  if (kind) return kind;
  // Bad params (-32602), and codes that nodes invent for what they do not accept.
  const refused = error.code === -32602 || error.code === -1 || error.code > 0;
  if (refused && !call.idempotent) return 'transactionRejected';
  return 'nodeFault';
}

const executionError = (error: RpcError): unknown => member(error.data, 'execution_error');

/** The server's text: as sent, the innermost one of nested frames, or the bare message. */
export function nodeReason(error: RpcError): string {
  const { data } = error;
  let frame = executionError(error) ?? member(data, 'revert_error') ?? member(data, 'reason');
  for (let depth = 0; depth < 100 && typeof frame === 'object' && frame !== null; depth += 1)
    frame = member(frame, 'error');
  const explanation = [frame, data].find((part) => typeof part === 'string' && part.trim() !== '');
  if (typeof explanation === 'string') return readable(explanation.trim());
  return readable(error.message);
}

/** Panics are short strings as felts; nodes decode only some of them. */
function readable(reason: string): string {
  return reason.slice(0, 100_000).replace(/0x[0-9a-f]{6,62}\b(?! \()/giu, (felt) => {
    const bytes = felt.slice(2).match(/../gu) ?? [];
    const text = String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 16)));
    if (felt.length % 2 === 0 && /^[\x20-\x7e]+$/u.test(text)) return `${felt} ('${text}')`;
    return felt;
  });
}

/** The error is at the end of a trace, and its origin at the beginning. */
const shorten = (text: string, limit: number): string => {
  if (text.length <= limit) return text;
  return `${text.slice(0, limit / 4)} … ${text.slice(text.length - (limit * 3) / 4 + 3)}`;
};
