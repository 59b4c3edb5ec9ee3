import { kinds, type ServiceError } from '../errors';
import type { Id } from '../upstream/call';

export type WireError = {
  code: number;
  message: string;
  event?: number;
  details?: string;
};

type Answer = { status: number; headers: Record<string, string>; error: WireError };

const current: Readonly<Record<string, { event: number; message: string; details: string }>> = {
  spent: {
    event: -33000,
    message: 'Payment Required',
    details: 'You have reached your daily credit limit. It is set back at 00:00 UTC.',
  },
  tooFast: {
    event: -33200,
    message: 'Too Many Requests',
    details: 'You have reached the credits a second of your plan.',
  },
  ownLimit: {
    event: -33300,
    message: 'Too Many Requests',
    details: 'You have reached the limit that was set for this key.',
  },
};

/** The error as status, headers and the `error` member of a JSON-RPC or gas reply. */
export const createErrorAnswer = (error: ServiceError): Answer => {
  const { status, rpc } = kinds[error.kind];
  const limit = current[error.kind];
  if (limit === undefined) {
    const wait = String(error.waitSeconds ?? 1);
    const headers: Record<string, string> =
      status === 503 || status === 429 ? { 'retry-after': wait } : {};
    return { status, headers, error: { code: rpc, message: error.message } };
  }
  const { event, message, details } = limit;
  return {
    status,
    headers: { 'retry-after': String(error.limit?.waitSeconds ?? 1) },
    error: { code: status, event, message, details },
  };
};

/**
 * The text of a JSON-RPC error response. It includes the error's own HTTP status and the time to
 * wait, because inside a batch or over a WebSocket there are no headers to carry them.
 */
export const errorText = (error: ServiceError, id: Id): string => {
  const { status, error: wire } = createErrorAnswer(error);
  const { limit, waitSeconds: backoff_seconds } = error;
  const body = limit === undefined ? { ...wire, data: { status, backoff_seconds } } : wire;
  return JSON.stringify({ jsonrpc: '2.0', id, error: body });
};
