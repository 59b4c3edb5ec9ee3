import { describe, expect, it } from '@jest/globals';
import { memoryStorage } from '../../test/wallet/memoryStorage';
import { chainIds } from '../schema/primitives';
import { initialMark } from './arrivals';
import { createState, type StateRepositories } from './state';
import { createStore } from './store';

const chainId = chainIds.sepolia;
const account = `0x${'1'.padStart(64, '0')}`;
const own = `found.${chainId}.${account}`;
const hash = '0x123';
const url = 'https://node.example';
const found = { limit: 1, since: 0, until: 2 ** 31, isWanted: () => true };

type Slot = readonly [
  key: string,
  read: (state: StateRepositories) => Promise<unknown>,
  whatThen: unknown,
  /** What is stored under other keys. */
  beside?: Readonly<Record<string, unknown>>,
];
/** Thrown for as long as it is there: what protects the user is never taken for empty. */
const refused = 'refused';

/** Every slot of the state, by its noun, with what reading it gives where it is unreadable. */
const slots = {
  accounts: [
    [`accounts.${chainId}`, ({ accounts }) => accounts.list(chainId), refused],
    [`currentAccount.${chainId}`, ({ accounts }) => accounts.current(chainId), null],
  ],
  activity: [
    ['activity.newest', ({ activity }) => activity.list(0), { entries: [], pages: 1 }],
    [
      'activity.full0',
      ({ activity }) => activity.list(1),
      { entries: [], pages: 2 },
      { 'activity.newest': { before: 1, entries: [] } },
    ],
  ],
  allowances: [
    [`allowances.${chainId}.${account}`, ({ allowances }) => allowances.of(chainId, account), null],
  ],
  arrivals: [[`arrivals.${chainId}`, ({ arrivals }) => arrivals.mark(chainId), initialMark]],
  blocks: [['blocks', ({ blocks }) => blocks.all(), refused]],
  classes: [
    [`classes.${chainId}.places`, ({ classes }) => classes.abis(chainId, [hash]), new Map()],
    [
      `classes.${chainId}.place0`,
      async ({ classes }) => {
        await classes.keep(chainId, new Map([['0x5', { functions: {}, structs: {}, enums: {} }]]));
        return (await classes.abis(chainId, ['0x5'])).size;
      },
      1,
    ],
  ],
  contracts: [[`contracts.${chainId}`, ({ contracts }) => contracts.list(chainId), []]],
  found: [
    [`${own}.extent`, (state) => state.found.list(chainId, account, found), []],
    [
      `${own}.filled0`,
      (state) => state.found.list(chainId, account, found),
      [],
      { [`${own}.extent`]: { oldest: 0, newest: 0, count: 1 } },
    ],
    [
      `${own}.bucket0`,
      (state) => state.found.list(chainId, account, found),
      [],
      { [`${own}.extent`]: { oldest: 0, newest: 0, count: 1 }, [`${own}.filled0`]: '0x1' },
    ],
    [`${own}.tokenCursors`, (state) => state.found.tokenCursors(chainId, account), {}],
    [`${own}.explorerCursor`, (state) => state.found.explorerCursor(chainId, account), null],
  ],
  gasPrices: [[`gasPrices.${chainId}`, ({ gasPrices }) => gasPrices.list(chainId), []]],
  // No site sees anything, which is what protects the user.
  grants: [['grants', ({ grants }) => grants.of('https://dapp.example'), []]],
  lost: [],
  outsideSigned: [
    [
      `outsideSigned.${chainId}.${account}`,
      ({ outsideSigned }) => outsideSigned.alive(chainId, account, 0),
      refused,
    ],
  ],
  l1Settlement: [[`proven.${chainId}`, ({ l1Settlement }) => l1Settlement.block(chainId), -1]],
  settings: [
    ['network', ({ settings }) => settings.network.chosen(), chainIds.sepolia],
    ['language', ({ settings }) => settings.language.chosen(), 'wallet'],
    ['notifications', ({ settings }) => settings.notifications.chosen(), 'on'],
    ['arrivalNotices', ({ settings }) => settings.arrivals.chosen(), 'on'],
    ['prices', ({ settings }) => settings.prices.chosen(), 'off'],
    ['endpointHosts', ({ settings }) => settings.nodes.of(chainId), refused],
    ['explorers', ({ settings }) => settings.explorers.of(chainId), refused],
    ['paymasterHosts', ({ settings }) => settings.paymasters.of(chainId), refused],
    ['serviceHosts', ({ settings }) => settings.services.of('gas'), refused],
  ],
  siteNetworks: [
    [
      'siteNetworks',
      ({ siteNetworks }) => siteNetworks.of('https://dapp.example'),
      chainIds.sepolia,
    ],
  ],
  signatures: [[`signatures.${chainId}`, ({ signatures }) => signatures.alive(chainId, 0), []]],
  tokens: [
    [`tokens.${chainId}`, ({ tokens }) => tokens.list(chainId), []],
    [
      `tokenArrangement.${chainId}`,
      ({ tokens }) => tokens.arrangement(chainId),
      { first: [], hidesZero: false },
    ],
  ],
  transactions: [
    ['live', ({ transactions }) => transactions.open(), refused],
    [
      `settled.${chainId}.${account}.newest`,
      ({ transactions }) => transactions.recent(chainId, account),
      refused,
    ],
    [
      `settled.${chainId}.${account}.page0`,
      ({ transactions }) => transactions.recent(chainId, account),
      refused,
    ],
    [`latest.${chainId}`, ({ transactions }) => transactions.latest(chainId), refused],
    [`senders.${chainId}`, ({ transactions }) => transactions.find(chainId, hash), undefined],
    [`places.${chainId}.123`, ({ transactions }) => transactions.find(chainId, hash), undefined],
  ],
  outcome: [['outcome', ({ outcome }) => outcome.take(), null]],
  usedAddresses: [
    [`usedAddresses.${chainId}`, ({ usedAddresses }) => usedAddresses.list(chainId), refused],
  ],
  balances: [
    [`balances.${chainId}`, ({ balances }) => balances.last(chainId), { readAt: 0, of: {} }],
  ],
  recipients: [[`recipients.${chainId}`, ({ recipients }) => recipients.list(chainId), []]],
  watchedAddresses: [
    [`watchedAddresses.${chainId}`, ({ watchedAddresses }) => watchedAddresses.list(chainId), []],
  ],
} satisfies Record<keyof StateRepositories, readonly Slot[]>;

describe('a slot of the state that cannot be read', () => {
  const all: readonly Slot[] = Object.values(slots).flat();

  const wrong = {
    'a number': 7.5,
    'of another type': true,
    'cut off': 'cut of',
    'a list': [7.5],
    'of a newer module': { newer: 7.5 },
    huge: 'x'.repeat(1_000_000),
  };
  const cases = all.flatMap((slot) =>
    Object.entries(wrong).map(([how, value]) => [`${slot[0]}, ${how},`, value, slot] as const),
  );

  // @promise T31.7
  it.each(cases)('recovers, or refuses, %s', async (_name, value, slot) => {
    const [key, read, whatThen, beside = {}] = slot;
    const { storage } = memoryStorage();
    for (const [other, one] of Object.entries(beside)) await storage.set(other, one, 'plain');
    await storage.set(key, value, 'plain');
    const state = createState(createStore(storage), () => 0);
    if (whatThen !== refused) {
      expect(await read(state)).toEqual(whatThen);
      expect(state.lost.keys()).toEqual([]);
      return;
    }
    await expect(read(state)).rejects.toMatchObject({ kind: 'internal' });
    await expect(read(state)).rejects.toMatchObject({ kind: 'internal' });
    // It stays as it is until its owner begins it anew.
    expect(await storage.get(key, 'plain')).toEqual(value);
    expect(state.lost.keys()).toEqual([key]);
    await state.lost.reset(key);
    await read(state);
    expect(state.lost.keys()).toEqual([]);
    expect(await storage.get(key, 'plain')).toBeNull();
  });

  const stranger = 'https://stranger.example';
  const block = { until: 9, length: 9 };
  const cursor = { low: 1, high: 0, lowTime: null, span: 1 };
  const abi = { functions: {}, structs: {}, enums: {} };
  const abis = new Map([['0x5', abi]]);
  /** Nouns that are kept by name: one of their values, and how another is put beside it. */
  const byName: readonly [
    string,
    one: unknown,
    put: (state: StateRepositories) => Promise<unknown>,
  ][] = [
    ['blocks', block, ({ blocks }) => blocks.put(stranger, block)],
    ['endpointHosts', ['h'], ({ settings }) => settings.nodes.choose(chainId, [{ url }])],
    [
      'explorers',
      'voyager',
      ({ settings }) => settings.explorers.choose(chainId, { name: 'voyager', key: 'k' }),
    ],
    ['grants', [], ({ grants }) => grants.add(stranger, [{ chainId, address: account }])],
    ['paymasterHosts', 'h', ({ settings }) => settings.paymasters.choose(chainId, { url })],
    ['serviceHosts', 'h', ({ settings }) => settings.services.choose('gas', { url })],
    [
      `${own}.tokenCursors`,
      cursor,
      ({ found: kept }) => kept.keepTokenCursors(chainId, account, { [hash]: cursor }),
    ],
  ];
  const lists = byName.flatMap(([key, one, put]) =>
    [[], [one]].map((list) => [key, list, put] as const),
  );

  it.each(lists)('stores %s by name, and refuses the list %j', async (...at) => {
    const [key, list, put] = at;
    const { storage } = memoryStorage();
    await storage.set(key, list, 'plain');
    const state = createState(createStore(storage), () => 0);
    await put(state).catch(() => state.lost.reset(key).then(() => put(state)));
    expect(Object.keys(Object(await storage.get(key, 'plain')))).toHaveLength(1);
    expect(await storage.get(key, 'plain')).not.toBeInstanceOf(Array);
  });

  it.each(Object.keys(abi))('stores the %s of a class by name, not in a list', async (part) => {
    const { storage } = memoryStorage();
    await createState(createStore(storage), () => 0).classes.keep(chainId, abis);
    const place = { classHash: '0x5', abi: { ...abi, [part]: [] } };
    await storage.set(`classes.${chainId}.place0`, place, 'plain');
    const { classes } = createState(createStore(storage), () => 0);
    expect(await classes.abis(chainId, ['0x5'])).toEqual(new Map());
  });

  it('gives up a choice whose other half the wallet cannot decrypt', async () => {
    const { storage } = memoryStorage();
    const state = createState(createStore(storage), () => 0);
    await state.settings.nodes.choose(chainId, [{ url: 'https://node.example/key' }]);
    const corrupt = async () => {
      throw new Error('Failed to decrypt snap state, the state must be corrupted.');
    };
    const broken: typeof storage = {
      get: (key, secrecy) => (secrecy === 'secret' ? corrupt() : storage.get(key, secrecy)),
      set: (key, value, secrecy) =>
        secrecy === 'secret' ? corrupt() : storage.set(key, value, secrecy),
    };
    const { settings } = createState(createStore(broken), () => 0);
    await expect(settings.nodes.of(chainId)).rejects.toThrow('decrypt');
    await settings.nodes.choose(chainId, undefined);
    expect(await settings.nodes.shown()).toEqual({});
    expect(await settings.nodes.of(chainId)).toBeUndefined();
    // A new one is not said to be kept where it is not.
    await expect(
      settings.nodes.choose(chainId, [{ url: 'https://other.example' }]),
    ).rejects.toThrow('decrypt');
    expect(await settings.nodes.shown()).toEqual({});
  });
});
