import type { StoredAccount } from '../../schema/account';
import { accountClassLabels, defaultName } from '../../schema/accountClass';
import { USER } from '../../schema/primitives';
import { type Amount, type Label, ownName, say, type TextName, type TextRef } from '../text/words';

export type { Label };

/** A fact that the user reads before deciding. `as` selects the widget, never the wording. */
export type Fact =
  | { as: 'text'; label: Label; value: Label }
  | { as: 'sentence'; value: Label }
  | { as: 'address'; label: Label; value: string; name?: string }
  | { as: 'raw'; label: Label; value: string };

export const textFact = (label: TextName, value: Label): Fact => ({
  as: 'text',
  label: say(label),
  value,
});
export const rawFact = (label: TextName, value: string): Fact => ({
  as: 'raw',
  label: say(label),
  value,
});
/** `name`: from the module's own lists. */
export const addressFact = (label: TextName | TextRef, value: string, name?: string): Fact => ({
  as: 'address',
  label: typeof label === 'string' ? say(label) : label,
  value,
  ...(name !== undefined && { name }),
});
export const sentenceFact = (text: TextName, places?: TextRef['with']): Fact => ({
  as: 'sentence',
  value: say(text, places),
});

/** A label, with the name of what it is about if there is one. */
export const namedLabel = (label: Label, name: Label | undefined): Label => {
  if (name === undefined) return label;
  return say('review.named', { label, name });
};

/** The requester, as shown: a site by its origin, or the user on the module's page. */
export const getAskerLabel = (origin: string): Label => {
  if (origin === USER) return say('home.byYou');
  return origin;
};

/** The displayed parts of an account. */
export type NamedAccount = Pick<
  StoredAccount,
  'address' | 'name' | 'addressIndex' | 'addressClass' | 'accountClass'
>;

/** Display name of an account class; unknown ones are described in the user's language. */
export const className = (accountClass: NamedAccount['accountClass']): Label => {
  if (accountClass === 'other') return say('calls.otherClass');
  return accountClassLabels[accountClass];
};

/**
 * The user's name of an account; by default its number, and the class of an older account, in the
 * user's language. An upgraded one shows both classes: two of an index can end at the same class.
 * Each of Braavos changes its class when it is deployed, which is no upgrade.
 */
export function accountName(account: NamedAccount): Label {
  const { name, addressIndex, addressClass, accountClass } = account;
  const label = say('review.accountNumber', { number: String(addressIndex + 1) });
  if (name === defaultName(addressIndex)) return label;
  if (name !== defaultName(addressIndex, accountClass)) return ownName(name);
  const [from, to] = [className(addressClass), className(accountClass)];
  if (from === to || accountClass === 'braavos') return namedLabel(label, from);
  return namedLabel(label, say('review.fromTo', { from, to }));
}

/** An unnamed account also shows its index, which dapps use. */
export function accountFact(account: NamedAccount): Fact {
  const { address: value, addressIndex } = account;
  const name = accountName(account);
  if (typeof name !== 'object' || !('say' in name)) return { as: 'address', label: name, value };
  const label = say('review.accountWithIndex', { account: name, index: String(addressIndex) });
  return { as: 'address', label, value };
}

export const senderFacts = (account: NamedAccount): NonNullable<ReviewFacts['account']> => ({
  name: accountName(account),
  index: account.addressIndex,
  address: account.address,
});

export type Section = { title: Label; facts: readonly Fact[] };

/** From the most severe down to a note; the names are common in the field. */
export const severities = ['critical', 'high', 'caution', 'info'] as const;
export type Severity = (typeof severities)[number];

export type Warning = {
  /** Name of the rule that raised it. */
  rule: string;
  severity: Severity;
  title: Label;
  text: Label;
};

/** Sorts by severity; equal ones keep their order. */
export const worstFirst = (warnings: readonly Warning[]): Warning[] =>
  severities.flatMap((severity) => warnings.filter((warning) => warning.severity === severity));

/** One line of "What changes". */
export type ChangeFact = {
  /** `pay`: the payment to a paymaster, also shown with the fee. */
  kind: 'send' | 'receive' | 'allow' | 'pay';
  /** In units of the token, decimal; null if unlimited. */
  amount: string | null;
  /** True if in smallest units because the decimals are unknown; the symbol means whole tokens. */
  isSmallest?: boolean;
  symbol: string | null;
  /** Address of the token. */
  address: string;
  /** A single token id, decimal. */
  tokenId?: string;
  /** The spender, for `allow`. */
  spender?: string;
  /** False if symbol and decimals are only the contract's own claims. */
  verified: boolean;
};

/** The result of a simulation; `source` is the host of its node. */
export type PreviewFacts =
  | {
      state: 'known';
      source: string;
      changes: readonly ChangeFact[];
      /** True if a contract on no list runs, which may tell a trial from the real run. */
      canBeStaged?: true;
    }
  | { state: 'reverts'; source: string; reason: string }
  | { state: 'unknown'; why: Label };

export type Speed = 'slow' | 'normal' | 'fast';

export type FeeFacts = {
  /** In units of the token, decimal; null if not estimated. */
  expected: string | null;
  maximum: string;
  symbol: string;
  /** Present if only the token's contract claims the symbol. */
  isClaimed?: true;
  /** The maximum in STRK, decimal, by a price that its taker does not set; absent if unknown. */
  worth?: string;
  /** The same in the user's currency, if a price is known, such as 0.12 USD. */
  money?: { expected: Label | null; maximum: Label };
  /** The selected speed; absent if there is no choice. */
  speed?: Speed;
  /** Ways to pay the fee; the first is the account's own STRK. */
  payWith?: { chosen: string; options: readonly { value: string; label: Label }[] };
  notes?: readonly Fact[];
  /** Rank of Ethereum's base fee among its last blocks; absent if unknown. */
  l1?: {
    /** Share of the blocks with a higher one, in percent. */
    lowerThan: number;
    blocks: number;
    /** Oldest first, from 0 to 1. */
    picture: readonly number[];
  };
};

/** An amount of the fee's token: with doubt if only its contract claims the symbol. */
export function feeAmount(
  amount: Amount,
  { symbol, isClaimed }: Pick<FeeFacts, 'symbol' | 'isClaimed'>,
): Exclude<Label, string> {
  if (isClaimed) return { say: 'calls.ofClaimed', with: { amount, symbol } };
  return { ...amount, symbol };
}

/** Whom an act concerns, such as the recipient; `name` as the user or the module's lists have it. */
export type Whom = { label: Label; name?: Label; address: string };

/** An allowance that can be signed for less than the site requests. */
export type AllowanceFacts = {
  /** Index of the call. */
  call: number;
  /** Its unit: the symbol, or words if there is none. */
  unit: Label;
  decimals: number;
  /** The requested amount, in the smallest unit, decimal; and the same in words. */
  most: string;
  asked: Label;
};

/** A confirmation as data: flow creates it, tests read it, `ReviewDialog` draws it. */
export type ReviewFacts = {
  /** The requested act. */
  title: Label;
  /** Label of the button that approves; "Confirm" by default. */
  verb?: TextName;
  /** The requesting site, or the user on the module's page. */
  origin: Label;
  /** Absent if there is none, or more than one; it also stands in the sections. */
  whom?: Whom;
  network: Label;
  account?: { name: Label; index: number; address: string };
  /** Worst first. */
  warnings: readonly Warning[];
  /** "What changes"; absent if nothing is sent. */
  preview?: PreviewFacts;
  /** Recipients of the tokens that leave, by the preview; in 64 digits. */
  recipients?: readonly string[];
  /** The request, always in sight. */
  sections: readonly Section[];
  allowances?: readonly AllowanceFacts[];
  fee?: FeeFacts;
  /** The rest of what is signed: complete, and one click away. */
  details?: readonly Section[];
};

/** Choices that the user can change while a review is open. */
export type ReviewInput =
  | { name: 'speed'; value: Speed }
  | { name: 'payWith'; value: string }
  /** `amount` in the smallest unit, decimal. */
  | { name: 'allowance'; call: number; amount: string };
