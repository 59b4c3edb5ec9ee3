import { describe, expect, it } from '@jest/globals';
import { ethereumMethods } from '../../../test/chain/ethereumMethods';
import { recordings } from '../../../test/chain/recordings';
import type { EthProof } from '../schema/ethereum/proof';
import { eth_getBlockByNumber } from './eth_getBlockByNumber';
import { eth_getBlockReceipts } from './eth_getBlockReceipts';
import { eth_getProof } from './eth_getProof';
import { eth_getTransactionByBlockNumberAndIndex } from './eth_getTransactionByBlockNumberAndIndex';

type Fields = Record<string, unknown>;
const recorded = <T = Fields>(name: string) => {
  const found = recordings().find((each) => each.name.endsWith(name))?.reply.result;
  return structuredClone(found) as T; // as the file has it
};
const block = () => recorded('get-latest.io');
const receipt = () => recorded<Fields[]>('get-block-receipts-latest.io')[0] ?? {};
const refused = (path: string) =>
  expect.objectContaining({ kind: 'nodeFault', data: expect.objectContaining({ path }) });

describe.each([
  { of: 'geth', count: 39 },
  { of: 'ethereumjs', count: 19 },
] as const)('a node of $of', ({ of, count }) => {
  const all = recordings(of);
  it('records all kinds of blocks, and what does not exist', () => {
    expect(all).toHaveLength(count);
  });

  it.each(all.filter(({ reply }) => !reply.error))('reads $name', ({ request, reply }) => {
    const call = ethereumMethods[request.method]?.(...(request.params as never[]));
    expect(call?.params).toEqual(request.params);
    expect(call?.readResult(reply.result)).toEqual(reply.result);
  });
});

describe('replies as nodes send them', () => {
  it('reads a pending block that has a number and a bloom filter, and no miner', () => {
    const pending = { ...block(), hash: null, nonce: null, miner: null };
    expect(eth_getBlockByNumber('pending', true).readResult(pending)).toEqual(pending);
  });

  it('reads a transaction whose price was not known yet', () => {
    const [first] = block().transactions as object[];
    const old = { ...first, gasPrice: null, blockHash: null, blockNumber: null };
    const { readResult } = eth_getTransactionByBlockNumberAndIndex('pending', '0x0');
    expect(readResult(old)).toEqual(old);
    expect(() => readResult({ ...first, gasPrice: 7 })).toThrow(refused('gasPrice'));
  });

  it('reads a transaction without v of a type of another chain, or with its parity in its place', () => {
    const [first] = block().transactions as Fields[];
    const { v: _, yParity: __, ...unsigned } = first ?? {};
    const { readResult } = eth_getTransactionByBlockNumberAndIndex('latest', '0x0');
    for (const passed of [
      { ...unsigned, type: '0x6a' },
      { ...unsigned, type: '0x64' },
      { ...unsigned, type: '0x2', yParity: '0x1' },
    ])
      expect(readResult(passed)).toEqual(passed);
    for (const type of ['0x0', '0x1', '0x2', '0x3', '0x4'])
      expect(() => readResult({ ...unsigned, type })).toThrow(
        expect.objectContaining({ kind: 'nodeFault' }),
      );
    expect(() => readResult({ ...unsigned, type: '0x0', yParity: '0x1' })).toThrow(
      expect.objectContaining({ kind: 'nodeFault' }),
    );
  });

  it('reads that there is no proof, and null for a proof of nothing', () => {
    const proof = recorded<EthProof>('get-account-proof-latest.io');
    const { readResult } = eth_getProof(proof.address, ['0x0'], 'latest');
    expect(readResult(null)).toBeNull();
    const entry = { key: '0x0', value: '0x0', proof: null };
    expect(readResult({ ...proof, storageProof: [entry] })).toEqual({
      ...proof,
      storageProof: [{ ...entry, proof: [] }],
    });
    expect(readResult({ ...proof, storageProof: null, accountProof: null })).toMatchObject({
      storageProof: [],
      accountProof: [],
    });
  });

  // @promise T8.3
  it('refuses a proof of another account, of another entry, and of more or less than was asked for', () => {
    const proof = recorded<EthProof>('get-account-proof-latest.io');
    const entry = (key: string) => ({ key, value: '0x0', proof: [] });
    const read = (address: string, ...told: string[]) =>
      eth_getProof(address, ['0x0a', '0xb'], 'latest').readResult({
        ...proof,
        address: proof.address.toUpperCase().replace('X', 'x'),
        storageProof: told.map(entry),
      });
    expect(read(proof.address, `0x${'a'.padStart(64, '0')}`, '0xB')?.storageProof).toHaveLength(2);
    // Of an account that is not there some nodes tell no entries.
    expect(read(proof.address)?.storageProof).toEqual([]);
    for (const lie of [
      () => read(`0x${'1'.repeat(40)}`, '0xa', '0xb'),
      () => read(proof.address, '0xb', '0xa'),
      () => read(proof.address, '0xa', '0xc'),
      () => read(proof.address, '0xa'),
      () => read(proof.address, '0xa', '0xb', '0x0'),
    ])
      expect(lie).toThrow(expect.objectContaining({ kind: 'nodeFault' }));
  });

  it('reads a status that is a number, and the root of the state in its place', () => {
    const { readResult } = eth_getBlockReceipts('latest');
    expect(readResult([{ ...receipt(), status: 1 }])).toMatchObject([{ status: '0x1' }]);
    expect(readResult([{ ...receipt(), status: 0 }])).toMatchObject([{ status: '0x0' }]);
    const { status: _, ...old } = receipt();
    const root = `0x${'5'.repeat(64)}`;
    expect(readResult([{ ...old, root }])).toMatchObject([{ root }]);
    expect(readResult([{ ...old, root, status: null }])).toMatchObject([{ root }]);
  });

  it('refuses a receipt that tells neither', () => {
    const { status: _, ...neither } = receipt();
    const { readResult } = eth_getBlockReceipts('latest');
    expect(() => readResult([neither])).toThrow(refused('0'));
    expect(() => readResult([{ ...neither, status: null, root: null }])).toThrow(refused('0'));
    for (const status of [-1, 0.5, 'success'])
      expect(() => readResult([{ ...neither, status }])).toThrow(refused('0.status'));
  });
});

const account = `0x${'1'.repeat(40)}`;

it('sends nothing in place of a block that is left out', () => {
  expect(eth_getProof(account, [], undefined).params).toStrictEqual([account, []]);
  expect(eth_getProof(account, [], 'safe').params).toStrictEqual([account, [], 'safe']);
});

describe('a block as an object (EIP-1898)', () => {
  const hash = `0x${'a'.repeat(64)}`;

  it.each([
    [{ blockNumber: '0x1f4' }],
    [{ blockHash: hash }],
    [{ blockHash: hash, requireCanonical: true }],
  ])('sends %p', (block) => {
    expect(eth_getProof(account, [], block).params).toEqual([account, [], block]);
    expect(eth_getBlockReceipts(block).params).toEqual([block]);
  });

  it.each([
    [{}],
    [{ blockNumber: 500 }],
    [{ blockNumber: '0x1f4', blockHash: hash }],
    [{ blockHash: '0x12' }],
    [{ blockHash: hash, requireCanonical: 'yes' }],
  ])('refuses %p', (block) => {
    const refusal = expect.objectContaining({ kind: 'invalidParams' });
    expect(() => eth_getProof(account, [], block as never)).toThrow(refusal);
    expect(() => eth_getBlockReceipts(block as never)).toThrow(refusal);
  });
});
