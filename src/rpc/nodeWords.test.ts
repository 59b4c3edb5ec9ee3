import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Fault, type FaultServer, startFaultServer } from '../../test/chain/faultServer';
import { openPage } from '../../test/wallet/openPage';
import { storedFirst } from '../../test/wallet/storedAccounts';
import { chainIds } from '../schema/primitives';
import { homeParts } from '../ui/home/view';
import { toWireError } from './boundary';

const SITE = 'https://dapp.example';
const STRANGER = 'https://stranger.example';
const words = 'project alice-savings has no access to this method';
const stored = storedFirst(chainIds.sepolia, {}, [SITE]);
const address = stored.plain.accounts[chainIds.sepolia]?.[0]?.address;

/** Every method that queries a node for a site that was granted nothing. */
const requests: [string, object][] = [
  ['xnet_getErc20TokenBalance', { tokenAddress: '0x2', userAddress: '0x3' }],
  ['xnet_getValue', { contractAddress: '0x2', contractFuncName: 'name' }],
  ['xnet_getStarkName', { userAddress: '0x3' }],
  ['xnet_getAddrFromStarkName', { starkName: 'alice.stark' }],
  ['xnet_getTransactionStatus', { transactionHash: '0x5' }],
  ['xnet_estimateAccountDeployFee', {}],
  ['xnet_addErc20Token', { tokenAddress: '0x2' }],
  ['xnet_recoverAccounts', {}],
];

let node: FaultServer;
beforeEach(async () => {
  node = await startFaultServer((method) => {
    if (method === 'starknet_chainId') return { result: chainIds.sepolia };
    if (method === 'starknet_specVersion') return { result: '0.10.2' };
    return { error: { code: -32000, message: words } };
  });
});
afterEach(() => node.stop());

/** All that reaches the site of an error. */
async function told(request: Promise<unknown>): Promise<string> {
  const error = await request.then(
    () => undefined,
    (reason) => toWireError(reason, {}),
  );
  if (!error) throw new Error('It was answered.');
  const { code, message, data } = error;
  return JSON.stringify({ code, message, data });
}

const ways: [string, Fault][] = [
  ['as a JSON-RPC error', { kind: 'none' }],
  [
    'in the body of an HTTP error',
    { kind: 'status', status: 403, body: JSON.stringify({ error: words }) },
  ],
];

describe.each(ways)('what a node says %s', (_how, fault) => {
  // @promise T22.3
  it.each(requests)('does not reach a site without a grant: %s', async (method, params) => {
    node.always(fault);
    const { invoke } = openPage({ stored, sepoliaUrl: node.url });
    const text = await told(invoke(method, params, STRANGER));
    expect(text).not.toContain('alice-savings');
    expect(JSON.parse(text)).toMatchObject({
      code: expect.any(Number),
      data: { kind: expect.any(String) },
    });
  });

  it('reaches a site that sees an account, and the user’s page', async () => {
    node.always(fault);
    const { invoke, press, now } = openPage({ stored, sepoliaUrl: node.url });
    const params = { tokenAddress: '0x2', userAddress: address };
    expect(await told(invoke('xnet_getErc20TokenBalance', params, SITE))).toContain(
      'alice-savings',
    );
    await told(invoke('xnet_getErc20TokenBalance', params, STRANGER));
    await press(`${homeParts.go}activity`);
    expect((await now()).split(words)).toHaveLength(3);
  });
});
