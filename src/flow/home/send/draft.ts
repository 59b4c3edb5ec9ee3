import {
  boolean,
  enums,
  type Infer,
  number,
  object,
  optional,
  string,
} from '@metamask/superstruct';
import { sameFelt } from '../../../schema/primitives';
import type { StoredTransaction } from '../../../schema/transaction';
import { formatUnits } from '../../../starknet/felt';
import { sendParts } from '../../../ui/home/send';
import type { HomeView } from '../../../ui/home/view';
import { writeAmount } from '../../../ui/text/amounts';
import { readText } from '../form';
import { findOwnMove } from '../transfer';

/** Texts of the fields. */
const Typed = object({ token: string(), to: string(), amount: string() });
export type Typed = Infer<typeof Typed>;

/** Answers of hosts about a recipient. */
export const Found = object({
  /** The text that was looked up. */
  text: string(),
  /** Absent where the name leads nowhere, or nothing answered. */
  address: optional(string()),
  isDeployed: optional(boolean()),
  isToken: optional(boolean()),
  failed: optional(enums(['noName', 'notRead'])),
});
export type Found = Infer<typeof Found>;

/** How an amount came into the field. */
const Source = enums(['max', 'unit', 'record', 'request']);

/**
 * An amount that the module put into the field, of one token. It is that only while the field holds
 * this text for this token; the account and the network are those of the whole form.
 */
const Put = object({
  text: string(),
  token: string(),
  source: Source,
  /** The same in the other unit: its text, and its source unless the user typed it. */
  before: optional(object({ text: string(), source: optional(Source) })),
});
export type Put = Infer<typeof Put>;

/** Dollars for one whole token, by the source that the user has turned on. */
const Price = object({ token: string(), usd: number(), check: enums(['same', 'apart', 'none']) });

/** The form as the page keeps it beside the wallet's own fields. */
const Draft = object({
  /** Address of the account that sends: another one that is chosen meanwhile is another form's. */
  from: string(),
  /** How the user's language wrote numbers when the form was opened. */
  separators: object({ point: string(), thousands: string() }),
  typed: Typed,
  put: optional(Put),
  /** True once the user has asked for the review: what is missing is then told, too. */
  isPressed: boolean(),
  found: optional(Found),
  /** Unit of the amount: the token, or dollars. */
  unit: enums(['token', 'money']),
  price: optional(Price),
});
export type Draft = Infer<typeof Draft>;

/** Reads a draft; undefined if there is none yet. */
export function parseDraft({ draft: { form } }: HomeView): Draft | undefined {
  if (form === undefined) return undefined;
  const draft: unknown = JSON.parse(form);
  if (Draft.is(draft)) return draft;
  return undefined;
}

export const storeDraft = (draft: Draft): HomeView['draft'] => ({ form: JSON.stringify(draft) });

/** Text that the module put into the amount's field; undefined if that holds anything else by now. */
export const findPut = ({ put, typed }: Draft): Put | undefined => {
  if (put && put.token === typed.token && put.text === typed.amount) return put;
  return undefined;
};

/** An amount as the field takes it, in the language of the form. */
export const fieldText = (decimal: string, { separators }: Pick<Draft, 'separators'>): string =>
  writeAmount(decimal, separators, 'field');

/** The fields' texts, from the wallet's state of the form; `before` for what it does not hold. */
export function readTyped(form: unknown, previous: Typed): Typed {
  const text = (field: keyof Typed): string => readText(form, sendParts[field]) ?? previous[field];
  return { token: text('token'), to: text('to'), amount: text('amount') };
}

/** The form that sends the same again; undefined for a record that is no payment in one of the tokens. */
export function repeatTransfer(
  record: StoredTransaction,
  tokens: readonly { address: string; decimals: number }[],
  language: Pick<Draft, 'separators'>,
): Typed | undefined {
  const move = findOwnMove(record);
  const token = move && tokens.find(({ address }) => sameFelt(address, move.contract));
  if (!token) return undefined;
  const text = fieldText(formatUnits(BigInt(move.number), token.decimals), language);
  return { token: token.address, to: move.to, amount: text };
}
