import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { askChain, type LocalChain } from '../../scripts/start/localChain';
import { accountClasses } from '../../src/starknet/accounts/classes';
import { startChain } from '../chain/chain';
import { ONE, openAccount, STRK, transfer } from './account';

let chain: LocalChain;
beforeAll(async () => {
  chain = await startChain({ args: ['--state-archive-capacity', 'full'] });
}, 180_000);
afterAll(() => chain?.stop());

describe('xnet_estimateFee', () => {
  it('accepts every type of invocation that libraries send, and adds them up', async () => {
    const { invoke, address } = await openAccount(chain.url, { addressIndex: 0 });
    const estimate = async (invocations: object): Promise<bigint> => {
      const { overallFee, unit } = await invoke('xnet_estimateFee', { address, invocations });
      expect(unit).toBe('wei');
      return BigInt(overallFee);
    };
    const { classHash, constructorCalldata } = accountClasses.openZeppelin100;
    const call = transfer(1n);
    const deploy = {
      type: 'DEPLOY',
      payload: { classHash, salt: '0x5', constructorCalldata: constructorCalldata('0x1234') },
    };
    const oneCall = await estimate(call);
    expect(await estimate([{ type: 'INVOKE_FUNCTION', ...call }])).toBe(oneCall);
    const oneDeployment = await estimate([deploy]);
    const both = await estimate([{ type: 'INVOKE', payload: [call] }, deploy]);
    expect(both > oneDeployment && both > oneCall && both < oneCall + oneDeployment).toBe(true);

    const contract = await askChain<{ abi: string }>(chain.url, 'starknet_getClassAt', {
      block_id: 'latest',
      contract_address: STRK,
    });
    const abi = [...JSON.parse(contract.abi), { type: 'struct', name: 'Unused', members: [] }];
    const declare = { type: 'DECLARE', contract: { ...contract, abi }, compiledClassHash: '0x1' };
    await expect(estimate([declare, declare])).rejects.toMatchObject({ kind: 'invalidParams' });
    // The node compiles the class itself, so the wrong compiled class hash gets that far.
    await expect(estimate([declare])).rejects.toMatchObject({ data: { nodeCode: 41 } });
  });

  it('estimates in the state of the named block, with the nonce that was next there', async () => {
    const { invoke, address } = await openAccount(chain.url, { addressIndex: 2, deployed: false });
    const newest = () => askChain<number>(chain.url, 'starknet_blockNumber', {});
    const estimate = (blockIdentifier: unknown, details: object = {}) =>
      invoke('xnet_estimateFee', {
        address,
        invocations: [transfer(1n)],
        details: { ...details, blockIdentifier },
      });
    const funded = await newest();
    for (const amount of [2n, 3n, 4n])
      await invoke('xnet_executeTxn', { address, calls: transfer(amount) });
    const last = await newest();
    const now = await estimate('pending');
    expect(now.includeDeploy).toBe(false);
    for (const block of ['latest', last, last - 1, { block_number: last - 2 }])
      expect(await estimate(block)).toEqual(now);
    expect(await estimate(last - 1, { skipValidate: true })).toMatchObject({ unit: 'wei' });
    expect((await estimate(funded)).includeDeploy).toBe(true);
    await expect(estimate(last, { nonce: '0x0' })).rejects.toMatchObject({ kind: 'nonceTooLow' });
    await expect(estimate(last + 9)).rejects.toMatchObject({ data: { nodeCode: 24 } });
  });

  // @row xnet_estimateFee
  it('includes the deployment of an account that is not deployed, asked for or not', async () => {
    const account = { addressIndex: 1, funds: ONE, deployed: false };
    const { invoke, address } = await openAccount(chain.url, account);
    const estimate = (invocations: object) => invoke('xnet_estimateFee', { address, invocations });
    const deployment = await estimate([{ type: 'DEPLOY_ACCOUNT', payload: {} }]);
    expect(deployment.includeDeploy).toBe(true);
    const { overallFee } = await invoke('xnet_estimateAccountDeployFee', { addressIndex: 1 });
    expect(deployment.overallFee).toBe(overallFee);
    const both = await estimate([transfer(1n)]);
    expect(both.includeDeploy).toBe(true);
    expect(BigInt(both.overallFee) > BigInt(overallFee)).toBe(true);
    await expect(estimate([{ type: 'DEPLOY_ACCOUNT', classHash: '0x1234' }])).rejects.toMatchObject(
      { kind: 'invalidParams', data: { path: 'invocations.classHash' } },
    );
  });
});

describe('xnet_estimateAccountDeployFee', () => {
  // @row xnet_estimateAccountDeployFee
  it('returns the L2 gas that makes up its fee, and its price', async () => {
    const { invoke } = await openAccount(chain.url, { addressIndex: 3, deployed: false });
    const estimate = await invoke('xnet_estimateAccountDeployFee', { addressIndex: 3 });
    const { overallFee, gasConsumed, gasPrice, ...rest } = estimate;
    expect(rest).toEqual({ suggestedMaxFee: expect.any(String), unit: 'wei' });
    const ofL2Gas = BigInt(gasConsumed) * BigInt(gasPrice);
    // A deployment writes little: the rest of its fee is for data stored on Ethereum.
    expect(ofL2Gas < BigInt(overallFee)).toBe(true);
    expect(ofL2Gas * 100n > BigInt(overallFee) * 99n).toBe(true);
  });
});
