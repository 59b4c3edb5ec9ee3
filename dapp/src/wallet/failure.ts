/** An error as this page shows it. */
export type Failure = {
  readonly code: number | null;
  readonly message: string;
  /** Kind of error, such as `userRejected`. */
  readonly kind: string | null;
  /** Advice. */
  readonly hint: string | null;
  /** The node's own message. */
  readonly reason: string | null;
  /** Seconds until a retry is allowed, if known. */
  readonly retryAfterSeconds?: number;
};

const text = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/** Parses whatever a wallet throws: an Error, a JSON-RPC error object, or any other value. */
export function describeFailure(error: unknown): Failure {
  const { code, message, data } = fieldsOf(error);
  const { kind, hint, reason, retryAfterSeconds } = fieldsOf(data);
  return {
    code: typeof code === 'number' ? code : null,
    message: text(message) ?? text(error) ?? 'The wallet gave no reason.',
    kind: text(kind),
    hint: text(hint),
    reason: text(reason),
    ...(typeof retryAfterSeconds === 'number' && { retryAfterSeconds }),
  };
}

/** Converts a failure back to an error that `describeFailure` can read. */
export const failureError = ({ message, code, ...data }: Failure): Error =>
  Object.assign(new Error(message), { code, data });

/** True if a wallet ended the module during the request; wallets report that in text only. */
export const isEnded = ({ code, message }: Failure): boolean =>
  code === -32603 && /terminated|crashed|unresponsive|failed to respond/iu.test(message);

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
