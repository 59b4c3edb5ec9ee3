import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { hash } from 'starknet';
import { type FaultServer, type RpcAnswer, startFaultServer } from '../../test/chain/faultServer';
import { openModule } from '../../test/wallet/openModule';
import { storedFirst } from '../../test/wallet/storedAccounts';
import { chainIds } from '../schema/primitives';

let answer: (params: unknown) => RpcAnswer;
let node: FaultServer;
beforeEach(async () => {
  answer = () => ({ result: ['0x2a', '0x0'] });
  node = await startFaultServer((method, params) => {
    if (method === 'starknet_chainId') return { result: chainIds.sepolia };
    if (method === 'starknet_specVersion') return { result: '0.10.2' };
    return answer(params);
  });
});
afterEach(() => node.stop());

const params = { contractAddress: '0x1234', contractFuncName: 'balance_of' };

describe('xnet_getValue', () => {
  it('calls the view function with the felts given, and tells what it returns', async () => {
    const { invoke, dialogs } = openModule({ sepoliaUrl: node.url });
    const asked: unknown[] = [];
    answer = (call) => {
      asked.push(call);
      return { result: ['0x2a', '0x0'] };
    };
    expect(await invoke('xnet_getValue', { ...params, contractCallData: ['7', '0x08'] })).toEqual([
      '0x2a',
      '0x0',
    ]);
    expect(await invoke('starkNet_getValue', params)).toEqual(['0x2a', '0x0']);
    const request = (calldata: string[]) => ({
      request: {
        contract_address: expect.stringMatching(/^0x0*1234$/u),
        entry_point_selector: hash.getSelectorFromName('balance_of'),
        calldata,
      },
      block_id: 'pre_confirmed',
    });
    expect(asked).toEqual([request(['0x7', '0x8']), request([])]);
    expect(dialogs).toEqual([]);
  });

  it('returns the node’s reason for a revert to a site that sees an account', async () => {
    const stored = storedFirst(chainIds.sepolia, {});
    const { invoke } = openModule({ sepoliaUrl: node.url, stored });
    const revert_error = 'not allowed';
    answer = () => ({ error: { code: 40, message: 'Contract error', data: { revert_error } } });
    await expect(invoke('xnet_getValue', params)).rejects.toMatchObject({
      kind: 'transactionReverts',
      data: { nodeCode: 40, reason: expect.stringContaining(revert_error) },
    });
  });

  it.each([
    ['no felts', { result: ['0x2a', 'many'] }],
    ['no array', { result: '0x2a' }],
    ['a felt outside of the field', { result: [`0x${'f'.repeat(64)}`] }],
  ])('refuses an answer of a node that is %s', async (_, told) => {
    const { invoke } = openModule({ sepoliaUrl: node.url });
    answer = () => told;
    await expect(invoke('xnet_getValue', params)).rejects.toMatchObject({ kind: 'nodeFault' });
  });

  it.each([
    [{ ...params, contractFuncName: '' }, 'contractFuncName'],
    [{ ...params, contractFuncName: 'balance of' }, 'contractFuncName'],
    [{ ...params, contractFuncName: `x${'y'.repeat(128)}` }, 'contractFuncName'],
    [{ ...params, contractAddress: '0x' }, 'contractAddress'],
    [{ ...params, contractCallData: ['one'] }, 'contractCallData.0'],
    [{ contractFuncName: 'name' }, 'contractAddress'],
  ])('refuses %p', async (malformed, path) => {
    const { invoke } = openModule({ sepoliaUrl: node.url });
    await expect(invoke('xnet_getValue', malformed)).rejects.toMatchObject({
      kind: 'invalidParams',
      data: { path },
    });
    expect(node.calls).toEqual([]);
  });
});
