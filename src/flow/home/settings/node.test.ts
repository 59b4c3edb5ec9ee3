import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTrialNode, type TrialNode } from '../../../../test/chain/trialNode';
import { createForm } from '../../../../test/wallet/createForm';
import { openModule } from '../../../../test/wallet/openModule';
import { chainIds } from '../../../schema/primitives';
import { nodeSetting } from './node';

const chainId = chainIds.sepolia;
const contract = {
  address: `0x${'7'.padStart(64, '0')}`,
  token: { symbol: 'USDC', decimals: 0 },
  isOld: true,
};
const block = { number: 7, timestamp: 1_800_000_000, l2GasPrice: '0x5' };

let node: TrialNode;
beforeAll(async () => {
  node = await startTrialNode();
  node.says.instead.starknet_blockNumber = () => ({ result: 7 });
});
afterAll(() => node.stop());

// @promise T10.3
it.each([
  ['an own node', () => node.url, nodeSetting.save],
  ['the public nodes', () => '', nodeSetting.remove],
])('forgets with %s what others have told of contracts and prices', async (_, url, use) => {
  const { module } = openModule({ sepoliaUrl: node.url });
  for (const id of [chainId, chainIds.mainnet]) {
    await module.contracts.keep(id, [contract]);
    await module.gasPrices.keep(id, block);
  }
  const known = async (id: string) => [
    await module.contracts.list(id),
    await module.gasPrices.list(id),
  ];
  await nodeSetting.save(module, createForm({ network: chainId, url: 'nothing' }));
  expect(await known(chainId)).toEqual([[contract], [block]]);
  await use?.(module, createForm({ network: chainId, url: url() }));
  expect(await known(chainId)).toEqual([[], []]);
  // Those of the other network are others.
  expect(await known(chainIds.mainnet)).toEqual([[contract], [block]]);
});
