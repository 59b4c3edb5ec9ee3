import { describe, expect, it } from '@jest/globals';
import { CallData, hash } from 'starknet';
import vectors from '../../test/vectors/accounts.json';
import { openModule } from '../../test/wallet/openModule';
import { chainIds } from '../schema/primitives';
import { accountClasses } from '../starknet/accounts/classes';

const [account] = vectors.accounts;
const address = account?.argent040 ?? '';

async function open(user: () => boolean = () => true) {
  let agrees: () => boolean = () => true;
  const opened = openModule({ user: () => agrees() });
  await opened.invoke('xnet_createAccount', {});
  agrees = user;
  opened.dialogs.length = 0;
  return opened;
}

describe('xnet_getDeploymentData', () => {
  it('tells what starknet.js computes the address of the account from', async () => {
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

  it('takes the other names of the address, unpadded too', async () => {
    const { invoke } = await open();
    const expected = await invoke('xnet_getDeploymentData', { address });
    const unpadded = address.replace(/^0x0+/u, '0x');
    for (const params of [{ accountAddress: unpadded }, { userAddress: address }])
      expect(await invoke('starkNet_getDeploymentData', params)).toEqual(expected);
  });

  it('knows no account for another site', async () => {
    const { invoke, dialogs } = await open();
    await expect(
      invoke('xnet_getDeploymentData', { address }, 'https://other.example'),
    ).rejects.toMatchObject({ kind: 'unknownAccount' });
    expect(dialogs).toEqual([]);
  });

  it('is refused for an account that is deployed', async () => {
    const { invoke, module } = await open();
    await module.accounts.markDeployed(chainIds.sepolia, address);
    await expect(invoke('xnet_getDeploymentData', { address })).rejects.toMatchObject({
      kind: 'accountDeployed',
    });
  });

  it.each([
    [{ address: '0x1234' }, 'unknownAccount'],
    [{ address, chainId: 'SN_MAIN' }, 'unknownAccount'],
    [{ address, accountAddress: address }, 'invalidParams'],
    [{ address: 'mine' }, 'invalidParams'],
    [{}, 'invalidParams'],
  ])('refuses %p', async (params, kind) => {
    const { invoke, dialogs } = await open();
    await expect(invoke('xnet_getDeploymentData', params)).rejects.toMatchObject({ kind });
    expect(dialogs).toEqual([]);
  });
});
