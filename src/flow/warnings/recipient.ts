import { ETHEREUM_BOUND, sameFelt } from '../../schema/primitives';
import { toAddress } from '../../starknet/felt';
import type { Act } from '../../starknet/meaning/meaning';
import { knownToken, listTokens } from '../../starknet/tokens/erc20';
import { groupHex } from '../../ui/text/format';
import { groupCalls } from '../transactions/words/amounts';
import {
  contractFacts,
  getName,
  isListed,
  listParties,
  listTransfers,
  ownAccount,
  type Rule,
  warning,
} from './rule';

/** Digits at each end in a short form of an address. */
const DIGITS_SHOWN = 4;

/**
 * Short forms of an address: with leading zeros, as full addresses are written, and without. Two
 * random addresses share one less than once in 100 million.
 */
export const shortForms = (address: string): string[] => {
  const digits = toAddress(address).slice(2);
  return [digits, digits.replace(/^0+/u, '')].map(
    (spelt, spelling) => `${spelling}${spelt.slice(0, DIGITS_SHOWN)}…${spelt.slice(-DIGITS_SHOWN)}`,
  );
};

/** An address made to resemble a known one (address poisoning). */
export const addressLookAlike: Rule = (review) => {
  const { context, account, ownAccounts, known } = review;
  const trusted = new Set([
    ...[account, ...ownAccounts, ...listTokens(context.network.chainId)].map(
      ({ address }) => address,
    ),
    ...known.recipients,
    ...known.contracts,
  ]);
  const byForm = new Map(
    [...trusted].flatMap((address) => shortForms(address).map((form) => [form, address] as const)),
  );
  return listParties(review).flatMap((address) => {
    const like = shortForms(address).flatMap((form) => byForm.get(form) ?? [])[0];
    if (like === undefined || trusted.has(address) || isListed(review, address)) return [];
    return warning('addressLookAlike', 'critical', {
      address: groupHex(address),
      known: groupHex(like),
    });
  });
};

/** Look-alikes of addresses that were used before are not found. */
export const usedUnreadable: Rule = ({ known, calls }) =>
  known.isUnreadable && calls.length > 0 ? [warning('usedUnreadable', 'caution')] : [];

/** A transfer to the zero address. */
export const recipientZero: Rule = (review) =>
  listTransfers(review).flatMap(({ to }) =>
    BigInt(to) === 0n ? warning('recipientZero', 'critical') : [],
  );

/** Addresses below this belong to system contracts. */
const SHORTEST_ETHEREUM = 2n ** 96n;

/** A contract or recipient as short as an Ethereum address; Starknet's hashes hardly ever are. */
export const ethereumAddress: Rule = (review) =>
  listParties(review).flatMap((party) => {
    const value = BigInt(party);
    if (value < SHORTEST_ETHEREUM || value >= ETHEREUM_BOUND || isListed(review, party)) return [];
    return warning('ethereumAddress', 'high', { address: groupHex(party) });
  });

/** A transfer to a token contract, from which it usually cannot be recovered. */
export const recipientToken: Rule = (review) =>
  listTransfers(review).flatMap(({ to }) =>
    knownToken(to, review.context.network.chainId) || contractFacts(review, to)?.isToken
      ? warning('recipientToken', 'high', { recipient: getName(review, to) })
      : [],
  );

/** A transfer to the sending account itself. */
export const recipientSelf: Rule = (review) =>
  listTransfers(review).flatMap(({ from, to }) =>
    sameFelt(from, to) ? warning('recipientSelf', 'caution') : [],
  );

/** Acts that concern another party by nature; what they send has its own rules. */
const abouts: readonly Act[] = [
  'allowLess',
  'delegate',
  'lock',
  'outside',
  'sendPieces',
  'stakeMove',
];

/** The proceeds of a swap, withdrawal or claim go to another account. */
export const receiverOther: Rule = (review) =>
  groupCalls(review.calls).flatMap(({ meaning }) => {
    const isAbout = meaning.kind === 'act' && abouts.includes(meaning.act);
    if (isAbout || meaning.kind === 'transfer' || !('to' in meaning) || !meaning.to) return [];
    if (ownAccount(review, meaning.to)) return [];
    return warning('receiverOther', meaning.kind === 'swap' ? 'high' : 'caution', {
      recipient: getName(review, meaning.to),
    });
  });
