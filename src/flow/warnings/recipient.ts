import type { DeadEnd } from '../../schema/account';
import { ETHEREUM_BOUND, sameFelt } from '../../schema/primitives';
import { toAddress } from '../../starknet/felt';
import type { Act } from '../../starknet/meaning/meaning';
import { knownToken } from '../../starknet/tokens/erc20';
import type { Severity, Warning } from '../../ui/review/facts';
import { groupHex } from '../../ui/text/format';
import { say } from '../../ui/text/words';
import { findStanding } from '../addresses/addressBook';
import type { TransactionReview } from '../transactions/review';
import { listChanges } from '../transactions/simulate';
import { groupCalls } from '../transactions/words/amounts';
import {
  contractFacts,
  findReceiver,
  getName,
  isListed,
  listParties,
  listTransfers,
  ownAccount,
  type Rule,
  warning,
} from './rule';

export const imitationWarning = (address: string, imitated: string): Warning =>
  warning('addressLookAlike', 'critical', {
    address: groupHex(address),
    known: groupHex(imitated),
  });

/** An address made to resemble a known one (address poisoning). */
export const addressLookAlike: Rule = (review) =>
  listParties(review).flatMap((address) => {
    const standing = findStanding(review.addresses, address);
    if (standing.is === 'imitation') return imitationWarning(address, standing.of);
    return [];
  });

/** How bad it is that an own account cannot be used: lost, or out of this wallet's reach. */
const deadEnds: Readonly<Record<DeadEnd, Severity>> = {
  frozen: 'critical',
  noKey: 'high',
  unopened: 'high',
  device: 'caution',
  guardian: 'caution',
};

/** Tokens go to an own account that this wallet cannot use. */
export const recipientDead: Rule = (review) =>
  listReceivers(review).flatMap((address) => {
    const { obstacle } = ownAccount(review, address) ?? {};
    if (obstacle === undefined) return [];
    const reason = say(`review.deadEnd.${obstacle}`);
    return warning('recipientDead', deadEnds[obstacle], {
      recipient: getName(review, address),
      why: reason,
    });
  });

/** Whoever receives something by the calls or their outcome, but the sender; each once. */
const listReceivers = ({ account, calls, preview }: TransactionReview): string[] => {
  const namedAddresses = calls.flatMap(({ meaning }) => findReceiver(meaning) ?? []);
  const changedAddresses = listChanges(preview)
    .filter(({ kind }) => kind === 'send')
    .map(({ counterparty }) => counterparty);
  return [...new Set([...namedAddresses, ...changedAddresses].map(toAddress))].filter(
    (address) => !sameFelt(address, account.address),
  );
};

/** Look-alikes of addresses that were used before are not found. */
export const usedUnreadable: Rule = ({ addresses, calls }) => {
  if (addresses.isUnreadable && calls.length > 0) return [warning('usedUnreadable', 'caution')];
  return [];
};

/** A transfer to the zero address. */
export const recipientZero: Rule = (review) =>
  listTransfers(review)
    .filter(({ to }) => BigInt(to) === 0n)
    .map(() => warning('recipientZero', 'critical'));

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
  listTransfers(review).flatMap(({ to }) => {
    if (knownToken(to, review.context.network.chainId) || contractFacts(review, to)?.isToken)
      return warning('recipientToken', 'high', { recipient: getName(review, to) });
    return [];
  });

/** A transfer to the sending account itself. */
export const recipientSelf: Rule = (review) =>
  listTransfers(review)
    .filter(({ from, to }) => sameFelt(from, to))
    .map(() => warning('recipientSelf', 'caution'));

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
    const receiver = findReceiver(meaning);
    if (isAbout || meaning.kind === 'transfer' || !receiver) return [];
    if (ownAccount(review, receiver)) return [];
    return warning('receiverOther', meaning.kind === 'swap' ? 'high' : 'caution', {
      recipient: getName(review, receiver),
    });
  });
