import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AccountProof, verifyProof } from '@xnet/clients';
import { recordings } from '../chain/recordings';
import { type Fields, openRecorded } from './openRecorded';

let node: Awaited<ReturnType<typeof openRecorded>>;
beforeAll(async () => {
  node = await openRecorded('geth');
});
afterAll(() => node.stop());
const told = (name: string) => node.told(name);
const shaped = (name: string) => node.shaped(name);

const byNumber = 'eth_getBlockByNumber';
const transaction = 'eth_getTransactionByBlockNumberAndIndex';
const uncle = 'eth_getUncleByBlockNumberAndIndex';
const receipts = 'eth_getBlockReceipts';

describe('a geth node behind the service', () => {
  it.each([
    ...['genesis', 'with-uncles', 'after-merge-hashes', 'latest'].map(
      (name) => `${byNumber}/${name}`,
    ),
    `${byNumber}/before-byzantium`,
    `${transaction}/before-byzantium`,
    `${transaction}/type-2`,
    ...['before-byzantium', 'after-merge', 'by-object', 'empty'].map(
      (name) => `${receipts}/${name}`,
    ),
    ...['storage', 'absent', 'by-object', 'by-number-object'].map((name) => `eth_getProof/${name}`),
    'eth_getBlockByHash/with-uncles',
  ])('passes on its %s unchanged', async (name) => {
    expect(told(name)).toBeTruthy();
    expect(await shaped(name)).toEqual(told(name));
  });

  // @row eth.chainId
  it('adds chain ids to transactions of the fee market alone', async () => {
    for (const name of [`${byNumber}/of-work`, `${byNumber}/after-merge`]) {
      const { transactions } = await shaped(name);
      const ids = (transactions as Fields[]).map(({ type, chainId }) => [type, chainId]);
      expect(ids).toEqual([
        ['0x0', undefined],
        ['0x1', undefined],
        ['0x2', '0x539'],
      ]);
    }
    for (const type of ['type-0', 'type-1']) {
      const { chainId: _, ...rest } = told(`${transaction}/${type}`);
      expect(await shaped(`${transaction}/${type}`)).toEqual(rest);
    }
  });

  it.each(['pending', 'pending-hashes'])(
    'removes from its block %s what is not known yet',
    async (name) => {
      const { transactions, ...block } = await shaped(`${byNumber}/${name}`);
      const { transactions: waiting, ...rest } = told(`${byNumber}/${name}`);
      const none = { hash: null, number: null, nonce: null, logsBloom: null };
      expect(block).toEqual({ ...rest, ...none });
      expect(transactions).toHaveLength((waiting as unknown[]).length);
      const place = { blockHash: null, blockNumber: null, transactionIndex: null };
      for (const part of transactions as (string | Fields)[])
        if (typeof part !== 'string') expect(part).toMatchObject(place);
    },
  );

  it('removes the place from waiting transactions', async () => {
    for (const name of ['pending', 'pending-type-2']) {
      const place = { blockHash: null, blockNumber: null, transactionIndex: null };
      expect(told(`${transaction}/${name}`).blockHash).not.toBeNull();
      const { hash } = told(`${transaction}/${name}`);
      expect(await shaped(`${transaction}/${name}`)).toMatchObject({ ...place, hash });
    }
  });

  // @row eth_getUncleByBlockNumberAndIndex
  it('returns null as the total difficulty of uncles', async () => {
    for (const name of ['first', 'second']) {
      const expected = { ...told(`${uncle}/${name}`), totalDifficulty: null };
      expect(await shaped(`${uncle}/${name}`)).toEqual(expected);
    }
    const { uncles } = await shaped(`${byNumber}/with-uncles`);
    expect(uncles).toEqual([told(`${uncle}/first`).hash, told(`${uncle}/second`).hash]);
  });

  it.each(
    recordings('geth').filter(({ name }) =>
      /\/(?:unknown|none|safe-none|finalized-none)\.io$/.test(name),
    ),
  )('answers $name with null, but for a proof', async ({ name, request }) => {
    if (request.method !== 'eth_getProof') expect(await shaped(name.slice(0, -3))).toBeNull();
    else expect(await shaped(name.slice(0, -3))).toBeUndefined();
  });

  // @row eth_getProof
  it('returns proofs that hold against the state root of the block', async () => {
    const { stateRoot } = await shaped(`${byNumber}/after-merge`);
    for (const name of ['storage', 'absent', 'by-object', 'by-number-object']) {
      const proof = (await shaped(`eth_getProof/${name}`)) as AccountProof;
      expect(verifyProof(proof, String(stateRoot))).toBeUndefined();
    }
  });
});
