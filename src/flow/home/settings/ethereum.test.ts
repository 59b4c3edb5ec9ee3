import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { blockHash } from '@xnet/clients/proofs/blockHash';
import { keccak, toHexBytes } from '@xnet/clients/proofs/bytes';
import { EMPTY_ROOT } from '@xnet/clients/proofs/trie';
import { verifyProof } from '@xnet/clients/proofs/verifyProof';
import { block, withStorage } from '../../../../test/chain/accountProofs';
import { type FaultServer, startFaultServer } from '../../../../test/chain/faultServer';
import { createForm } from '../../../../test/wallet/createForm';
import { openModule } from '../../../../test/wallet/openModule';
import { chainIds } from '../../../schema/primitives';
import { BLOCK_NUMBER_SLOT, lookAtProven, starknetCores } from '../../l1/settlement';
import { ethereumSetting } from './ethereum';

const chainId = chainIds.sepolia;
const place = { address: starknetCores[chainId], key: BLOCK_NUMBER_SLOT };

const servers: FaultServer[] = [];
/** A node with a header of its own making, by which this block is proven. */
async function provingNode(
  number: bigint,
  lie: object = {},
  headerLie: object = {},
  chain = '0xaa36a7',
  extra: object = {},
): Promise<string> {
  const { stateRoot, proof } = withStorage(number, place);
  const transactions = block.transactions.map((one: { hash: string }) => one.hash);
  const own = { ...block, stateRoot, transactions, ...extra };
  const results: Readonly<Record<string, unknown>> = {
    eth_chainId: chain,
    eth_getBlockByNumber: { ...own, hash: blockHash(own), ...headerLie },
    eth_getProof: { ...proof, ...lie },
  };
  const server = await startFaultServer((method) => ({ result: results[method] }));
  servers.push(server);
  return server.url;
}
let urls: string[];
beforeEach(async () => {
  urls = [await provingNode(2n ** 200n), await provingNode(7n)];
});
afterEach(() => Promise.all(servers.splice(0).map((server) => server.stop())));

// @promise T10.3
it('forgets what another node has told, and believes the one that is asked from now on', async () => {
  const { module } = openModule();
  const use = (url = '') => ethereumSetting.save(module, createForm({ network: chainId, url }));
  await use(urls[0]);
  expect(await module.l1Settlement.block(chainId)).toBe(2 ** 200);
  await use('nothing');
  expect(await module.l1Settlement.block(chainId)).toBe(2 ** 200);
  await use(urls[1]);
  expect(await module.l1Settlement.block(chainId)).toBe(7);
});

// @promise T10.3
it.each([
  ['whose proof does not hold', { balance: '0x1' }],
  [
    'that tells another block than it proves',
    { storageProof: [{ key: place.key, value: '0x9', proof: [] }] },
  ],
  ['that proves nothing of the block', { storageProof: [] }],
  ['where no contract is', { codeHash: `0x${'0'.repeat(64)}` }],
  ['that proves another contract', { address: `0x${'1'.repeat(40)}` }],
])('refuses a node %s', async (_, lie) => {
  const { module } = openModule();
  const url = await provingNode(9n, lie);
  await ethereumSetting.save(module, createForm({ network: chainId, url }));
  expect(await module.l1Settlement.block(chainId)).toBe(-1);
  expect(await module.ethereum(chainId)).toBeUndefined();
});

it.each([
  ['Mainnet', '0x1'],
  ['another test network', '0x88bb0'],
])('refuses a node of %s for Sepolia', async (_, chain) => {
  const { module } = openModule();
  const url = await provingNode(9n, {}, {}, chain);
  await ethereumSetting.save(module, createForm({ network: chainId, url }));
  expect(await module.l1Settlement.block(chainId)).toBe(-1);
  expect(await module.ethereum(chainId)).toBeUndefined();
});

// @promise T10.3
it('refuses a node that puts a state of its own under the hash of another block', async () => {
  const { module } = openModule();
  const url = await provingNode(10n ** 12n, {}, { hash: block.hash });
  await ethereumSetting.save(module, createForm({ network: chainId, url }));
  expect(await module.l1Settlement.block(chainId)).toBe(-1);
  expect(await module.ethereum(chainId)).toBeUndefined();
});

// @promise T10.3
it.each([
  ['an empty text', toHexBytes(keccak(new Uint8Array()))],
  ['nothing, as some nodes tell it', `0x${'0'.repeat(64)}`],
])(
  'refuses a node of a chain without the contract: the code has the hash of %s',
  async (_, codeHash) => {
    const { module } = openModule();
    const { stateRoot, proof } = withStorage(9n, { ...place, address: `0x${'cd'.repeat(20)}` });
    const absent = {
      ...proof,
      address: place.address,
      nonce: '0x0',
      balance: '0x0',
      codeHash,
      storageHash: EMPTY_ROOT,
      storageProof: [{ key: place.key, value: '0x0', proof: [] }],
    };
    // It holds: nothing is stored where there is no contract.
    expect(verifyProof(absent, stateRoot)).toBeUndefined();
    const hash = blockHash({ ...block, stateRoot, transactions: [] });
    const url = await provingNode(9n, absent, { stateRoot, hash });
    await ethereumSetting.save(module, createForm({ network: chainId, url }));
    expect(await module.l1Settlement.block(chainId)).toBe(-1);
    expect(await module.ethereum(chainId)).toBeUndefined();
  },
);

describe('a header of the next fork', () => {
  const list = `0x${'ba'.repeat(32)}`;
  const shown = async (module: ReturnType<typeof openModule>['module']) =>
    (await ethereumSetting.facts(module, [{ chainId, name: 'Testnet (Sepolia)' }])).now;

  it.each(['blockAccessListHash', 'balHash'])('counts with its field %s', async (name) => {
    const { module } = openModule();
    const url = await provingNode(9n, {}, {}, '0xaa36a7', { [name]: list, slotNumber: '0x1' });
    await ethereumSetting.save(module, createForm({ network: chainId, url }));
    expect(await module.l1Settlement.block(chainId)).toBe(9);
  });

  it('says that it cannot be checked yet if it has a field that is unknown', async () => {
    const { module } = openModule();
    const lie = { hash: `0x${'1'.repeat(64)}`, nextForkRoot: list };
    const url = await provingNode(9n, {}, lie);
    await ethereumSetting.save(module, createForm({ network: chainId, url }));
    expect(await module.l1Settlement.block(chainId)).toBe(-1);
    const notYet = { say: 'home.ethereumNotYet', with: { host: new URL(url).host } };
    expect(await shown(module)).toMatchObject([{ value: notYet }]);
    await lookAtProven(module, chainId);
    expect(await shown(module)).toMatchObject([{ value: notYet }]);
    const other = await provingNode(7n);
    await ethereumSetting.save(module, createForm({ network: chainId, url: other }));
    expect(await shown(module)).toMatchObject([{ value: new URL(other).host }]);
  });
});
