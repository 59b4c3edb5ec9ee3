/** What went wrong, as this page shows it. */
export type Failure = {
  readonly code: number | null;
  readonly message: string;
  /** Name of the kind of error, such as `userRejected`. */
  readonly kind: string | null;
  /** What to do about it. */
  readonly hint: string | null;
  /** The node's own words. */
  readonly reason: string | null;
  /** Seconds until the same may be asked again, where that is known. */
  readonly retryAfterSeconds?: number;
};

const text = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/** Reads whatever a wallet threw: an Error, a JSON-RPC error object, or anything else. */
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

/** The failure as an error, for `describeFailure` to read again further up. */
export const failureError = ({ message, code, ...data }: Failure): Error =>
  Object.assign(new Error(message), { code, data });

/** Whether a wallet ended the module in the middle of the request; wallets tell it in words alone. */
export const isEnded = ({ code, message }: Failure): boolean =>
  code === -32603 && /terminated|crashed|unresponsive|failed to respond/iu.test(message);

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
