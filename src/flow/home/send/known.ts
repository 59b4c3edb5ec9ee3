import type { State } from '../../../module';
import { type ChainId, sameFelt } from '../../../schema/primitives';
import type { Token } from '../../../schema/token';
import type { KnownRecipient, TokenChoice } from '../../../ui/home/send';
import { accountName } from '../../../ui/review/facts';
import { ownName, say } from '../../../ui/text/words';
import { type AddressBook, findStanding, loadAddressBook } from '../../addresses/addressBook';
import { arrangedTokens, listAskedTokens } from '../../tokens/tokens';
import type { TokensByAddress } from '../../transactions/simulate';
import { tokenTable } from '../../transactions/tokenTable';
import { nameOfToken } from '../../transactions/words/amounts';
import { formatAmount, lastAmounts } from '../balances';
import { findOwnMove } from '../transfer';

/** Facts that the form is checked against. */
export type Known = {
  readonly chainId: ChainId;
  /** Address of the sending account. */
  readonly from: string;
  readonly tokens: readonly Token[];
  /** Addresses of those that are offered. */
  readonly offeredTokens: readonly string[];
  /** Names that the tokens may have. */
  readonly table: TokensByAddress;
  /** The account's balance by token, in the smallest unit; undefined if never read. */
  readonly balanceOf: (token: string) => bigint | undefined;
  readonly addresses: AddressBook;
};

/** Own accounts whose key is looked at in any case: each takes some milliseconds. */
const KEYS_LOOKED_AT = 20;

/**
 * Reads what the form is checked against.
 * @param text what is typed and looked up: the key of each own account in it is looked at
 */
export async function loadKnown(
  module: State,
  chainId: ChainId,
  from: string,
  text = '',
): Promise<Known> {
  const namedAddresses = new Set((text.match(/0x[\da-f]+/giu) ?? []).map(BigInt));
  const ownAddresses = (await module.accounts.list(chainId))
    .map(({ address }) => address)
    .filter((address, index) => index < KEYS_LOOKED_AT || namedAddresses.has(BigInt(address)));
  const [addresses, tokens, offeredTokens, table, balanceOf] = await Promise.all([
    loadAddressBook(module, chainId, from, ownAddresses),
    arrangedTokens(module, chainId),
    listAskedTokens(module, chainId),
    tokenTable(module, chainId),
    lastAmounts(module, chainId, from),
  ]);
  return { chainId, from, tokens, offeredTokens, table, balanceOf, addresses };
}

/** The tokens to choose from, one that was chosen elsewhere among them, with what the account has of each. */
export const listTokenChoices = (
  { tokens, offeredTokens, table, balanceOf }: Known,
  choice?: string,
): TokenChoice[] =>
  tokens
    .filter(({ address }) => offeredTokens.includes(address) || address === choice)
    .map(({ address, decimals }) => {
      const balance = balanceOf(address);
      const amount = formatAmount(balance, decimals) ?? null;
      return { address, symbol: nameOfToken(address, table), amount };
    });

/** Most recipients of the journal that are listed. */
const RECENT = 5;

/** Everyone whom the user may mean: saved recipients, usable own accounts, and whom these paid. */
export async function listKnown(
  module: State,
  { chainId, from, addresses, tokens }: Known,
): Promise<KnownRecipient[]> {
  const { saved, accounts, used } = addresses;
  const otherAccounts = accounts.filter(
    ({ address, hidden, obstacle }) =>
      !hidden && obstacle === undefined && !sameFelt(address, from),
  );
  const tokenAddresses = new Set(tokens.map(({ address }) => BigInt(address)));
  const paid = used.recipients.filter(
    (address) =>
      findStanding(addresses, address).is === 'paid' && !tokenAddresses.has(BigInt(address)),
  );
  const latest = (await latestRecipients(module, chainId, from)).map(BigInt);
  const byUse = ({ address }: KnownRecipient): number => {
    const place = latest.indexOf(BigInt(address));
    if (place === -1) return latest.length;
    return place;
  };
  const all: KnownRecipient[] = [
    ...saved
      .filter(({ address }) => findStanding(addresses, address).is === 'saved')
      .map(({ address, name }) => ({ address, name: ownName(name), kind: 'saved' as const })),
    ...otherAccounts.map((one) => ({
      address: one.address,
      name: accountName(one),
      kind: 'own' as const,
    })),
    ...paid
      .slice(-RECENT)
      .reverse()
      .map((address) => ({ address, name: say('home.send.recent'), kind: 'recent' as const })),
  ];
  const inOrder = all.map((one) => ({ one, place: byUse(one) }));
  return inOrder.sort((a, b) => a.place - b.place).map(({ one }) => one);
}

/** Newest payments that tell whom the user pays lately. */
const LATEST = 25;

/** Recipients of the newest payments of an account, the last one first. */
async function latestRecipients(module: State, chainId: ChainId, from: string): Promise<string[]> {
  const choice = { limit: LATEST, since: 0, isWanted: () => true };
  const records = await module.transactions.list(chainId, from, choice).catch(() => []);
  return records.flatMap((record) => findOwnMove(record)?.to ?? []);
}

/** Own accounts and saved recipients have names; an imitation must not get a good one. */
export const canBeSaved = ({ addresses }: Known, address: string): boolean =>
  !['own', 'saved', 'imitation'].includes(findStanding(addresses, address).is);
