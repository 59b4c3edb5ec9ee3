import { chainIds, networks } from '../../src/schema/primitives';
import type { AllowancesFacts } from '../../src/ui/home/allowances';
import { type HomeFacts, HomePage } from '../../src/ui/home/page';
import type { PaymentFacts } from '../../src/ui/home/payment';
import { createView } from '../../src/ui/home/view';
import type { Say } from '../../src/ui/text/words';
import { assertDrawable } from '../drawn/assertDrawable';
import { listTexts } from '../random/hostileTexts';

const [network = { name: '', chainId: chainIds.mainnet }] = networks;
export const view = createView(network.chainId);
export const accounts = {
  network,
  networks,
  accounts: [],
  isOpen: false,
  page: 0,
  balances: { state: 'reading', readAt: 0, of: {} },
  watchedAddresses: [],
} as const;

/** One pixel. */
const LOGO = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

export const hash = `0x${'a'.repeat(63)}`;
/** Every page of the module, with a text wherever a stranger could have put one. */
export function hostilePages(text: string): HomeFacts[] {
  const record: PaymentFacts & { account: string } = {
    what: { say: 'home.call', with: { name: text } },
    account: text,
    hash,
    at: 0,
    status: 'REJECTED',
    reason: text,
    isMissing: false,
    isProven: false,
    isIncoming: false,
    paid: { amount: text, who: text },
    worth: text,
  };
  const address = `0x${'1'.padStart(64, '0')}`;
  const account = {
    name: text,
    address,
    kind: 'Argent',
    index: 0,
    isDeployed: true,
    standing: 'other' as const,
  };
  const drawn = (body: NonNullable<HomeFacts['body']>): HomeFacts => ({
    view: { ...view, page: body.page },
    notice: { severity: 'danger', title: text, text },
    body,
  });
  const line = { at: 0, origin: text, what: { say: 'home.asked.ping' }, times: 1 } as const;
  return [
    ...[
      {
        state: 'known',
        readAt: 1,
        of: {
          [address]: [
            {
              token: address,
              symbol: text,
              name: text,
              isListed: false,
              amount: text,
              picture: LOGO,
            },
          ],
        },
      } as const,
      { state: 'unavailable', triedAt: 0, why: text, readAt: 1, of: {} } as const,
    ].map((balances) =>
      drawn({
        page: 'main',
        facts: {
          accounts: {
            ...accounts,
            accounts: [
              account,
              { ...account, standing: 'current' },
              { ...account, standing: 'hidden' },
            ],
            isOpen: true,
            balances,
            total: { money: text, without: 2, unreadCount: 2, of: { [address]: text }, usd: {} },
            watchedAddresses: [{ address, name: text }],
          },
          records: [record, { ...record, paid: undefined }],
          sites: 1,
        },
      }),
    ),
    drawn({
      page: 'watchedAddress',
      facts: {
        details: {
          address,
          name: text,
          url: 'https://x.example',
          balances: {
            state: 'unavailable',
            triedAt: 0,
            why: text,
            readAt: 1,
            of: {
              [address]: [
                { token: address, symbol: text, name: text, isListed: false, amount: text },
              ],
            },
          },
          total: 'unanswered',
        },
      },
    }),
    drawn({
      page: 'account',
      facts: {
        ...account,
        network: text,
        derivedFrom: text,
        path: text,
        searched: 20,
        publicKey: text,
        url: 'https://x.example',
        upgradesTo: text,
      },
    }),
    drawn({
      page: 'receive',
      facts: {
        ...account,
        network: text,
        isDeployed: false,
        faucet: null,
        tokens: [{ address, symbol: text }],
        hasMoreTokens: true,
        request: { link: `starknet:${address}@SN_SEPOLIA/transfer`, amount: text },
      },
    }),
    drawn({
      page: 'history',
      facts: {
        hasMoreAccounts: true,
        accounts: [account, { name: text, address: `${address}0` }],
        account: address,
        fetched: { state: 'known' },
        week: { amounts: [text], isWhole: false },
        lines: [
          {
            ...record,
            isIncoming: false,
            other: text,
            fee: text,
            by: text,
            isOwn: true,
            url: null,
          },
          {
            ...record,
            isIncoming: true,
            other: text,
            fee: undefined,
            by: undefined,
            isOwn: false,
            url: 'https://x.example',
          },
        ],
        page: 0,
        isLast: false,
        table: null,
      },
    }),
    drawn({
      page: 'tokens',
      facts: {
        account: { name: text, address },
        fetched: { state: 'known' },
        hasNoPrices: true,
        tokens: {
          lines: [
            {
              address,
              symbol: text,
              name: text,
              amount: text,
              worth: text,
              isAdded: true,
              isFirst: true,
            },
            {
              address,
              symbol: { say: 'calls.claimed', with: { symbol: text } },
              name: text,
              amount: undefined,
              worth: undefined,
              isAdded: false,
              isFirst: false,
            },
          ],
          page: 1,
          linesAfter: 1,
        },
        hidesZero: true,
        received: [address],
        pieces: [
          { key: 'a', contract: address, id: text, canSend: true },
          { key: 'b', contract: address, id: '7', canSend: false },
        ],
        canShowPictures: true,
        picture: { key: 'b', why: text },
        open: 'a',
        typed: undefined,
      },
    }),
    ...hostileAllowances(text, address).map((facts) => drawn({ page: 'allowances', facts })),
    drawn({
      page: 'sites',
      facts: {
        sites: {
          lines: [
            {
              origin: 'https://dapp.example',
              network: text,
              sees: [text, { say: 'home.sees', with: { accounts: text, network: text } }],
              blockedSeconds: 42,
            },
          ],
          page: 1,
          linesAfter: 1,
        },
        signatures: [
          {
            site: text,
            what: text,
            account: text,
            type: text,
            signedAt: 0,
            ends: null,
            endBy: '0x1',
            isEnding: false,
          },
        ],
      },
    }),
    drawn({
      page: 'settings',
      facts: {
        open: 'node',
        isTaken: false,
        settings: [
          { ...set('node'), isAdvanced: true, now: [{ label: text, value: text }], networks },
          { ...set('gas'), now: [{ label: null, value: text }] },
        ],
      },
    }),
    drawn({
      page: 'stored',
      facts: {
        kept: [{ title: 'home.kept.sites', about: 'home.keptText.sites' }],
        isOpen: true,
        never: { title: 'home.kept.keys', about: 'home.keptText.keys' },
        network: text,
        asked: [{ title: 'home.set.node', hosts: [text, text] }],
      },
    }),
    drawn({
      page: 'contacts',
      facts: {
        contacts: { lines: [{ address, name: text }], page: 1, linesAfter: 1 },
        open: '',
        isTaken: false,
      },
    }),
    drawn({
      page: 'activity',
      facts: {
        lines: [
          { ...line, outcome: 'failed', why: text },
          { ...line, outcome: 'answered', why: null, times: 3 },
        ],
        page: 0,
        pages: 2,
      },
    }),
    drawn({
      page: 'record',
      facts: {
        ...record,
        network: 'Starknet',
        contract: text,
        nodeText: `${text}, and more`,
        block: 5,
        fee: text,
        url: 'https://x.example',
        recipient: { address, name: text },
        canRepeat: true,
      },
    }),
    ...sendPages(text, address),
    ...severalPages(text, address),
  ];
}

/** The allowances of an account: read, with a form open, and not to be had. */
function hostileAllowances(text: string, address: string): AllowancesFacts[] {
  const line = {
    key: 'amount-1',
    what: text,
    isUnlimited: true,
    spender: text,
    spenderAddress: address,
    unlisted: address,
    canLower: true,
    isChanging: false,
    isTicked: undefined,
    site: text,
    since: 1,
  };
  const facts: AllowancesFacts = {
    account: { name: text, address },
    canSign: true,
    fetched: { state: 'known' },
    lines: [
      line,
      { ...line, key: 'all-1', spender: undefined, canLower: false },
      { ...line, key: 'amount-2', isChanging: true },
    ],
    from: { block: 7, time: null },
    open: line.key,
    typed: undefined,
  };
  const failed = { state: 'unavailable', triedAt: 0, why: text } as const;
  return [facts, { ...facts, canSign: false, fetched: failed, from: null, open: '' }];
}

/** The page that sends, with all that a stranger may have named. */
function sendPages(text: string, address: string): HomeFacts[] {
  const tones = ['error', 'danger', 'plain', 'good'] as const;
  const notes = tones.map((tone) => ({
    tone,
    text: { say: 'home.send.leadsTo', with: { name: text, address: text } } as const,
  }));
  const facts = {
    network: text,
    from: { name: text, address },
    tokens: [
      { address, symbol: text, amount: '1.5' },
      { address: '0x1', symbol: text, amount: null },
    ],
    hasMoreTokens: true,
    isEverything: false,
    to: notes,
    amount: notes,
    units: { now: text, other: text },
    known: (['own', 'saved', 'recent'] as const).map((kind) => ({ address, name: text, kind })),
    unsaved: address,
    fill: {},
  };
  return [{ view: { ...view, page: 'send' }, body: { page: 'send', facts } }];
}

/** The page that pays several, with all that a paste may hold. */
function severalPages(text: string, address: string): HomeFacts[] {
  const notes = (['error', 'danger', 'plain'] as const).map((tone) => ({
    tone,
    text: { say: 'home.several.glued', with: { text } } as const,
  }));
  const facts = {
    network: text,
    from: { name: text, address },
    tokens: [{ address, symbol: text, amount: '1.5' }],
    hasMoreTokens: true,
    rows: [{ recipient: text, amount: { amount: '5', symbol: text }, notes }, { notes }],
    total: { amount: '5', symbol: text },
    notes,
    fill: {},
  };
  return [{ view: { ...view, page: 'several' }, body: { page: 'several', facts } }];
}

const set = <Name extends 'node' | 'gas'>(name: Name) => ({
  name,
  title: `home.set.${name}` as const,
  about: `home.about.${name}` as const,
});

export const drawnPages = (text: string, say: Say) =>
  hostilePages(text).map((facts) => <HomePage {...facts} say={say} />);

/** All strings of a drawn page, visible or not. */
export function listStrings(facts: HomeFacts, say: Say): string[] {
  const drawn = <HomePage {...facts} say={say} />;
  assertDrawable(drawn);
  return listTexts(drawn);
}
