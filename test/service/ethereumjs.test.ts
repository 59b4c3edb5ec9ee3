import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AccountProof, verifyProof } from '@xnet/clients';
import { recordedChainIds, recordings } from '../chain/recordings';
import { type Fields, openRecorded } from './openRecorded';

let node: Awaited<ReturnType<typeof openRecorded>>;
beforeAll(async () => {
  node = await openRecorded('ethereumjs');
});
afterAll(() => node.stop());
const told = (name: string) => node.told(name);
const shaped = (name: string) => node.shaped(name);

const byNumber = 'eth_getBlockByNumber';
const byHash = 'eth_getBlockByHash';
const transaction = 'eth_getTransactionByBlockNumberAndIndex';
const receipts = 'eth_getBlockReceipts';

describe('an EthereumJS node behind the service', () => {
  it.each([
    `${byNumber}/genesis`,
    `${byNumber}/empty`,
    `${byNumber}/hashes`,
    `${byHash}/hashes`,
    `${transaction}/type-2`,
    `${receipts}/full`,
    `${receipts}/empty`,
    'eth_getProof/storage',
    'eth_getProof/absent',
  ])('passes on its %s unchanged', async (name) => {
    expect(told(name)).toBeTruthy();
    expect(await shaped(name)).toEqual(told(name));
  });

  it('adds chain ids to transactions of the fee market alone', async () => {
    for (const name of [`${byNumber}/full`, `${byHash}/full`]) {
      const { transactions, ...block } = told(name);
      const parts = (transactions as Fields[]).map(({ chainId, ...part }) =>
        part.type === '0x2' ? { ...part, chainId } : part,
      );
      expect(parts.map(({ type }) => type)).toEqual(['0x0', '0x1', '0x2']);
      expect(await shaped(name)).toEqual({ ...block, transactions: parts });
    }
    for (const name of [`${transaction}/type-0`, `${transaction}/type-1`]) {
      const { chainId, ...part } = told(name);
      expect(chainId).toBe(recordedChainIds.ethereumjs);
      expect(await shaped(name)).toEqual(part);
    }
  });

  it.each(recordings('ethereumjs').filter(({ name }) => /\/(?:unknown|none)\.io$/.test(name)))(
    'answers $name with null, but for a proof',
    async ({ name, request }) => {
      const isProof = request.method === 'eth_getProof';
      expect(await shaped(name.slice(0, -3))).toBe(isProof ? undefined : null);
    },
  );

  it('returns proofs that hold against the state root of the block', async () => {
    const { stateRoot } = told(`${byNumber}/full`);
    for (const name of ['storage', 'absent']) {
      const proof = (await shaped(`eth_getProof/${name}`)) as AccountProof;
      expect(verifyProof(proof, String(stateRoot))).toBeUndefined();
    }
  });
});
