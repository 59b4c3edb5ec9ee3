import { type ErrorKind, errorKinds, getFailure, ModuleError } from '@xnet/clients';
import { draw } from '../draw';
import { type Label, say, type TextRef } from '../texts';
import { failureError } from '../wallet/failure';

/** The fault of a parameter, without the wording for developers around it. */
export const faultSentence = ({ kind, message }: ModuleError): string =>
  message.slice(errorKinds[kind].meaning.length + 1).replace(/^[\w.]+: /u, '');

const correct = say('service.failure.correct');

/** Advice that replaces the clients' own, which is for users of the wallet. */
const hints: { readonly [kind in ErrorKind]?: TextRef } = {
  nodeUnavailable: say('service.failure.nodeUnavailable'),
  nodeFault: say('service.failure.nodeFault'),
  limitExceeded: say('service.failure.limitExceeded'),
  invalidParams: say('service.failure.invalidParams'),
};

/**
 * Converts an error of the clients for this page: first what the service or its node said. The code
 * is the node's if the node rejected the call, else that of the kind of error.
 */
export function asFailure(error: unknown): Error {
  if (!(error instanceof ModuleError))
    return error instanceof Error ? error : new Error(String(error));
  const { kind, data } = error;
  const { code, hint } = errorKinds[kind];
  const words = wordsOf(error);
  const isLimit = kind === 'limitExceeded';
  const message: Label = words ?? error.message;
  const advice: Label = words === null || isLimit ? (hints[kind] ?? hint) : correct;
  return failureError({
    message: draw(message),
    code: data.nodeCode ?? code,
    kind,
    hint: draw(advice),
    reason: null,
    words: { message, advice },
  });
}

/** Null if there was no response, or an unexpected one. */
function wordsOf(error: ModuleError): TextRef | null {
  const { nodeCode, reason } = error.data;
  if (nodeCode !== undefined) return say('service.failure.refused', { reason: String(reason) });
  const status = getFailure(error)?.status;
  if (status === undefined) return null;
  const isPlain = reason === undefined || reason === `HTTP ${status}`;
  if (isPlain) return say('service.failure.status', { status: String(status) });
  return say('service.failure.statusReason', { status: String(status), reason });
}
