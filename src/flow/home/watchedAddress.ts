import { getErrorKind } from '@xnet/clients/errors';
import type { Clients, State, Wallet } from '../../module';
import { AccountName } from '../../schema/account';
import { type ChainId, sameFelt } from '../../schema/primitives';
import { readRecipient } from '../../starknet/recipient';
import type { LastBalances } from '../../state/balances';
import { MOST_WATCHED, type WatchedAddress } from '../../state/watchedAddresses';
import { watchedParts } from '../../ui/home/watchedAddress';
import { type Label, say } from '../../ui/text/words';
import { hasNamesake } from '../addresses/namesake';
import { forgetOwnWatched, listWatched } from '../addresses/watchedAddresses';
import { namedNetwork } from '../chain/namedNetwork';
import { addressOfName } from '../tokens/starkName';
import { fetchAmounts, fetchTotal, shownBalances } from './balances';
import { addressFault } from './contacts';
import { explorerPage } from './explorerPages';
import { fetchPart } from './fetched';
import { notTaken, readText } from './form';
import type { OpenPage, Part } from './part';
import { tellFailure } from './request';

async function findWatched(
  module: State,
  chainId: ChainId,
  about: string,
): Promise<WatchedAddress | undefined> {
  const list = await listWatched(module, chainId, await module.accounts.list(chainId));
  return list.find(({ address }) => address === about);
}

const balancesOf = ({ address, holding }: WatchedAddress): LastBalances => ({
  readAt: holding.readAt,
  of: holding.readAt === 0 ? {} : { [address]: holding.amounts },
});

/** An address to look at: that of the button, else the form that adds one. */
export const watchedAddressPart: Part<'watchedAddress'> = {
  async facts(module, { chainId, about }, { fetched = { state: 'unread' }, total }) {
    if (about === '') return { details: null };
    const watched = await findWatched(module, chainId, about);
    if (!watched) return undefined;
    const { address, name } = watched;
    const network = (await namedNetwork(module, chainId)) ?? { chainId, name: chainId };
    const last = Promise.resolve(balancesOf(watched));
    return {
      details: {
        address,
        name,
        url: explorerPage(network, 'contract', address),
        balances: await shownBalances(module, chainId, fetched, last),
        total,
      },
    };
  },
  untilFilled: { fetched: { state: 'reading' } },
  async fill(page, drawing) {
    const { module, view } = page;
    const { chainId, about } = view;
    if (!(await findWatched(module, chainId, about))) return;
    const fetched = await fetchPart(page, drawing, () => readHolding(module, chainId, about));
    // Balances do not wait for prices.
    const watched = await findWatched(module, chainId, about);
    const amounts = Object.entries(watched?.holding.amounts ?? {});
    const holdings = new Map(amounts.map(([token, amount]) => [token, BigInt(amount)]));
    const total = await fetchTotal(module, chainId, about, holdings);
    if (total) await page.redraw({ ...drawing, fetched, total });
  },
  press: {
    async [watchedParts.stop](page, address) {
      await page.module.watchedAddresses.forget(page.view.chainId, address);
      await page.lead('main', '');
    },
  },
  submit: { [watchedParts.add]: add, [watchedParts.rename]: rename },
};

/**
 * Reads and keeps what a watched address has, in a request that names no own account.
 * @throws the node's error
 */
async function readHolding(
  module: State & Clients,
  chainId: ChainId,
  address: string,
): Promise<void> {
  const watched = await findWatched(module, chainId, address);
  if (!watched) return;
  const { of } = await fetchAmounts(module, chainId, [address], balancesOf(watched).of);
  const holding = { readAt: module.now(), amounts: of[address] ?? {} };
  await module.watchedAddresses.keep(chainId, address, holding);
}

/**
 * Keeps an address to look at under a name.
 * @returns the reason if it does not
 */
export async function saveWatched(
  module: State & Wallet,
  chainId: ChainId,
  { address, name }: Pick<WatchedAddress, 'address' | 'name'>,
): Promise<Label | undefined> {
  const accounts = await module.accounts.list(chainId);
  if (accounts.some((own) => sameFelt(own.address, address))) return say('home.watch.own');
  if (!AccountName.is(name)) return say('home.nameRule');
  if (await hasNamesake(module, chainId, { address, name })) return say('home.nameTaken');
  await forgetOwnWatched(module, chainId, accounts);
  const hasRoom = await module.watchedAddresses.save(chainId, { address, name });
  return hasRoom ? undefined : say('home.watch.most', { count: String(MOST_WATCHED) });
}

async function add(page: OpenPage, _about: string, value: unknown): Promise<void> {
  const { module, view, conclude, lead } = page;
  await tellFailure(page, 'home.watch.add', async () => {
    const read = await resolveAddress(page, readText(value, watchedParts.address) ?? '');
    const name = readName(value);
    if (read.fault !== undefined) return conclude({}, { notice: notTaken(read.fault) });
    const fault = await saveWatched(module, view.chainId, { address: read.address, name });
    if (fault !== undefined) return conclude({}, { notice: notTaken(fault) });
    return lead('watchedAddress', read.address);
  });
}

const readName = (form: unknown): string => readText(form, watchedParts.name)?.trim() ?? '';

/** Reads an address, or looks up a .stark name; else says why a text is neither. */
async function resolveAddress(
  { module, view: { chainId } }: OpenPage,
  text: string,
): Promise<{ address: string; fault?: never } | { address?: never; fault: Label }> {
  const read = readRecipient(text, chainId);
  if (read.kind === 'address') return { address: read.address };
  if (read.kind !== 'name') return { fault: addressFault(read) };
  const address = await addressOfName(module, chainId, read.name).catch((error) => {
    if (getErrorKind(error) === 'invalidParams') return undefined;
    throw error;
  });
  return address === undefined ? { fault: say('home.send.noName') } : { address };
}

async function rename(page: OpenPage, address: string, value: unknown): Promise<void> {
  const { module, view, conclude } = page;
  await tellFailure(page, 'home.rename', async () => {
    if (!(await findWatched(module, view.chainId, address))) return;
    const fault = await saveWatched(module, view.chainId, { address, name: readName(value) });
    await conclude({}, fault === undefined ? {} : { notice: notTaken(fault) });
  });
}
