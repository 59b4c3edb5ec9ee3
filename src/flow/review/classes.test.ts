import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type FaultServer, startFaultServer } from '../../../test/chain/faultServer';
import { sierraClass } from '../../../test/chain/sierraClass';
import { openModule } from '../../../test/wallet/openModule';
import { chainIds } from '../../schema/primitives';
import { decodeCall } from '../../starknet/abi/decodeCall';
import { getSelector } from '../../starknet/selector';
import { fetchAbis, fetchContractAbis } from './classes';

const chainId = chainIds.sepolia;
const method = (name: string, type: string, more: object = {}) => ({
  type: 'function',
  name,
  outputs: [],
  inputs: [{ name: 'a', type }],
  ...more,
});
/** Of Sierra, by the name of its function; and one of the hash and another ABI. */
let act: Awaited<ReturnType<typeof sierraClass>>;
let other: typeof act;
beforeAll(async () => {
  act = await sierraClass([method('act', 'core::integer::u8')]);
  other = await sierraClass([method('gift', 'core::integer::u8')]);
});
const cairo0 = [method('act0', 'felt')];
const proxy = [
  method('__default__', 'felt'),
  method('upgrade', 'felt'),
  method('get_implementation', 'felt', { inputs: [], stateMutability: 'view' }),
];
const implementation = [
  method('act', 'Point'),
  method('upgrade', 'Point'),
  {
    type: 'struct',
    name: 'Point',
    members: [{ name: 'x', type: 'felt' }],
  },
];

type Asked = { class_hash: string; request: { contract_address: string } };
let server: FaultServer;
/** What the node has for each class, and what each proxy says that it stands for. */
let classes: Record<string, unknown>;
let implementations: Record<string, string[]>;
beforeEach(async () => {
  classes = { [act.hash]: act.sent, '0x2': { program: '', abi: cairo0 } };
  implementations = {};
  server = await startFaultServer((name, params) => {
    if (name === 'starknet_chainId') return { result: chainId };
    if (name === 'starknet_specVersion') return { result: '0.10.2' };
    const { class_hash, request } = params as Asked;
    const result =
      name === 'starknet_getClass'
        ? classes[class_hash]
        : implementations[request.contract_address];
    return result === undefined ? { error: { code: 28, message: 'Not found' } } : { result };
  });
});
afterEach(() => server.stop());

type Opened = ReturnType<typeof openModule>;
const open = (stored?: Opened['state']) =>
  openModule({ sepoliaUrl: server.url, ...(stored && { stored }) });
const read = ({ module }: Opened, ...hashes: string[]) => fetchAbis(module, chainId, hashes);
const namesIn = (abi: { functions: Record<string, { name: string }> } | null | undefined) =>
  abi && Object.values(abi.functions).map(({ name }) => name);

describe('fetchAbis', () => {
  it('reads all that are missing together, under the hashes as they were given', async () => {
    const padded = act.hash.replace('0x', '0x00');
    const abis = await read(open(), act.hash, '0x02', padded, '0x3', 'nonsense');
    expect(Object.keys(abis)).toEqual([act.hash, '0x02', padded, '0x3', 'nonsense']);
    expect(namesIn(abis[act.hash])).toEqual(['act']);
    expect(abis[padded]).toEqual(abis[act.hash]);
    expect(namesIn(abis['0x02'])).toEqual(['act0']);
    expect(abis['0x3']).toBeNull();
    expect(abis.nonsense).toBeNull();
    expect(server.seen).toHaveLength(1);
    expect(server.calls.filter((name) => name === 'starknet_getClass')).toHaveLength(3);
  });

  it('asks nobody for what was read before, even after a restart', async () => {
    const first = open();
    const told = await read(first, act.hash);
    const later = open(first.state);
    server.always({ kind: 'reset' });
    expect(await read(first, act.hash)).toEqual(told);
    expect(await read(later, act.hash)).toEqual(told);
    expect(server.seen).toHaveLength(1);
  });

  // @promise P10.1
  it.each<[string, () => unknown]>([
    ['another ABI', () => ({ ...act.sent, abi: other.sent.abi })],
    ['another program', () => ({ ...act.sent, sierra_program: ['0x2'] })],
    ['a program that is none', () => ({ ...act.sent, sierra_program: ['x'] })],
    ['other entry points', () => ({ ...act.sent, entry_points_by_type: {} })],
    ['another class', () => other.sent],
  ])('refuses, and does not store, the ABI of a class with %s', async (_, sent) => {
    const opened = open();
    classes[act.hash] = sent();
    expect(await read(opened, act.hash)).toEqual({ [act.hash]: null });
    classes[act.hash] = act.sent;
    expect(namesIn((await read(opened, act.hash))[act.hash])).toEqual(['act']);
  });

  it('accepts the ABI as compilers write it, and as a node rewrites it', async () => {
    const text = '[{"type": "function", "name": "act", "inputs": [], "outputs": []}]';
    const declared = await sierraClass(text);
    classes[declared.hash] = { ...declared.sent, abi: JSON.stringify(JSON.parse(text)) };
    expect(namesIn((await read(open(), declared.hash))[declared.hash])).toEqual(['act']);
  });

  it('marks a class of Cairo 0 as unchecked, and reads it anew each time', async () => {
    const opened = open();
    expect(await read(opened, '0x2')).toMatchObject({ '0x2': { unchecked: true } });
    classes['0x2'] = { program: '', abi: [method('other', 'felt')] };
    expect(namesIn((await read(opened, '0x2'))['0x2'])).toEqual(['other']);
    // A class of Sierra that pretends to be one of Cairo 0 gets no further.
    classes[act.hash] = { program: '', abi: other.sent.abi };
    expect((await read(opened, act.hash))[act.hash]).toMatchObject({ unchecked: true });
    classes[act.hash] = act.sent;
    expect((await read(opened, act.hash))[act.hash]).not.toHaveProperty('unchecked');
  });

  it('ignores what a module stored before it checked ABIs', async () => {
    const first = open();
    await read(first, act.hash);
    const { plain, secret } = JSON.parse(JSON.stringify(first.state));
    const kept = plain.classes[chainId];
    kept.place0.abi = { ...kept.place0.abi, cairo: 1 };
    server.always({ kind: 'none' });
    expect(namesIn((await read(open({ plain, secret }), act.hash))[act.hash])).toEqual(['act']);
    expect(server.calls.filter((name) => name === 'starknet_getClass')).toHaveLength(2);
  });

  it('keeps no failure', async () => {
    const opened = open();
    for (const wrong of [undefined, {}, { abi: 7 }, { abi: 'none' }, { abi: null }, 'abi', null]) {
      classes[act.hash] = wrong;
      const abis = await read(opened, act.hash, '0x2');
      expect(abis).toMatchObject({ [act.hash]: null, '0x2': {} });
    }
    classes[act.hash] = act.sent;
    expect(namesIn((await read(opened, act.hash))[act.hash])).toEqual(['act']);
  });

  it.each([
    { kind: 'status', status: 401 } as const,
    { kind: 'body', body: '{' } as const,
    { kind: 'wrongChain', chainId: chainIds.mainnet } as const,
  ])('answers with null while the node is of no use: $kind', async (fault) => {
    server.always(fault);
    expect(await read(open(), act.hash)).toEqual({ [act.hash]: null });
  });

  it('answers with null if state cannot be read or written, or there is no node', async () => {
    const { module } = open();
    const broken = () => Promise.reject(new Error('No storage.'));
    const forgetful = { ...module, classes: { abis: broken, keep: broken } };
    const abis = await fetchAbis(forgetful, chainId, [act.hash]);
    expect(namesIn(abis[act.hash])).toEqual(['act']);
    expect(await fetchAbis({ ...module, node: broken }, chainId, ['0x1'])).toEqual({ '0x1': null });
  });

  it('reads classes one by one that are too large for one answer', async () => {
    const padding = 'x'.repeat(6 * 2 ** 20);
    classes = {
      [act.hash]: { ...act.sent, padding },
      '0x2': { abi: cairo0, program: padding },
      '0x4': { abi: cairo0, program: padding + padding },
    };
    const abis = await read(open(), act.hash, '0x2', '0x4');
    expect(namesIn(abis[act.hash])).toEqual(['act']);
    expect(namesIn(abis['0x2'])).toEqual(['act0']);
    expect(abis['0x4']).toBeNull();
  });

  it('asks for no more classes than a review can have, and hashes no more than it can wait for', async () => {
    const hashes = Array.from({ length: 100 }, (_, at) => `0x${(at + 16).toString(16)}`);
    const { module } = open();
    let hashed = 0;
    const hashClass = async () => {
      hashed += 1;
      return '0x0';
    };
    const program = Array(80_000).fill('0x1');
    for (const hash of hashes) classes[hash] = { ...act.sent, sierra_program: program };
    await fetchAbis({ ...module, hashClass }, chainId, hashes);
    expect(server.calls.filter((name) => name === 'starknet_getClass')).toHaveLength(20);
    // As compilers write the ABI, and as it was sent.
    expect(hashed).toBe(2 * 3);
  });
});

describe('fetchContractAbis', () => {
  const contracts = [
    { address: '0xa1', classHash: '0x5' },
    { address: '0xa2', classHash: '0x2' },
  ];
  const readAt = ({ module }: Opened) => fetchContractAbis(module, chainId, contracts);
  beforeEach(() => {
    classes = { ...classes, '0x5': { abi: proxy }, '0x6': { abi: implementation } };
    implementations = { '0xa1': ['0x6'] };
  });

  it('adds to a proxy what it stands for, but for functions of its own', async () => {
    const { '0xa1': abi, '0xa2': plain } = await readAt(open());
    expect(namesIn(plain)).toEqual(['act0']);
    const decoded = (name: string) => abi && decodeCall(abi, getSelector(name), ['0x7']);
    expect(decoded('act')?.args).toMatchObject([{ value: { type: 'Point' } }]);
    expect(decoded('upgrade')?.args).toMatchObject([{ value: { type: 'felt' } }]);
  });

  it('asks a proxy each time, since it may have been upgraded', async () => {
    const opened = open();
    await readAt(opened);
    server.seen.length = 0;
    classes['0x7'] = { abi: [method('act', 'felt')] };
    implementations['0xa1'] = ['0x7'];
    const { '0xa1': abi } = await readAt(opened);
    expect(abi && decodeCall(abi, getSelector('act'), ['0x7'])?.args).toMatchObject([
      { value: { type: 'felt' } },
    ]);
    expect(server.calls.filter((name) => name === 'starknet_call')).toHaveLength(2);
  });

  it.each([
    ['says nothing', undefined],
    ['says two things', ['0x6', '0x6']],
    ['names a class that is not there', ['0x99']],
    ['names itself', ['0x5']],
  ])('reads a proxy that %s by its own ABI', async (_, said) => {
    if (said) implementations['0xa1'] = said;
    else implementations = {};
    expect(namesIn((await readAt(open()))['0xa1'])?.sort()).toEqual(
      proxy.map(({ name }) => name).sort(),
    );
  });

  it('does not read one type of a name as another of that name', async () => {
    const other = [
      method('place', 'Point'),
      { type: 'struct', name: 'Point', members: [{ name: 'y', type: 'felt' }] },
    ];
    classes['0x5'] = { abi: [...proxy, ...other] };
    expect(namesIn((await readAt(open()))['0xa1'])).not.toContain('act');
  });
});
