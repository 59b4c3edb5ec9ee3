import {
  array,
  boolean,
  enums,
  type Infer,
  literal,
  object,
  optional,
  pick,
  size,
} from '@metamask/superstruct';
import type { Module } from '../../../module';
import { AccountName, type StoredAccount } from '../../../schema/account';
import { defaultName } from '../../../schema/accountClass';
import { LanguageChoice } from '../../../schema/language';
import { ChainId, ContractAddress, chainIds, sameFelt } from '../../../schema/primitives';
import { TokenDecimals, TokenName, TokenSymbol } from '../../../schema/token';
import { imitates, listTokens } from '../../../starknet/tokens/erc20';
import { Recipient } from '../../../state/recipients';
import { Arrangement } from '../../../state/tokens';
import { WatchedAddress } from '../../../state/watchedAddresses';
import { hasNamesake } from '../../addresses/namesake';
import { saveWatched } from '../watchedAddress';

/** More than anybody has of anything. */
const MOST = 5_000;

const NamedAccount = object({ address: ContractAddress, name: AccountName, hidden: boolean() });
const AddedToken = object({
  address: ContractAddress,
  name: TokenName,
  symbol: TokenSymbol,
  decimals: TokenDecimals,
});
const NetworkContent = object({
  chainId: ChainId,
  accounts: size(array(NamedAccount), 0, MOST),
  recipients: size(array(Recipient), 0, MOST),
  /** Absent from backups of older modules. */
  watchedAddresses: optional(size(array(pick(WatchedAddress, ['address', 'name'])), 0, MOST)),
  tokens: size(array(AddedToken), 0, MOST),
  arrangement: Arrangement,
});
type NetworkContent = Infer<typeof NetworkContent>;

/** Facts that the phrase alone cannot bring back: no key, and no address of a service. */
const Content = object({
  version: literal(1),
  networks: size(array(NetworkContent), 0, Object.keys(chainIds).length),
  settings: object({
    language: LanguageChoice,
    notifications: enums(['on', 'off']),
    /** Absent from backups of older modules, which read none that has it: kept only if it is off. */
    arrivals: optional(enums(['on', 'off'])),
    prices: enums(['off', 'avnu']),
  }),
});
export type Content = Infer<typeof Content>;

/** Reads the content of a backup; undefined for anything else. */
export function parseContent(text: string): Content | undefined {
  try {
    const content: unknown = JSON.parse(text);
    if (Content.is(content)) return content;
    return undefined;
  } catch {
    return undefined;
  }
}

const isUnnamed = ({ name, addressIndex, accountClass }: StoredAccount): boolean =>
  [defaultName(addressIndex), defaultName(addressIndex, accountClass)].includes(name);

/** Reads all that a backup keeps. */
export async function collectContent(module: Module): Promise<Content> {
  const { settings } = module;
  const [language, notifications, arrivals, prices] = await Promise.all([
    settings.language.chosen(),
    settings.notifications.chosen(),
    settings.arrivals.chosen(),
    settings.prices.chosen(),
  ]);
  const networks = Object.values(chainIds).map((chainId) => collectNetwork(module, chainId));
  return {
    version: 1,
    networks: await Promise.all(networks),
    settings: { language, notifications, prices, ...(arrivals === 'off' && { arrivals }) },
  };
}

async function collectNetwork(module: Module, chainId: ChainId): Promise<NetworkContent> {
  const [accounts, recipients, watchedAddresses, tokens, arrangement] = await Promise.all([
    module.accounts.list(chainId),
    module.recipients.list(chainId),
    module.watchedAddresses.list(chainId),
    module.tokens.list(chainId),
    module.tokens.arrangement(chainId),
  ]);
  return {
    chainId,
    accounts: accounts
      .filter((account) => account.hidden || !isUnnamed(account))
      .map(({ address, name, hidden }) => ({ address, name, hidden })),
    recipients,
    watchedAddresses: watchedAddresses.map(({ address, name }) => ({ address, name })),
    tokens: tokens.map(({ address, name, symbol, decimals }) => ({
      address,
      name,
      symbol,
      decimals,
    })),
    arrangement,
  };
}

/** Counts of what a backup brought back, and of names of accounts that are not here. */
export type Restored = { readonly added: number; readonly missing: number };

/** Adds what a backup has to what is here. Nothing that the user has set since is changed. */
export async function restoreContent(module: Module, content: Content): Promise<Restored> {
  let added = await restoreSettings(module, content.settings);
  let missing = 0;
  for (const network of content.networks) {
    const ownAccounts = await module.accounts.list(network.chainId);
    const isHere = ({ address }: { address: string }) =>
      ownAccounts.some((account) => sameFelt(account.address, address));
    missing += network.accounts.filter((account) => !isHere(account)).length;
    added += await restoreAccounts(module, network, ownAccounts);
    added += await restoreRecipients(module, network);
    added += await restoreWatched(module, network);
    added += await restoreTokens(module, network);
  }
  return { added, missing };
}

type Setting<Choice> = {
  chosen(): Promise<Choice>;
  choose(choice: Choice): Promise<void>;
};

/** Chooses what was kept where the usual choice stands. @returns 1 if that changes it, else 0 */
async function restoreSetting<Choice>(
  { chosen, choose }: Setting<Choice>,
  usual: NoInfer<Choice>,
  keptChoice: NoInfer<Choice>,
): Promise<number> {
  if (keptChoice === usual || (await chosen()) !== usual) return 0;
  await choose(keptChoice);
  return 1;
}

async function restoreSettings(
  { settings }: Module,
  { language, notifications, arrivals = 'on', prices }: Content['settings'],
): Promise<number> {
  const changes = [
    await restoreSetting(settings.language, 'wallet', language),
    await restoreSetting(settings.notifications, 'on', notifications),
    await restoreSetting(settings.arrivals, 'on', arrivals),
    await restoreSetting(settings.prices, 'off', prices),
  ];
  return changes.reduce((sum, change) => sum + change, 0);
}

async function restoreAccounts(
  module: Module,
  { chainId, accounts }: NetworkContent,
  ownAccounts: readonly StoredAccount[],
): Promise<number> {
  const current = await module.accounts.current(chainId);
  let changed = 0;
  for (const keptAccount of accounts) {
    const account = ownAccounts.find(({ address }) => sameFelt(address, keptAccount.address));
    if (!account) continue;
    const isFree = isUnnamed(account) && !(await hasNamesake(module, chainId, keptAccount));
    const name = isFree ? keptAccount.name : account.name;
    const hidden = account.hidden || (keptAccount.hidden && account.address !== current);
    if (name === account.name && hidden === account.hidden) continue;
    await module.accounts.change(chainId, account.address, (one) => ({ ...one, name, hidden }));
    changed += 1;
  }
  return changed;
}

async function restoreRecipients(
  module: Module,
  { chainId, recipients }: NetworkContent,
): Promise<number> {
  let added = 0;
  for (const recipient of recipients) {
    const saved = await module.recipients.list(chainId);
    const isSaved = saved.some(({ address }) => sameFelt(address, recipient.address));
    if (isSaved || (await hasNamesake(module, chainId, recipient))) continue;
    await module.recipients.save(chainId, recipient);
    added += 1;
  }
  return added;
}

async function restoreWatched(
  module: Module,
  { chainId, watchedAddresses = [] }: NetworkContent,
): Promise<number> {
  let added = 0;
  for (const one of watchedAddresses) {
    const present = await module.watchedAddresses.list(chainId);
    if (present.some(({ address }) => sameFelt(address, one.address))) continue;
    if ((await saveWatched(module, chainId, one)) === undefined) added += 1;
  }
  return added;
}

async function restoreTokens(
  module: Module,
  { chainId, tokens, arrangement }: NetworkContent,
): Promise<number> {
  const listed = listTokens(chainId);
  let added = 0;
  for (const token of tokens) {
    const knownTokens = [...listed, ...(await module.tokens.list(chainId))];
    const isKnown = knownTokens.some(({ address }) => sameFelt(address, token.address));
    if (isKnown || listed.some(({ symbol }) => imitates(token.symbol, symbol))) continue;
    await module.tokens.save(chainId, token);
    added += 1;
  }
  const { first, hidesZero } = await module.tokens.arrangement(chainId);
  const isArranged = first.length > 0 || hidesZero;
  if (!isArranged) await module.tokens.arrange(chainId, arrangement);
  return added;
}
