import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Client } from '@xnet/connect';
import { getSelector } from '../../../src/starknet/selector';
import { startTrialNode, type TrialNode } from '../../../test/chain/trialNode';
import { createLog } from '../log/log';
import { sepolia } from './networks';
import { readsChain } from './sameChain';

const holder = `0x${'64b'.padStart(64, '0')}`;
const log = createLog({ now: () => 0 });

let own: TrialNode;
let other: TrialNode;
beforeEach(async () => {
  [own, other] = await Promise.all([startTrialNode(), startTrialNode()]);
  for (const node of [own, other])
    node.says.instead.devnet_getPredeployedAccounts = () => ({ result: [{ address: holder }] });
});
afterEach(() => Promise.all([own.stop(), other.stop()]));

/** Calls a view function as the module does, at the node that it uses. */
const moduleAt = (url: string) =>
  (async (_method: string, call: { contractAddress: string; contractCallData: string[] }) => {
    const request = {
      contract_address: call.contractAddress,
      entry_point_selector: getSelector('balanceOf'),
      calldata: call.contractCallData,
    };
    const params = { request, block_id: 'latest' };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'starknet_call', params });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body });
    return ((await response.json()) as { result: string[] }).result;
  }) as Client['request'];

const readsOwn = (url: string) =>
  readsChain(moduleAt(url), { url: own.url, chainId: sepolia }, log);

describe('readsChain', () => {
  it('returns true for a module that reads this chain, and false for another', async () => {
    expect(await readsOwn(own.url)).toBe(true);
    other.says.balance = 0n;
    expect(await readsOwn(other.url)).toBe(false);
    other.says.balance = 1n;
    expect(await readsOwn(other.url)).toBe(false);
  });

  it('returns false if the account has nothing, and if a node does not answer', async () => {
    expect(await readsOwn('http://127.0.0.1:9/')).toBe(false);
    own.says.balance = 0n;
    expect(await readsOwn(own.url)).toBe(false);
    own.says.instead.devnet_getPredeployedAccounts = () => ({
      error: { code: -32601, message: 'Method not found' },
    });
    expect(await readsOwn(own.url)).toBe(false);
  });
});
