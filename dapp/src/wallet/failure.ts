import { draw } from '../draw';
import { type Label, say, type TextRef } from '../texts';

/** The event and the advice; in the page's own words, if these are text references. */
export type Words = { readonly message: Label; readonly advice: Label | null };

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
  /** The page's own words for message and hint, which are in English; absent for those of others. */
  readonly words?: Words;
};

/** Words of the errors that this page made: nothing that a wallet throws can claim some. */
const ownWords = new WeakMap<Error, Words>();

/** An error of the page itself: English for developers, translated where it is shown. */
export function textError(message: TextRef, options?: ErrorOptions): Error {
  const error = new Error(draw(message), options);
  ownWords.set(error, { message, advice: null });
  return error;
}

const text = (value: unknown): string | null => {
  if (typeof value === 'string' && value !== '') return value;
  return null;
};

const noReason = say('failures.noReason');

/** Parses whatever a wallet throws: an Error, a JSON-RPC error object, or any other value. */
export function describeFailure(error: unknown): Failure {
  const { code, message, data } = fieldsOf(error);
  const { kind, hint, reason, retryAfterSeconds } = fieldsOf(data);
  const ownMessage = text(message) ?? text(error);
  const words = error instanceof Error ? ownWords.get(error) : undefined;
  return {
    code: typeof code === 'number' ? code : null,
    message: ownMessage ?? draw(noReason),
    kind: text(kind),
    hint: text(hint),
    reason: text(reason),
    ...(typeof retryAfterSeconds === 'number' && { retryAfterSeconds }),
    ...(ownMessage === null && { words: { message: noReason, advice: null } }),
    ...(words && { words }),
  };
}

/** Converts a failure back to an error that `describeFailure` can read. */
export function failureError({ message, code, words, ...data }: Failure): Error {
  const error = Object.assign(new Error(message), { code, data });
  if (words) ownWords.set(error, words);
  return error;
}

/** True if a wallet ended the module during the request; wallets report that in text only. */
export const isEnded = ({ code, message }: Failure): boolean =>
  code === -32603 && /terminated|crashed|unresponsive|failed to respond/iu.test(message);

const fieldsOf = (value: unknown): Record<string, unknown> => {
  if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  return {};
};

/** The message of an error, or the text of whatever else was thrown. */
export const getMessage = (error: unknown): string => {
  if (error instanceof Error) return error.message;
  return String(error);
};
