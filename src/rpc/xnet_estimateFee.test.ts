import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startTrialNode, type TrialNode } from '../../test/chain/trialNode';
import { openModule } from '../../test/wallet/openModule';
import { storedAccounts, storedFirst } from '../../test/wallet/storedAccounts';
import { chainIds } from '../schema/primitives';
import { accountClasses } from '../starknet/accounts/classes';

const chainId = chainIds.sepolia;
const [account] = storedAccounts(chainId, 1);
const { address, publicKey } = account ?? { address: '', publicKey: '' };
const { classHash, constructorCalldata } = accountClasses.argent040;
const own = {
  contractAddress: address,
  classHash,
  addressSalt: publicKey,
  constructorCalldata: constructorCalldata(publicKey),
};

let node: TrialNode;
beforeEach(async () => {
  node = await startTrialNode();
  node.says.instead.starknet_getNonce = () => ({ error: { code: 20, message: 'Not found' } });
});
afterEach(() => node.stop());

const estimate = (...deployments: object[]) => {
  const { invoke } = openModule({ sepoliaUrl: node.url, stored: storedFirst(chainId, {}) });
  const invocations = deployments.map((payload) => ({ type: 'DEPLOY_ACCOUNT', payload }));
  return invoke('xnet_estimateFee', { address, invocations, chainId });
};

describe('xnet_estimateFee of a deployment', () => {
  it('estimates that of the account, as the module would send it', async () => {
    expect(await estimate(own)).toMatchObject({ includeDeploy: true });
    expect(node.estimates).toMatchObject([
      {
        request: [
          {
            type: 'DEPLOY_ACCOUNT',
            class_hash: classHash,
            contract_address_salt: publicKey,
            constructor_calldata: own.constructorCalldata,
          },
        ],
      },
    ]);
  });

  // @promise T5.4
  it.each([
    ['contractAddress', '0x1'],
    ['classHash', '0x1'],
    ['addressSalt', '0x1'],
    ['constructorCalldata', [...own.constructorCalldata, '0x1']],
  ])('refuses one of another %s, also behind its own', async (part, value) => {
    const other = { ...own, [part]: value };
    for (const deployments of [[other], [own, other]])
      await expect(estimate(...deployments)).rejects.toMatchObject({
        kind: 'invalidParams',
        data: { path: `invocations.${part}` },
      });
    expect(node.estimates).toEqual([]);
  });
});
