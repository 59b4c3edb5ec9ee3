import { getErrorKind } from '@xnet/clients/errors';
import type { Clients, State } from '../../module';
import { ChainId } from '../../schema/primitives';
import type { Reading, Worth } from '../../ui/home/balances';
import { type AccountsFacts, accountsInSight, mainParts } from '../../ui/home/main';
import { type HomeView, homeParts, type Notice } from '../../ui/home/view';
import { say, type TextRef } from '../../ui/text/words';
import { keepAccount, SEARCHED_INDEXES } from '../accounts/account';
import { findAccounts } from '../accounts/recover';
import { listWatched } from '../addresses/watchedAddresses';
import { namedNetwork, namedNetworks } from '../chain/namedNetwork';
import { lookAtProven } from '../l1/settlement';
import { arrangedTokens } from '../tokens/tokens';
import { accountFacts, createAccountFacts } from './accounts';
import { fetchTotal, readBalances, shownBalances } from './balances';
import { notTaken } from './form';
import type { Drawing, OpenPage, Part } from './part';
import { readablePart } from './readable';
import { fetchSettledBlocks, recordFacts } from './records';
import { request } from './request';
import { listSites } from './sites';

/** The first part of the page. */
export const mainPart: Part<'main'> = {
  async facts(module, view, { balances = { state: 'unread' }, total }) {
    const { chainId } = view;
    const accounts = await readablePart(module, accountsFacts(module, view, balances, total));
    const current = accounts && accountsInSight(accounts).current?.address;
    const beside = { current, usd: typeof total === 'object' ? total.usd : undefined };
    return {
      accounts,
      records: await readablePart(module, recordFacts(module, chainId, beside)),
      sites: (await readablePart(module, listSites(module)))?.length,
    };
  },
  untilFilled: { balances: { state: 'reading' } },
  fill: fetchAndDraw,
  press: {
    [homeParts.exact]: ({ view, show }) => show({ isExact: !view.isExact }),
    [mainParts.networks]: ({ view, show }) =>
      show({ open: view.open === 'networks' ? '' : 'networks' }),
    [mainParts.hidden]: ({ view, show }) => show({ open: view.open === 'hidden' ? '' : 'hidden' }),
    [mainParts.create]: create,
    [mainParts.find]: lookForAccounts,
  },
  change: {
    async [mainParts.network]({ module, show }, value) {
      if (!ChainId.is(value)) return;
      await module.settings.network.choose(value);
      await show({ page: 'main', chainId: value, open: '' });
    },
  },
};

/** Addresses of the current account and of those that are drawn beside it. */
function addressesInSight(facts: Parameters<typeof accountsInSight>[0]): string[] {
  const { current, otherAccounts } = accountsInSight(facts);
  return [...(current ? [current] : []), ...otherAccounts.lines].map(({ address }) => address);
}

async function accountsFacts(
  module: State & Clients,
  { chainId, open, older: page }: HomeView,
  reading: Reading,
  total: Worth | undefined,
): Promise<AccountsFacts> {
  const accounts = await accountFacts(module, chainId);
  const isOpen = open === 'hidden';
  // An account whose list is unreadable cannot sign: this tells its owner.
  const outside = addressesInSight({ accounts, isOpen, page }).map((address) =>
    module.outsideSigned.alive(chainId, address, 0),
  );
  await readablePart(module, Promise.all(outside));
  return {
    network: (await namedNetwork(module, chainId)) ?? { chainId, name: chainId },
    networks: await namedNetworks(module),
    accounts,
    isOpen,
    isChoosing: open === 'networks',
    page,
    balances: await shownBalances(module, chainId, reading),
    total,
    watchedAddresses: await listWatched(module, chainId, accounts),
  };
}

/** Reads the data of the first part and draws it as it arrives, unless another part is in sight. */
async function fetchAndDraw({ module, view, redraw }: OpenPage, drawing: Drawing): Promise<void> {
  const { chainId, older: page } = view;
  let total: Worth | undefined;
  const drawIfSeen = (balances: Reading) => redraw({ ...drawing, balances, total });
  const accounts = await accountFacts(module, chainId);
  const inSight = addressesInSight({ accounts, isOpen: view.open === 'hidden', page });
  const reading = readBalances(module, chainId, inSight, { isAllInSight: true });
  // Unreadable settings are reported when the page is drawn.
  const settling = settlement(module, chainId).catch(() => false);
  const balances = await reading;
  await drawIfSeen(balances);
  const valuing = async () => {
    const current = await createAccountFacts(module, chainId, '');
    total = current && (await fetchTotal(module, chainId, current.address));
    return total !== undefined;
  };
  const picturing = async () => module.logos.read(await logosOf(module, chainId));
  const lateParts = [settling, ...[valuing(), picturing()].map((one) => one.catch(() => false))];
  await Promise.all(lateParts.map(async (isNew) => (await isNew) && drawIfSeen(balances)));
}

/** Links of the logos of what the accounts have. */
async function logosOf(module: State & Clients, chainId: ChainId): Promise<string[]> {
  const { of: balancesByAccount } = await module.balances.last(chainId);
  const heldTokens = new Set(
    Object.values(balancesByAccount).flatMap((amounts) =>
      Object.keys(amounts).filter((token) => BigInt(amounts[token] ?? 0) > 0n),
    ),
  );
  const tokens = await arrangedTokens(module, chainId);
  return tokens.flatMap(({ address, logo }) => (logo && heldTokens.has(address) ? logo : []));
}

/** Reads what is proven on Ethereum; false if the user has set no node for that. */
async function settlement(module: State & Clients, chainId: ChainId): Promise<boolean> {
  const hosts = await module.settings.services.shown();
  if (hosts[`ethereum.${chainId}`] === undefined) return false;
  await Promise.all([fetchSettledBlocks(module, chainId), lookAtProven(module, chainId)]);
  return true;
}

/** Creates an account after the question that a site has, too, and leads to its address. */
async function create(page: OpenPage): Promise<void> {
  const action = { method: 'xnet_createAccount', title: 'home.create' } as const;
  await request(
    page,
    action,
    (context, module) => keepAccount(module, context),
    async ({ address }) => {
      await page.module.accounts.choose(page.view.chainId, address);
      return { page: 'receive', about: address };
    },
  );
}

/** Searches for accounts of the phrase on the current network, and reports the result. */
async function lookForAccounts({ module, view, conclude, tell }: OpenPage): Promise<void> {
  const maxScanned = String(SEARCHED_INDEXES);
  const notice = (title: TextRef, text: TextRef): Notice => ({ severity: 'info', title, text });
  await tell(notice(say('home.find'), say('home.finding', { most: maxScanned })));
  await findAccounts(module, view.chainId, SEARCHED_INDEXES).then(
    (count) => {
      const title = say('home.found', { count: String(count) });
      return conclude({}, { notice: notice(title, say('home.foundText', { most: maxScanned })) });
    },
    (error) => tell(notTaken(say(`errors.${getErrorKind(error)}`), 'home.find')),
  );
}
