import { isRecord, readFields } from '../record';

export type DappError = { code: number; message: string; data?: unknown };

/** A dapp's answer to a request. */
export type Reply = { result: unknown } | { error: DappError };

const internalError: DappError = { code: -32603, message: 'The wallet failed inside.' };

/**
 * Converts an error for the dapp. A module's error may be wrapped, with the real one in
 * `data.cause`; stack traces stay in the wallet.
 */
export function toDappError(error: unknown): DappError {
  if (!isRecord(error)) return internalError;
  const { code, message, data } = error;
  const cause = readFields(data).cause;
  const wrapped = code === -31001 || code === -31002;
  if (wrapped && isRecord(cause)) return toDappError(cause);
  if (typeof code !== 'number' || typeof message !== 'string') {
    return { ...internalError, ...(typeof message === 'string' && { message }) };
  }
  const publicData = withoutCause(data);
  if (publicData === undefined) return { code, message };
  return { code, message, data: publicData };
}

/** Drops `cause`, which contains the stack trace of the wallet's own error. */
function withoutCause(data: unknown): unknown {
  if (!isRecord(data) || !('cause' in data)) return data;
  const fields = Object.entries(data).filter(([name]) => name !== 'cause');
  if (fields.length === 0) return undefined;
  return Object.fromEntries(fields);
}
