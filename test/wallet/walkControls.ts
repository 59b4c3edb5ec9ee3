import { chainIds, sameFelt } from '../../src/schema/primitives';
import { getSelector } from '../../src/starknet/selector';
import { knownTokens } from '../../src/starknet/tokens/erc20';
import { homeParts, parseView } from '../../src/ui/home/view';
import { reviewParts } from '../../src/ui/review/dialog';
import { startExplorerServer } from '../chain/explorerServer';
import { ownHeaders } from '../chain/ownAnswers';
import { startTrialNode } from '../chain/trialNode';
import { type Control, kindOf, listControls, operate } from './controls';
import { listParts } from './fakeDialogs';
import { filledState } from './filledState';
import { openPage } from './openPage';

const chainId = chainIds.sepolia;
const SITE = 'https://a-site.example';
const friend = '0x064b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691';
/** A contract that nobody here knows. */
const stranger = '0x0000000000000000000000000000000000000000000000000000000000005555';

type Page = ReturnType<typeof openPage>;
type Stored = NonNullable<NonNullable<Parameters<typeof openPage>[0]>['stored']>;
type Asked = { request: { entry_point_selector: string } };

/** A node and a host of prices, for the page of a user who has something of everything. */
export async function startHosts() {
  const node = await startTrialNode();
  node.says.balance = 1_234_567_890_123_456_789n;
  const owner = await ownerOfAll();
  // Nobody is a token, so that a recipient can be saved.
  node.says.instead.starknet_call = ({ request: { entry_point_selector: selector } }: Asked) => {
    if (sameFelt(selector, getSelector('decimals')))
      return { error: { code: 21, message: 'Entry point not found' } };
    if (sameFelt(selector, getSelector('owner_of'))) return { result: [owner] };
    return { result: [`0x${node.says.balance.toString(16)}`, '0x0'] };
  };
  const prices = await startExplorerServer(() => ({
    headers: ownHeaders,
    body: [{ address: knownTokens.STRK.address, globalMarket: { usd: 0.25 } }],
  }));
  return {
    node: node.url,
    prices: prices.url,
    stop: async () => {
      await Promise.all([node.stop(), prices.stop()]);
    },
  };
}
/** The account whose page is walked: it has every piece. */
async function ownerOfAll(): Promise<string> {
  const { plain } = await fullState();
  const { accounts } = plain as { accounts: Record<string, { address: string }[]> };
  return accounts[chainId]?.[0]?.address ?? '';
}

export type Hosts = Awaited<ReturnType<typeof startHosts>>;

/** A user who has something of everything: what the page can show has its controls. */
export async function fullState(): Promise<Stored> {
  const filled = await filledState({ accounts: 8, records: 120 });
  const plain = filled.plain as { accounts: Record<string, { address: string }[]> };
  const accounts = plain.accounts[chainId] ?? [];
  const [first, second, third] = accounts;
  const allowance = {
    spender: friend,
    of: 'amount',
    tokenId: null,
    block: 7,
    entrypoint: 'approve',
  };
  const token = knownTokens.STRK.address;
  return {
    secret: { ...filled.secret, services: { ipfs: { url: 'http://127.0.0.1:9/' } } },
    plain: {
      ...filled.plain,
      accounts: {
        [chainId]: [
          { ...first, accountClass: 'argent031', deployment: 'deployed' },
          second,
          { ...third, hidden: true },
          ...accounts.slice(3),
        ],
      },
      grants: { [SITE]: [{ chainId, address: first?.address }] },
      signatures: {
        [chainId]: [
          {
            site: SITE,
            account: second?.address,
            hash: '0x5e55',
            power: 'session',
            type: 'Session',
            ends: null,
            signedAt: 1_700_000_000,
          },
        ],
      },
      blocks: { [SITE]: { until: Date.now() + 600_000, length: 900_000 } },
      recipients: { [chainId]: [{ address: friend, name: 'Marta' }] },
      watchedAddresses: {
        [chainId]: [
          { address: friend, name: 'Cold', holding: { readAt: 1, amounts: { [token]: '0x1' } } },
        ],
      },
      tokens: {
        [chainId]: [{ address: friend, name: 'A token', symbol: 'TKN', decimals: 2 }],
      },
      balances: {
        [chainId]: { readAt: 1, of: { [first?.address ?? '']: { [token]: '0xde0b6b3a7640001' } } },
      },
      prices: 'avnu',
      explorers: { [chainId]: 'voyager' },
      allowances: {
        [chainId]: {
          [first?.address ?? '']: {
            low: 5,
            high: 9,
            lowTime: 1_700_000_000,
            span: 1,
            readAt: 0,
            allowances: ['1', '2'].map((amount, at) => ({
              ...allowance,
              token: at === 0 ? token : friend,
              amount,
              symbol: null,
              decimals: at === 0 ? null : 2,
            })),
          },
        },
      },
      found: {
        [chainId]: {
          [first?.address ?? '']: {
            received: [
              { contract: stranger, standard: 'erc20', tokenId: null, block: 7, isOwn: false },
              { contract: stranger, standard: 'erc721', tokenId: '7', block: 7, isOwn: false },
            ],
          },
        },
      },
      serviceHosts: { ipfs: '127.0.0.1:9' },
      // Cannot be read, so that it can be started over.
      paymasterHosts: 7,
    },
  };
}

/** A page that a user of this state has opened, after these steps. */
async function openAfter(stored: Stored, hosts: Hosts, steps: readonly Control[]): Promise<Page> {
  const page = openPage({
    stored,
    byHand: true,
    sepoliaUrl: hosts.node,
    priceUrl: hosts.prices,
  });
  await page.refresh();
  for (const step of steps) await operate(page, step);
  return page;
}

/**
 * Names the fault of a page after a step; undefined for a page that goes on.
 *
 * @param names names of its buttons
 */
export function findFault(hasText: boolean, names: readonly string[]): string | undefined {
  if (!hasText) return 'shows nothing';
  const isMain = names.some((name) => name.startsWith(`${homeParts.go}settings`));
  const isBack = (name: string) => name === reviewParts.leave || name.startsWith(homeParts.go);
  return isMain || names.some(isBack) ? undefined : 'has no way back';
}

async function faultOf(page: Page): Promise<string | undefined> {
  const parts = listParts(await page.tree());
  const hasText = parts.some(({ type }) => type === 'Text' || type === 'Heading');
  return findFault(
    hasText,
    parts.map(({ props }) => String(props.name)),
  );
}

/** Steps on the page, of which the last one operates a control of a new kind. */
export type Path = readonly Control[];

/**
 * Operates each kind of control of each part of the page once.
 *
 * @returns a path to each kind; what was reached, by act and name; and faults after a step
 */
export async function walkControls(hosts: Hosts) {
  const stored = await fullState();
  const known = new Set<string>();
  const reached = new Set<string>();
  const faults: string[] = [];
  const paths: Path[] = [[]];
  for (const path of paths) {
    const page = await openAfter(stored, hosts, path.slice(0, -1));
    const last = path.at(-1);
    const told = last && (await operate(page, last).then(() => faultOf(page), String));
    if (last && told !== undefined) faults.push(`${path.map(kindOf).join(' → ')}: ${told}`);
    const part = parseView(await page.module.dialogs.homeView('interface-0'))?.page;
    for (const control of listControls(await page.tree())) {
      const kind = `${part} ${kindOf(control)}`;
      reached.add(`${control.act} ${control.name}`);
      // A footer's button submits its form, which it stands outside of.
      if (control.name.startsWith(homeParts.submit))
        reached.add(`submit ${control.name.slice(homeParts.submit.length)}`);
      if (!known.has(kind)) paths.push([...path, control]);
      known.add(kind);
    }
    // An open review is read again every few seconds, as long as it is open.
    await page.module.acts.leaveAll();
  }
  return { paths: paths.slice(1), reached, faults };
}
