import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type FaultServer, startFaultServer } from '../../test/faultServer';
import { openModule } from '../../test/openModule';
import { chainIds } from '../schema/primitives';
import { decodeCall } from '../starknet/abi/decodeCall';
import { selectorOf } from '../starknet/selector';
import { readAbis, readContractAbis } from './classes';

const chainId = chainIds.sepolia;
const method = (name: string, type: string, more: object = {}) => ({
  ...{ type: 'function', name, outputs: [] },
  inputs: [{ name: 'a', type }],
  ...more,
});
const sierra = JSON.stringify([method('act', 'core::integer::u8')]);
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
  classes = { '0x1': { sierra_program: [], abi: sierra }, '0x2': { program: '', abi: cairo0 } };
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
const read = ({ module }: Opened, ...hashes: string[]) => readAbis(module, chainId, hashes);
const namesIn = (abi: { functions: Record<string, { name: string }> } | null | undefined) =>
  abi && Object.values(abi.functions).map(({ name }) => name);

describe('readAbis', () => {
  it('reads all that are missing together, under the hashes as they were given', async () => {
    const abis = await read(open(), '0x1', '0x02', '0x0001', '0x3', 'nonsense');
    expect(Object.keys(abis)).toEqual(['0x1', '0x02', '0x0001', '0x3', 'nonsense']);
    expect(namesIn(abis['0x1'])).toEqual(['act']);
    expect(abis['0x0001']).toEqual(abis['0x1']);
    expect(namesIn(abis['0x02'])).toEqual(['act0']);
    expect([abis['0x3'], abis.nonsense]).toEqual([null, null]);
    expect(server.seen).toHaveLength(1);
    expect(server.calls.filter((name) => name === 'starknet_getClass')).toHaveLength(3);
  });

  it('asks nobody for what was read before, even after a restart', async () => {
    const first = open();
    const told = await read(first, '0x1', '0x2');
    const later = open(first.state);
    server.always({ kind: 'reset' });
    expect(await read(first, '0x1', '0x2')).toEqual(told);
    expect(await read(later, '0x2', '0x1')).toEqual(told);
    expect(server.seen).toHaveLength(1);
  });

  it('keeps no failure', async () => {
    const opened = open();
    const found = classes['0x1'];
    for (const wrong of [undefined, {}, { abi: 7 }, { abi: 'none' }, { abi: null }, 'abi', null]) {
      classes['0x1'] = wrong;
      expect(await read(opened, '0x1', '0x2')).toMatchObject({ '0x1': null, '0x2': {} });
    }
    classes['0x1'] = found;
    expect(namesIn((await read(opened, '0x1'))['0x1'])).toEqual(['act']);
  });

  it.each([
    { kind: 'status', status: 401 } as const,
    { kind: 'body', body: '{' } as const,
    { kind: 'wrongChain', chainId: chainIds.mainnet } as const,
  ])('answers with null while the node is of no use: $kind', async (fault) => {
    server.always(fault);
    expect(await read(open(), '0x1')).toEqual({ '0x1': null });
  });

  it('answers with null where state cannot be read or written, or there is no node', async () => {
    const { module } = open();
    const broken = () => Promise.reject(new Error('No storage.'));
    const forgetful = { ...module, classes: { abis: broken, keep: broken } };
    expect(namesIn((await readAbis(forgetful, chainId, ['0x1']))['0x1'])).toEqual(['act']);
    expect(await readAbis({ ...module, node: broken }, chainId, ['0x1'])).toEqual({ '0x1': null });
  });

  it('reads classes one by one that are too large for one answer', async () => {
    const padding = 'x'.repeat(6 * 2 ** 20);
    classes = {
      '0x1': { abi: sierra, sierra_program: [padding] },
      '0x2': { abi: cairo0, program: padding },
      '0x4': { abi: sierra, sierra_program: [padding, padding] },
    };
    const abis = await read(open(), '0x1', '0x2', '0x4');
    expect([namesIn(abis['0x1']), namesIn(abis['0x2']), abis['0x4']]).toEqual([
      ['act'],
      ['act0'],
      null,
    ]);
  });

  it('asks for no more classes than a review can have', async () => {
    const hashes = Array.from({ length: 100 }, (_, at) => `0x${(at + 16).toString(16)}`);
    await read(open(), ...hashes);
    expect(server.calls.filter((name) => name === 'starknet_getClass')).toHaveLength(20);
  });
});

describe('readContractAbis', () => {
  const contracts = [
    { address: '0xa1', classHash: '0x5' },
    { address: '0xa2', classHash: '0x1' },
  ];
  const readAt = ({ module }: Opened) => readContractAbis(module, chainId, contracts);
  beforeEach(() => {
    classes = { ...classes, '0x5': { abi: proxy }, '0x6': { abi: implementation } };
    implementations = { '0xa1': ['0x6'] };
  });

  it('adds to a proxy what it stands for, but for functions of its own', async () => {
    const { '0xa1': abi, '0xa2': plain } = await readAt(open());
    expect(namesIn(plain)).toEqual(['act']);
    const decoded = (name: string) => abi && decodeCall(abi, selectorOf(name), ['0x7']);
    expect(decoded('act')?.args).toMatchObject([{ value: { type: 'Point' } }]);
    expect(decoded('upgrade')?.args).toMatchObject([{ value: { type: 'felt' } }]);
  });

  it('asks a proxy each time, since it may have been upgraded, and nothing else', async () => {
    const opened = open();
    await readAt(opened);
    server.seen.length = 0;
    classes['0x7'] = { abi: [method('act', 'felt')] };
    implementations['0xa1'] = ['0x7'];
    const { '0xa1': abi } = await readAt(opened);
    expect(abi && decodeCall(abi, selectorOf('act'), ['0x7'])?.args).toMatchObject([
      { value: { type: 'felt' } },
    ]);
    expect(server.seen.map(({ methods }) => methods)).toEqual([
      ['starknet_call'],
      ['starknet_getClass'],
    ]);
    await readAt(opened);
    expect(server.seen).toHaveLength(3);
  });

  it.each([
    ['says nothing', undefined],
    ['says two things', ['0x6', '0x6']],
    ['names a class that is not there', ['0x99']],
    ['names itself', ['0x5']],
  ])('takes a proxy that %s by its own ABI', async (_, said) => {
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
