import type { StoredAccount } from '../../schema/account';
import { accountClassLabels, defaultName } from '../../schema/primitives';
import { type Label, say, type TextName, type Words } from '../text/words';

export type { Label };

/** One thing that the user reads before deciding. `as` picks the widget, never the wording. */
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
/** `name`: by the module's own lists. */
export const addressFact = (label: TextName | Words, value: string, name?: string): Fact => ({
  as: 'address',
  label: typeof label === 'string' ? say(label) : label,
  value,
  ...(name !== undefined && { name }),
});
export const sentenceFact = (text: TextName, places?: Words['with']): Fact => ({
  as: 'sentence',
  value: say(text, places),
});

/** What of an account people are shown. */
export type NamedAccount = Pick<
  StoredAccount,
  'address' | 'name' | 'addressIndex' | 'accountClass'
>;

/** What a class of accounts is called; one that the module does not know, in the reader's language. */
export const className = (accountClass: NamedAccount['accountClass']): Label =>
  accountClass === 'other' ? say('calls.otherClass') : accountClassLabels[accountClass];

/** An account as its user named it; until then its number, in the reader's language. */
export function accountName({ name, addressIndex, accountClass }: NamedAccount): Label {
  const number = say('review.accountNumber', { number: String(addressIndex + 1) });
  if (name === defaultName(addressIndex)) return number;
  return name === defaultName(addressIndex, accountClass)
    ? say('review.named', { label: number, name: className(accountClass) })
    : name;
}

/** What has no name of its own is told with its index, too, by which dapps speak of it. */
export function accountFact(account: NamedAccount): Fact {
  const name = accountName(account);
  const index = String(account.addressIndex);
  return {
    as: 'address',
    label:
      typeof name === 'string' ? name : say('review.accountWithIndex', { account: name, index }),
    value: account.address,
  };
}

export const senderFacts = (account: NamedAccount): NonNullable<ReviewFacts['account']> => ({
  name: accountName(account),
  index: account.addressIndex,
  address: account.address,
});

export type Section = { title: Label; facts: readonly Fact[] };

/** From what should not be done down to a note; the names are those of the field. */
export const severities = ['critical', 'high', 'caution', 'info'] as const;
export type Severity = (typeof severities)[number];

export type Warning = {
  /** Name of the rule that raised it. */
  rule: string;
  severity: Severity;
  title: Label;
  text: Label;
};

/** In order; of equally bad ones as they come. */
export const worstFirst = (warnings: readonly Warning[]): Warning[] =>
  severities.flatMap((severity) => warnings.filter((warning) => warning.severity === severity));

/** One line of "What changes". */
export type ChangeFact = {
  /** `pay`: what a paymaster takes, which stands with the fee, too. */
  kind: 'send' | 'receive' | 'allow' | 'pay';
  /** In units of the token, decimal; null where there is no limit. */
  amount: string | null;
  /** True of its smallest unit, where its decimals are not known: its symbol stands for whole ones. */
  isSmallest?: boolean;
  symbol: string | null;
  /** Of the token. */
  address: string;
  /** Of a single piece of a collection, decimal. */
  tokenId?: string;
  /** Who may spend, for `allow`. */
  spender?: string;
  /** False where symbol and decimals are only what the contract says of itself. */
  verified: boolean;
};

/** What a simulation told; `source` is the host of the node that told it. */
export type PreviewFacts =
  | { state: 'known'; source: string; changes: readonly ChangeFact[] }
  | { state: 'reverts'; source: string; reason: string }
  | { state: 'unknown'; why: Label };

export type Speed = 'slow' | 'normal' | 'fast';

export type FeeFacts = {
  /** In units of the token, decimal; null where nothing was estimated. */
  expected: string | null;
  maximum: string;
  symbol: string;
  /** The same in the user's currency, where a price is known, such as 0.12 USD. */
  money?: { expected: Label | null; maximum: Label };
  /** The speed that is chosen; absent where there is nothing to choose. */
  speed?: Speed;
  /** What the fee can be paid with; the first is the account's own STRK. */
  payWith?: { chosen: string; options: readonly { value: string; label: Label }[] };
  notes?: readonly Fact[];
  /** Where the base fee of Ethereum lies among its last blocks; absent where it is not known. */
  l1?: {
    /** Share of the blocks with a higher one, in percent. */
    lowerThan: number;
    blocks: number;
    /** Oldest first, from 0 to 1. */
    picture: readonly number[];
  };
};

/** An allowance of which less can be signed than what the site asks for. */
export type AllowanceFacts = {
  /** Index of the call. */
  call: number;
  /** What it is counted in: its symbol, or words where it has none. */
  unit: Label;
  decimals: number;
  /** What the site asks for, in the smallest unit, decimal; and the same in words. */
  most: string;
  asked: Label;
};

/** What a confirmation shows, as data: flow makes it, tests read it, `ReviewDialog` draws it. */
export type ReviewFacts = {
  /** The act that is asked for. */
  title: Label;
  /** What the button that agrees says; "Confirm" where it is left out. */
  verb?: TextName;
  /** The site that asks, or the user on the module's page. */
  origin: Label;
  network: Label;
  account?: { name: Label; index: number; address: string };
  /** Worst first. */
  warnings: readonly Warning[];
  /** "What changes"; absent where nothing is sent. */
  preview?: PreviewFacts;
  /** Who gets the tokens that leave, by the preview; in 64 digits. */
  recipients?: readonly string[];
  /** What is asked, always in sight. */
  sections: readonly Section[];
  allowances?: readonly AllowanceFacts[];
  fee?: FeeFacts;
  /** The rest of what is signed: complete, and one click away. */
  details?: readonly Section[];
};

/** What the user can change while a review is open. */
export type ReviewInput =
  | { name: 'speed'; value: Speed }
  | { name: 'payWith'; value: string }
  /** `amount` in the smallest unit, decimal. */
  | { name: 'allowance'; call: number; amount: string };
