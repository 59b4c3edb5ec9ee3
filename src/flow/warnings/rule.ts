import type texts from '../../../locales/text/en/warnings.json';
import { toAddress } from '../../starknet/felt';
import { listedName } from '../../starknet/meaning/knownContracts';
import type { Meaning, Quantity, Standard } from '../../starknet/meaning/meaning';
import type { Label, Severity, Warning } from '../../ui/review/facts';
import { groupHex } from '../../ui/text/format';
import { say, type TextRef } from '../../ui/text/words';
import { findName, findOwnAccount } from '../addresses/addressBook';
import type { ContractFacts, TransactionReview } from '../transactions/review';
import { listChanges } from '../transactions/simulate';

/** A rule turns facts into warnings; none if everything is as usual. */
export type Rule = (review: TransactionReview) => readonly Warning[];

/** The account of this module with that address, if any. */
export const ownAccount = ({ addresses }: TransactionReview, address: string) =>
  findOwnAccount(addresses, address);

export const isListed = ({ context }: TransactionReview, address: string): boolean =>
  listedName(address, context.network.chainId) !== undefined;

/** An address by its name if it has one, else in full. */
export const getName = ({ addresses }: TransactionReview, address: string): Label =>
  findName(addresses, address) ?? groupHex(toAddress(address));

export const contractFacts = (
  review: TransactionReview,
  address: string,
): ContractFacts | undefined => review.contracts[toAddress(address)];

type OrderedTransfer = Quantity & {
  readonly standard: Standard;
  readonly from: string;
  readonly to: string;
};

/** Transfers that the calls order directly; for batches of token ids, without amount. */
export const listTransfers = ({ account, calls }: TransactionReview): OrderedTransfer[] =>
  calls.flatMap(({ meaning }): OrderedTransfer[] => {
    const me = account.address;
    if (meaning.kind === 'transfer') return [{ ...meaning, from: meaning.from ?? me }];
    if (meaning.kind !== 'act' || meaning.act !== 'sendPieces') return [];
    const { to = me, contract: token } = meaning;
    return [{ standard: 'erc1155', token, amount: '0', from: me, to }];
  });

/** Whoever gets something by what a call means. */
export const findReceiver = (meaning: Meaning): string | undefined => {
  if ('to' in meaning) return meaning.to;
  return undefined;
};

const listNamed = (meaning: Meaning): string[] => {
  const addresses: string[] = [];
  const receiver = findReceiver(meaning);
  if (receiver !== undefined) addresses.push(receiver);
  if ('spender' in meaning) addresses.push(meaning.spender);
  if ('operator' in meaning) addresses.push(meaning.operator);
  return addresses;
};

/** Every recipient, spender, operator or contract in the calls or their outcome, once. */
export const listParties = ({ calls, preview }: TransactionReview): string[] => {
  const namedAddresses = calls.flatMap(({ call, meaning }) => [
    call.contractAddress,
    ...listNamed(meaning),
  ]);
  const touched = listChanges(preview)
    .filter(({ kind }) => kind !== 'receive')
    .map(({ counterparty }) => counterparty);
  return [...new Set([...namedAddresses, ...touched].map(toAddress))];
};

/**
 * True if the calls are nothing but transfers to other accounts of this phrase, which their owner
 * can use, and the simulation tells of nobody else who gets anything.
 */
export function isMoveToOwn(review: TransactionReview): boolean {
  const { account, calls, preview } = review;
  const isOwn = (address: string) => {
    const ownAccountThere = ownAccount(review, address);
    return (
      ownAccountThere !== undefined &&
      ownAccountThere.obstacle === undefined &&
      ownAccountThere.address !== account.address
    );
  };
  const isMove = calls.every(
    ({ meaning }) =>
      meaning.kind === 'transfer' &&
      meaning.standard === 'erc20' &&
      meaning.from === undefined &&
      isOwn(meaning.to),
  );
  const counterparties = listChanges(preview).map(({ counterparty }) => counterparty);
  return isMove && calls.length > 0 && counterparties.every(isOwn);
}

type Named<K> = K extends `warnings.${infer N}.title` ? N : never;
/** A danger with a title and a text. */
export type Danger = Named<keyof typeof texts>;

/** The warning of a rule; its texts have the rule's name. */
export const warning = (
  rule: Danger,
  severity: Severity,
  places: NonNullable<TextRef['with']> = {},
): Warning => ({
  rule,
  severity,
  title: say(`warnings.${rule}.title`),
  text: say(`warnings.${rule}.text`, places),
});

/** Severity by how many times `base` a value is; undefined if it is not above. */
export const getSeverity = (
  value: bigint,
  base: bigint,
  [caution, high]: readonly [caution: bigint, high: bigint],
): 'caution' | 'high' | undefined => {
  if (value > high * base) return 'high';
  if (value > caution * base) return 'caution';
  return undefined;
};
