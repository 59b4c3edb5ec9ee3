import { toAddress } from '../../starknet/felt';
import { tokensOn } from '../../starknet/tokens/erc20';
import { groupHex } from '../../ui/text/format';
import { isListed, partiesOf } from './parties';
import type { Rule } from './subject';
import { warning } from './warning';

/** Digits at either end that a short form of an address shows. */
const SHOWN = 4;

/**
 * How an address reads in short: with its leading zeros, as addresses are written in full, and
 * without. Two addresses by chance have one of them in common once in more than 100 million.
 */
export const shortForms = (address: string): string[] => {
  const digits = toAddress(address).slice(2);
  return [digits, digits.replace(/^0+/u, '')].map(
    (spelt, spelling) => `${spelling}${spelt.slice(0, SHOWN)}…${spelt.slice(-SHOWN)}`,
  );
};

/** An address that is made to be taken for a known one (address poisoning). */
export const addressLookAlike: Rule = (subject) => {
  const { context, account, ownAccounts, known } = subject;
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
  return partiesOf(subject)
    .map(toAddress)
    .flatMap((address) => {
      const like = shortForms(address).flatMap((form) => byForm.get(form) ?? [])[0];
      if (like === undefined || trusted.has(address) || isListed(subject, address)) return [];
      return warning('addressLookAlike', 'critical', {
        address: groupHex(address),
        known: groupHex(like),
      });
    });
};
