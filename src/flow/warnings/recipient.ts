import { ETHEREUM_BOUND, sameFelt } from '../../schema/primitives';
import { toAddress } from '../../starknet/felt';
import type { Act } from '../../starknet/meaning/meaning';
import { knownToken, tokensOn } from '../../starknet/tokens/erc20';
import { groupHex } from '../../ui/text/format';
import { groupCalls } from '../transactions/words/amounts';
import {
  contractFacts,
  isListed,
  nameOf,
  ownAccount,
  partiesOf,
  type Rule,
  transfersOf,
  warning,
} from './rule';

/** Digits at either end that a short form of an address shows. */
const DIGITS_SHOWN = 4;

/**
 * How an address reads in short: with its leading zeros, as addresses are written in full, and
 * without. Two addresses by chance have one of them in common once in more than 100 million.
 */
export const shortForms = (address: string): string[] => {
  const digits = toAddress(address).slice(2);
  return [digits, digits.replace(/^0+/u, '')].map(
    (spelt, spelling) => `${spelling}${spelt.slice(0, DIGITS_SHOWN)}…${spelt.slice(-DIGITS_SHOWN)}`,
  );
};

/** An address that is made to be taken for a known one (address poisoning). */
export const addressLookAlike: Rule = (review) => {
  const { context, account, ownAccounts, known } = review;
  const trusted = new Set([
    ...[account, ...ownAccounts, ...tokensOn(context.network.chainId)].map(
      ({ address }) => address,
    ),
    ...known.recipients,
    ...known.contracts,
  ]);
  const byForm = new Map(
    [...trusted].flatMap((address) => shortForms(address).map((form) => [form, address] as const)),
  );
  return partiesOf(review).flatMap((address) => {
    const like = shortForms(address).flatMap((form) => byForm.get(form) ?? [])[0];
    if (like === undefined || trusted.has(address) || isListed(review, address)) return [];
    return warning('addressLookAlike', 'critical', {
      address: groupHex(address),
      known: groupHex(like),
    });
  });
};

/** A transfer to the address that nobody has. */
export const recipientZero: Rule = (review) =>
  transfersOf(review).flatMap(({ to }) =>
    BigInt(to) === 0n ? warning('recipientZero', 'critical') : [],
  );

/** Below lie the addresses of contracts that the network itself has. */
const SHORTEST_ETHEREUM = 2n ** 96n;

/** A contract or recipient that is spelt as accounts of Ethereum are; a hash here is hardly so short. */
export const ethereumAddress: Rule = (review) =>
  partiesOf(review).flatMap((party) => {
    const value = BigInt(party);
    if (value < SHORTEST_ETHEREUM || value >= ETHEREUM_BOUND || isListed(review, party)) return [];
    return warning('ethereumAddress', 'high', { address: groupHex(party) });
  });

/** A transfer to the contract of a token, from where hardly any can send it on. */
export const recipientToken: Rule = (review) =>
  transfersOf(review).flatMap(({ to }) =>
    knownToken(to, review.context.network.chainId) || contractFacts(review, to)?.isToken
      ? warning('recipientToken', 'high', { recipient: nameOf(review, to) })
      : [],
  );

/** A transfer to the account that sends it. */
export const recipientSelf: Rule = (review) =>
  transfersOf(review).flatMap(({ from, to }) =>
    sameFelt(from, to) ? warning('recipientSelf', 'caution') : [],
  );

/** Acts that are about somebody else by their nature; what they send has rules of its own. */
const abouts: readonly Act[] = [
  'allowLess',
  'delegate',
  'lock',
  'outside',
  'sendPieces',
  'stakeMove',
];

/** What a swap, a withdrawal or a claim brings goes elsewhere than to this account. */
export const receiverOther: Rule = (review) =>
  groupCalls(review.calls).flatMap(({ meaning }) => {
    const isAbout = meaning.kind === 'act' && abouts.includes(meaning.act);
    if (isAbout || meaning.kind === 'transfer' || !('to' in meaning) || !meaning.to) return [];
    if (ownAccount(review, meaning.to)) return [];
    return warning('receiverOther', meaning.kind === 'swap' ? 'high' : 'caution', {
      recipient: nameOf(review, meaning.to),
    });
  });
