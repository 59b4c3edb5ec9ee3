import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CallData, hash } from 'starknet';
import { startTrialNode, type TrialNode } from '../../test/chain/trialNode';
import vectors from '../../test/vectors/accounts.json';
import { openModule } from '../../test/wallet/openModule';
import { chainIds } from '../schema/primitives';
import { accountClasses } from '../starknet/accounts/classes';

const [account] = vectors.accounts;
const address = account?.argent040 ?? '';

let node: TrialNode;
beforeAll(async () => {
  node = await startTrialNode();
});
afterAll(() => node.stop());

async function open(user: () => boolean = () => true) {
  let agrees: () => boolean = () => true;
  const opened = openModule({ sepoliaUrl: node.url, user: () => agrees() });
  await opened.invoke('xnet_createAccount', {});
  agrees = user;
  opened.dialogs.length = 0;
  return opened;
}

describe('xnet_getDeploymentData', () => {
  it('returns what starknet.js computes the address of the account from', async () => {
    const { invoke, dialogs } = await open();
    const told = await invoke('xnet_getDeploymentData', { address });
    expect(told).toMatchObject({
      address,
      class_hash: accountClasses.argent040.classHash,
      version: 1,
    });
    const { class_hash, salt, calldata } = told;
    const made = hash.calculateContractAddressFromHash(
      salt,
      class_hash,
      CallData.compile(calldata),
      0,
    );
    expect(BigInt(made)).toBe(BigInt(address));
    expect(BigInt(salt)).toBe(BigInt(account?.publicKey ?? ''));
    expect(dialogs).toEqual([]);
  });

  it('accepts the other names of the address, unpadded too', async () => {
    const { invoke } = await open();
    const expected = await invoke('xnet_getDeploymentData', { address });
    const unpadded = address.replace(/^0x0+/u, '0x');
    for (const params of [{ accountAddress: unpadded }, { userAddress: address }])
      expect(await invoke('starkNet_getDeploymentData', params)).toEqual(expected);
  });

  it('finds no account for another site', async () => {
    const { invoke, dialogs } = await open();
    await expect(
      invoke('xnet_getDeploymentData', { address }, 'https://other.example'),
    ).rejects.toMatchObject({ kind: 'unknownAccount' });
    expect(dialogs).toEqual([]);
  });

  it('rejects a deployed account', async () => {
    const { invoke, module } = await open();
    await module.accounts.markDeployed(chainIds.sepolia, address);
    await expect(invoke('xnet_getDeploymentData', { address })).rejects.toMatchObject({
      kind: 'accountDeployed',
    });
  });

  it('rejects an account that the chain knows as deployed by others', async () => {
    const { invoke, module } = await open();
    const deployed = { result: accountClasses.argent040.classHash };
    node.says.instead.starknet_getClassHashAt = () => deployed;
    await expect(invoke('xnet_getDeploymentData', { address })).rejects.toMatchObject({
      kind: 'accountDeployed',
    });
    expect(await module.accounts.get(chainIds.sepolia, address)).toMatchObject({
      deployment: 'deployed',
    });
    node.says.instead.starknet_getClassHashAt = () => ({ error: { code: -32603, message: 'No' } });
    const other = await open();
    await expect(other.invoke('xnet_getDeploymentData', { address })).rejects.toMatchObject({
      kind: 'nodeFault',
    });
    delete node.says.instead.starknet_getClassHashAt;
  });

  it.each([
    [{ address: '0x1234' }, 'unknownAccount'],
    [{ address, chainId: 'SN_MAIN' }, 'unknownAccount'],
    [{ address, accountAddress: '0x1' }, 'invalidParams'],
    [{ address: 'mine' }, 'invalidParams'],
    [{}, 'invalidParams'],
  ])('refuses %p', async (params, kind) => {
    const { invoke, dialogs } = await open();
    await expect(invoke('xnet_getDeploymentData', params)).rejects.toMatchObject({ kind });
    expect(dialogs).toEqual([]);
  });
});
