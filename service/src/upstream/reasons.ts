import { ServiceError } from '../errors';

/** The system's or the library's code, such as ECONNREFUSED, in the error or one behind it. */
export const getCode = (error: unknown): string => {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  if (typeof code === 'string') return code;
  if (typeof cause === 'object' && cause !== null) return getCode(cause);
  return '';
};

/** The node has answered, even if with an error. */
export const isAnswer = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && error.kind !== 'upstream';

/** Nothing of the request has come to the node. */
export const notReached = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);
/** A node, or what is before it, keeps a connection for some time, and ends it as the next call comes. */
export const cutConnectionCodes = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/** Why a node gave no answer, in words that are none of its own. */
export const getReason = (error: unknown): string => {
  if (error instanceof ServiceError) return error.message;
  return getCode(error) || (error instanceof Error ? error.name : 'unknown');
};
