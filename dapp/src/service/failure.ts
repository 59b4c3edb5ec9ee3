import { type ErrorKind, errorKinds, getFailure, ModuleError } from '@xnet/clients';
import { failureError } from '../wallet/failure';

/** The fault of a parameter, without the wording for developers around it. */
export const faultSentence = ({ kind, message }: ModuleError): string =>
  message.slice(errorKinds[kind].meaning.length + 1).replace(/^[\w.]+: /u, '');

const correct = 'Correct the request, then send it again.';

/** Advice that replaces the clients' own, which is for users of the wallet. */
const hints: { readonly [kind in ErrorKind]?: string } = {
  nodeUnavailable: 'Check that npm start still runs, then send it again.',
  nodeFault: 'The reply is not shown because it cannot be trusted.',
  limitExceeded: 'Wait until the limit resets, then send it again.',
  invalidParams: 'Correct the parameter that the message names.',
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
  const said = wordsOf(error);
  const isLimit = kind === 'limitExceeded';
  return failureError({
    message: said ?? error.message,
    code: data.nodeCode ?? code,
    kind,
    hint: said === null || isLimit ? (hints[kind] ?? hint) : correct,
    reason: null,
  });
}

/** Null if there was no response, or an unexpected one. */
function wordsOf(error: ModuleError): string | null {
  const { nodeCode, reason } = error.data;
  if (nodeCode !== undefined) return `The node refused it: ${reason}`;
  const status = getFailure(error)?.status;
  if (status === undefined) return null;
  const words = reason === undefined || reason === `HTTP ${status}` ? '.' : `: ${reason}`;
  return `The service answered HTTP ${status}${words}`;
}
