import type texts from '../../../locales/text/en/warnings.json';
import type { StoredAccount } from '../../schema/account';
import type { Call } from '../../schema/call';
import type { RequestContext } from '../../schema/context';
import { sameFelt } from '../../schema/primitives';
import type { DecodedCall } from '../../starknet/abi/abi';
import { toAddress } from '../../starknet/felt';
import { knownContract } from '../../starknet/meaning/knownContracts';
import type { Meaning, Quantity, Standard } from '../../starknet/meaning/meaning';
import { knownToken } from '../../starknet/tokens/erc20';
import type { Transaction } from '../../starknet/transactions/transaction';
import type { OutsideSigned } from '../../state/outsideSigned';
import type { Severity, Warning } from '../../ui/review/facts';
import { groupHex } from '../../ui/text/format';
import type { Words } from '../../ui/text/words';
import type { Earlier } from '../transactions/earlier';
import type { Preview, TokensByAddress } from '../transactions/simulate';

/** A call with what is known of it; `decoded` is null where no ABI fits. */
export type ReadCall = {
  readonly call: Call;
  readonly meaning: Meaning;
  readonly decoded: DecodedCall | null;
  /** Whether the site describes the function as the chain does; absent where one of them does not. */
  readonly siteAgrees?: boolean;
};

/** What was read of a contract that a call names; null where it could not be read. */
export type ContractFacts = {
  readonly classHash: string | null;
  /** True where it did not exist a day ago. */
  readonly isNew: boolean | null;
  /** True where it answers as a token does. */
  readonly isToken: boolean | null;
};

/** Everything that the rules look at: facts, all of them read before, so rules are pure. */
export type Subject = {
  readonly context: RequestContext;
  readonly account: StoredAccount;
  /** Accounts of this module on the network, the asked one among them. */
  readonly ownAccounts: readonly StoredAccount[];
  readonly calls: readonly ReadCall[];
  /** Empty for a message that is carried out by others (SNIP-9). */
  readonly transactions: readonly Transaction[];
  readonly preview: Preview;
  readonly tokens: TokensByAddress;
  /** By address in 64 digits. */
  readonly contracts: Readonly<Record<string, ContractFacts>>;
  /** Addresses that this account sent to or used before, in 64 digits. */
  readonly known: { readonly recipients: readonly string[]; readonly contracts: readonly string[] };
  /** FRI, decimal; `expected` null where nothing was estimated. */
  readonly fee: { readonly expected: string | null; readonly maximum: string };
  /**
   * Where a paymaster takes the fee: the most that the account would pay itself, FRI, decimal. Then
   * `fee` is what leaves the account in another token, in FRI.
   */
  readonly ownFee?: string;
  /** FRI per unit of L2 gas, decimal: in the newest block, and the median of blocks seen before. */
  readonly gasPrice: { readonly now: string | null; readonly usual: string | null };
  /** The next nonce by node and journal, decimal; null where it was not read. */
  readonly nextNonce: string | null;
  /** Signed before, and not settled; absent where the journal was not looked at. */
  readonly earlier?: readonly Earlier[];
  /** Signed for others, who have not said what became of it: until when it lives, Unix seconds. */
  readonly outsideSigned?: readonly Pick<OutsideSigned, 'before' | 'site'>[];
  /** Balance of the fee token before, FRI, decimal; null where it was not read. */
  readonly strkBalance: string | null;
  /** Balances before, by token in 64 digits, smallest units, decimal; of tokens that were read. */
  readonly balances?: Readonly<Record<string, string>>;
  /** For a message of SNIP-9: who may carry it out, and when (Unix seconds, decimal). */
  readonly outside?: {
    readonly caller: string;
    readonly after: string;
    readonly before: string;
  };
  /** Unix seconds. */
  readonly now: number;
};

/** A rule looks at the facts and says what the user should know; nothing where all is as usual. */
export type Rule = (subject: Subject) => readonly Warning[];

/** An account of this module, if it is one. */
export const ownAccount = ({ account, ownAccounts }: Subject, address: string) =>
  [account, ...ownAccounts].find((own) => sameFelt(own.address, address));

/** Name of a contract of the module's own lists. */
const listedName = ({ context }: Subject, address: string): string | undefined =>
  knownContract(address, context.network.chainId)?.name ?? knownToken(address)?.symbol;

export const isListed = (subject: Subject, address: string): boolean =>
  listedName(subject, address) !== undefined;

/** A contract by its name where it is an own account or listed, else by its whole address. */
export const nameOf = (subject: Subject, address: string): string =>
  ownAccount(subject, address)?.name ??
  listedName(subject, address) ??
  groupHex(toAddress(address));

export const contractFacts = (subject: Subject, address: string): ContractFacts | undefined =>
  subject.contracts[toAddress(address)];

type Transfer = Quantity & {
  readonly standard: Standard;
  readonly from: string;
  readonly to: string;
};

/** Transfers that the calls themselves order; of several pieces at once, no amount. */
export const transfersOf = ({ account, calls }: Subject): Transfer[] =>
  calls.flatMap(({ meaning }): Transfer[] => {
    const me = account.address;
    if (meaning.kind === 'transfer') return [{ ...meaning, from: meaning.from ?? me }];
    if (meaning.kind !== 'act' || meaning.act !== 'sendPieces') return [];
    const { to = me, contract: token } = meaning;
    return [{ standard: 'erc1155', token, amount: '0', from: me, to }];
  });

/** Everyone whom the calls or their outcome name as recipient, spender, operator or contract. */
export const partiesOf = ({ calls, preview }: Subject): string[] => [
  ...calls.flatMap(({ call, meaning }) => [
    call.contractAddress,
    ...('to' in meaning && meaning.to !== undefined ? [meaning.to] : []),
    ...('spender' in meaning ? [meaning.spender] : []),
    ...('operator' in meaning ? [meaning.operator] : []),
  ]),
  ...(preview.state === 'known' ? preview.changes : []).flatMap(({ kind, other }) =>
    kind === 'receive' ? [] : [other],
  ),
];

/** From the worst down. */
export const severities = ['critical', 'high', 'caution', 'info'] as const satisfies Severity[];

type Named<K> = K extends `warnings.${infer N}.title` ? N : never;
/** A danger that has a title and a text. */
export type Danger = Named<keyof typeof texts>;

/** The warning of a rule; its rule is named as its texts are. */
export const warning = (
  rule: Danger,
  severity: Severity,
  places: NonNullable<Words['with']> = {},
): Warning => ({
  rule,
  severity,
  title: { say: `warnings.${rule}.title` },
  text: { say: `warnings.${rule}.text`, with: places },
});

/** How bad a value is that should not be above `base` many times; undefined where it is not. */
export const severityOf = (
  value: bigint,
  base: bigint,
  [caution, high]: readonly [caution: bigint, high: bigint],
): 'caution' | 'high' | undefined =>
  value > high * base ? 'high' : value > caution * base ? 'caution' : undefined;
