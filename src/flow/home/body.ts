import { type ErrorKind, errorKinds, kindOf } from '@xnet/clients/errors';
import type { Clients, State } from '../../module';
import type { ChainId } from '../../schema/primitives';
import { formatUnits } from '../../starknet/felt';
import type { AccountsFacts, Balances, ShownBalance } from '../../ui/home/accounts';
import type { ActivityFacts } from '../../ui/home/activity';
import type { HomeFacts } from '../../ui/home/page';
import { type HomeView, type Notice, viewOf } from '../../ui/home/view';
import { accountName, className } from '../../ui/review/facts';
import { say, type TextName } from '../../ui/text/words';
import { namedNetwork, namedNetworks } from '../chain/namedNetwork';
import { together } from '../chain/together';
import { workingAccount } from '../consent/permissions';
import { fetchAllBalances } from '../tokens/balances';
import { tokenList } from '../tokens/tokens';
import { tokenTable } from '../transactions/tokenTable';
import { tokenName } from '../transactions/words/amounts';
import { recordDetails, recordFacts } from './records';
import { settingFacts } from './settings/settings';
import { siteFacts } from './sites';

/** What a drawing of the page depends on besides state. */
export type Drawing = {
  balances?: Balances;
  notice?: Notice | undefined;
  /** True right after a form was accepted. */
  isTaken?: boolean;
};

/** The page when opened: the accounts of the current network. */
export const firstView = async (module: State): Promise<HomeView> =>
  viewOf(await module.settings.network.chosen());

/** The content of the module's own page. Reads state, never a node. */
export async function homeFacts(
  module: State & Clients,
  view: HomeView,
  { balances = { state: 'unread' }, notice, isTaken = false }: Drawing = {},
): Promise<HomeFacts> {
  const body = await readablePart(module, bodyOf(module, view, balances, isTaken));
  return { view, lost: module.lost.keys(), ...(body && { body }), ...(notice && { notice }) };
}

/** A part of the page. An unreadable part is left out and reported, with a way to reset it. */
const readablePart = <T>({ lost }: State, part: Promise<T>): Promise<T | undefined> =>
  part.catch((error) => {
    if (lost.keys().length === 0) throw error;
    return undefined;
  });

async function bodyOf(
  module: State & Clients,
  { page, chainId, open, record: txnHash, older }: HomeView,
  balances: Balances,
  isTaken: boolean,
): Promise<NonNullable<HomeFacts['body']>> {
  if (page === 'sites') return { page, sites: await siteFacts(module) };
  if (page === 'activity') return { page, activity: await activityFacts(module, older) };
  if (page === 'settings') {
    const parts = (await settingFacts(module, chainId)).map((read) => readablePart(module, read()));
    const settings = (await Promise.all(parts)).flatMap((part) => part ?? []);
    return { page, settings: { settings, open, isTaken } };
  }
  const record = page === 'record' ? await recordDetails(module, chainId, txnHash) : undefined;
  if (record) return { page: 'record', record };
  return {
    page: 'main',
    accounts: await readablePart(module, accountsFacts(module, chainId, balances)),
    records: await readablePart(module, recordFacts(module, chainId)),
    sites: (await readablePart(module, siteFacts(module)))?.length,
  };
}

async function accountsFacts(
  module: State & Clients,
  chainId: ChainId,
  balances: Balances,
): Promise<AccountsFacts> {
  const accounts = await module.accounts.list(chainId);
  // An account whose list is unreadable cannot sign: this tells its owner.
  const outside = accounts.map(({ address }) => module.outsideSigned.alive(chainId, address, 0));
  await readablePart(module, Promise.all(outside));
  const network = (await namedNetwork(module, chainId)) ?? { chainId, name: chainId };
  const visible = accounts.filter(({ hidden, obstacle }) => !hidden && obstacle === undefined);
  const current = await workingAccount(module, { network }, visible);
  return {
    network,
    networks: await namedNetworks(module),
    accounts: accounts.map((account) => ({
      name: accountName(account),
      address: account.address,
      kind: className(account.accountClass),
      index: account.addressIndex,
      isDeployed: account.deployment === 'deployed',
      obstacle: account.obstacle,
      standing: account.hidden
        ? 'hidden'
        : account !== current
          ? 'other'
          : visible.length > 1
            ? 'current'
            : 'only',
    })),
    balances,
  };
}

const isKind = (kind: string | undefined): kind is ErrorKind =>
  kind !== undefined && Object.hasOwn(errorKinds, kind);

/** A page of the sites' requests, newest first. */
async function activityFacts(module: State, page: number): Promise<ActivityFacts> {
  const { entries, pages } = await module.activity.list(page);
  return {
    page,
    pages,
    lines: entries.map(({ method, kind, ...told }) => ({
      ...told,
      // A test holds that every method has a text of this name.
      what: say(`home.asked.${method}` as TextName),
      why: isKind(kind) ? say(`errors.${kind}`) : null,
    })),
  };
}

/** How long to wait for balances before they count as unavailable. */
const DEADLINE_MS = 8_000;

/**
 * The STRK balances of all accounts of a network, and other balances that are not zero: one HTTP
 * request for a few accounts. Never an error.
 */
export async function homeBalances(module: State & Clients, chainId: ChainId): Promise<Balances> {
  try {
    const accounts = await module.accounts.list(chainId);
    if (accounts.length === 0) return { state: 'known', of: {} };
    const tokens = (await tokenList(module, chainId)).sort(
      (a, b) => Number(b.symbol === 'STRK') - Number(a.symbol === 'STRK'),
    );
    const addresses = tokens.map(({ address }) => address);
    const table = await tokenTable(module, chainId);
    const node = await module.node(chainId);
    const batch: typeof node.batch = (calls) => node.batch(calls, { deadlineMs: DEADLINE_MS });
    const read = await together(
      { ...node, batch },
      accounts.map(
        ({ address }) =>
          (shared: typeof node) =>
            fetchAllBalances(shared, address, addresses),
      ),
    );
    const of: Record<string, ShownBalance[]> = {};
    for (const [index, { address }] of accounts.entries()) {
      const outcomes = read[index] ?? [];
      const [strk] = outcomes;
      if (!strk?.ok) throw strk?.error;
      of[address] = tokens.flatMap(({ address: token, decimals, logo }, at): ShownBalance[] => {
        const outcome = outcomes[at];
        const amount = outcome?.ok ? BigInt(outcome.value.balancePending) : 0n;
        const symbol = tokenName(token, table, 'calls.tokenUnlisted');
        return amount > 0n || at === 0
          ? [{ symbol, amount: formatUnits(amount, decimals), ...(logo && { logo }) }]
          : [];
      });
    }
    return { state: 'known', of };
  } catch (error) {
    // Other errors come from the wallet, for example if it cannot decrypt the user's own node.
    return { state: 'unavailable', triedAt: module.now(), why: say(`errors.${kindOf(error)}`) };
  }
}
