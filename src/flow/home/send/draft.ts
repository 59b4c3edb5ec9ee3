import {
  boolean,
  enums,
  type Infer,
  number,
  object,
  optional,
  type Struct,
  string,
} from '@metamask/superstruct';
import type { StoredTransaction } from '../../../schema/transaction';
import { formatUnits, toAddress } from '../../../starknet/felt';
import { parseUint256 } from '../../../starknet/tokens/erc20';
import { sendParts } from '../../../ui/home/send';
import type { HomeView } from '../../../ui/home/view';
import { readText } from '../form';

/** What was typed. */
export type Typed = { readonly token: string; readonly to: string; readonly amount: string };

/** What hosts said of a recipient. */
const Found = object({
  /** The text that was looked up. */
  text: string(),
  /** Absent where the name leads nowhere, or nothing answered. */
  address: optional(string()),
  isDeployed: optional(boolean()),
  isToken: optional(boolean()),
  failed: optional(enums(['noName', 'notRead'])),
});
export type Found = Infer<typeof Found>;

const Price = object({ token: string(), usd: number() });
type Price = Infer<typeof Price>;

const Swapped = object({ token: string(), before: string(), after: string() });
type Swapped = Infer<typeof Swapped>;

/** The form as the page keeps it beside the wallet's own fields. */
export type Draft = {
  readonly typed: Typed;
  /** The amount that Max put in: another one is the user's own again. */
  readonly max: string | undefined;
  /** True once the user has asked for the review: what is missing is then told, too. */
  readonly isPressed: boolean;
  readonly found: Found | undefined;
  /** What the amount is in: the token, or dollars. */
  readonly unit?: 'money' | undefined;
  /** The amount before its unit was changed, for the one that was put in instead. */
  readonly swapped?: Swapped | undefined;
  /** Dollars for one whole token, by the source that the user has turned on. */
  readonly price?: Price | undefined;
};

/** Reads a draft; undefined if nothing was typed yet. */
export function parseDraft({ draft }: HomeView): Draft | undefined {
  const { token = '', to = '', amount = '', max, isPressed, found, price, unit, swapped } = draft;
  if (draft.token === undefined) return undefined;
  return {
    typed: { token, to, amount },
    max,
    isPressed: isPressed === 'yes',
    found: parsed(found, Found),
    price: parsed(price, Price),
    unit: unit === 'money' ? unit : undefined,
    swapped: parsed(swapped, Swapped),
  };
}

export const kept = ({
  typed,
  max,
  isPressed,
  found,
  price,
  unit,
  swapped,
}: Draft): HomeView['draft'] => ({
  ...typed,
  ...(unit && { unit }),
  ...(swapped && { swapped: JSON.stringify(swapped) }),
  ...(max !== undefined && { max }),
  ...(isPressed && { isPressed: 'yes' }),
  ...(found && { found: JSON.stringify(found) }),
  ...(price && { price: JSON.stringify(price) }),
});

function parsed<T>(text: string | undefined, struct: Struct<T, unknown>): T | undefined {
  if (text === undefined) return undefined;
  const value: unknown = JSON.parse(text);
  return struct.is(value) ? value : undefined;
}

/** The fields' texts, from the wallet's state of the form; `before` for what it does not hold. */
export function readTyped(form: unknown, before: Typed): Typed {
  const text = (field: keyof Typed): string => readText(form, sendParts[field]) ?? before[field];
  return { token: text('token'), to: text('to'), amount: text('amount') };
}

/** Who gets what a transfer moves; undefined for a record that is no transfer. */
export const findRecipient = (record: StoredTransaction): string | undefined => {
  const { txnType, contractFuncName, contractCallData } = record;
  const [to, ...amount] = contractCallData;
  const isTransfer = txnType === 'invoke' && contractFuncName === 'transfer';
  return isTransfer && to !== undefined && amount.length === 2 ? toAddress(to) : undefined;
};

/** The form that sends the same again; undefined for a record that is no transfer. */
export function repeatTransfer(
  record: StoredTransaction,
  tokens: readonly { address: string; decimals: number }[],
): Typed | undefined {
  const token = tokens.find(({ address }) => address === record.contractAddress);
  const to = findRecipient(record);
  const amount = parseUint256(record.contractCallData.slice(1));
  if (!token || to === undefined || amount === undefined) return undefined;
  return { token: token.address, to, amount: formatUnits(amount, token.decimals) };
}
