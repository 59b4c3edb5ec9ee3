import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import openrpc from '../../openrpc.json';
import type { WireExample } from '../../scripts/build/wireExamples';
import { root } from '../../scripts/root';
import type { LocalChain } from '../../scripts/start/localChain';
import { toWireError } from '../../src/rpc/boundary';
import { chainIds } from '../../src/schema/primitives';
import { knownTokens } from '../../src/starknet/tokens/erc20';
import { startChain } from '../chain/chain';
import { transferCall } from '../chain/transferCall';
import { shortMessage } from '../messages/shortMessage';
import { ONE, openAccount } from './account';
import { createPayload, readDeclarables } from './declarable';
import { maskValues, shortened } from './wireShapes';

const golden = join(root, 'scripts/build/wireExamples.json');
const moduleId = 'npm:@xnet/module';
const companion = 'http://127.0.0.1:3911';
const { STRK, ETH } = knownTokens;
const recipient = `0x${'7e57'.padStart(64, '0')}`;
const bound = { max_amount: '0x5f5e100', max_price_per_unit: '0x2540be400' };
const resourceBounds = { l1_gas: bound, l1_data_gas: bound, l2_gas: bound };
const typedDataMessage = shortMessage({ text: 'Order 7' });
const classHash = '0x036078334509b514626504edc9fb252328d1a240e4e948bef8d0c08dff45927f';

type Known = {
  address: string;
  second: string;
  payload: object;
  /** The reply of an earlier step. */
  reply: (method: string) => never;
};
type Step = [method: string, params?: (known: Known) => object];

/** One request per method, in an order in which each of them works. */
const steps: readonly Step[] = [
  ['ping'],
  ['rpc.discover'],
  ['xnet_getState'],
  ['xnet_getCurrentNetwork'],
  ['xnet_getStoredNetworks'],
  ['xnet_getPreferences'],
  ['xnet_getCurrentAccount'],
  ['xnet_listAccounts'],
  ['xnet_createAccount', () => ({ addressIndex: 2 })],
  ['xnet_addAccount', () => ({ accountName: 'Holidays' })],
  ['xnet_extractPublicKey', ({ address }) => ({ userAddress: address })],
  ['xnet_getDeploymentData', ({ second }) => ({ address: second })],
  ['xnet_estimateAccountDeployFee', () => ({ addressIndex: 2 })],
  ['xnet_getStoredErc20Tokens'],
  [
    'xnet_addErc20Token',
    () => ({
      tokenAddress: ETH.address,
      tokenName: 'Ether',
      tokenSymbol: 'ETH',
      tokenDecimals: 18,
    }),
  ],
  [
    'xnet_getErc20TokenBalance',
    ({ address }) => ({ tokenAddress: STRK.address, userAddress: address }),
  ],
  [
    'xnet_getValue',
    ({ address }) => ({
      contractAddress: STRK.address,
      contractFuncName: 'balanceOf',
      contractCallData: [address],
    }),
  ],
  [
    'xnet_estimateFee',
    ({ address }) => ({ address, invocations: [transferCall(STRK.address, recipient, ONE)] }),
  ],
  [
    'xnet_executeTxn',
    ({ address }) => ({ address, calls: [transferCall(STRK.address, recipient, ONE)] }),
  ],
  [
    'xnet_getTransactionStatus',
    ({ reply }) => ({
      transactionHash: (reply('xnet_executeTxn') as { transaction_hash: string }).transaction_hash,
    }),
  ],
  ['xnet_getTransactions', ({ address }) => ({ senderAddress: address, pageSize: 10 })],
  [
    'xnet_declareContract',
    ({ address, payload }) => ({ senderAddress: address, contractPayload: payload }),
  ],
  ['xnet_signMessage', ({ address }) => ({ signerAddress: address, typedDataMessage })],
  [
    'xnet_verifySignedMessage',
    ({ address, reply }) => ({ address, typedDataMessage, signature: reply('xnet_signMessage') }),
  ],
  [
    'xnet_signTransaction',
    ({ address }) => ({
      address,
      transactions: [transferCall(STRK.address, recipient, ONE)],
      transactionsDetail: { nonce: '0x9', resourceBounds },
    }),
  ],
  [
    'xnet_signDeclareTransaction',
    ({ address }) => ({
      address,
      details: {
        nonce: '0x9',
        resourceBounds,
        classHash,
        compiledClassHash: classHash,
        senderAddress: address,
      },
    }),
  ],
  [
    'xnet_signDeployAccountTransaction',
    ({ second }) => ({
      address: second,
      details: { nonce: '0x0', resourceBounds, contractAddress: second, classHash },
    }),
  ],
  ['xnet_displayPrivateKey', ({ address }) => ({ userAddress: address })],
  ['xnet_recoverAccounts', () => ({ startScanIndex: 0, maxScanned: 1, maxMissed: 1 })],
  ['xnet_getStarkName', ({ address }) => ({ userAddress: address })],
  ['xnet_getAddrFromStarkName', () => ({ starkName: 'xnet.stark' })],
  ['xnet_upgradeAccContract', ({ address }) => ({ contractAddress: address })],
  ['xnet_setAccountName', ({ second }) => ({ address: second, accountName: 'Rent' })],
  ['xnet_toggleAccountVisibility', ({ second }) => ({ address: second, visibility: false })],
  ['xnet_switchAccount', ({ address }) => ({ address })],
  ['xnet_switchNetwork', () => ({ chainId: chainIds.sepolia })],
  ['xnet_revokeGrants'],
];

const definitionOf = (method: string) => openrpc.methods.find(({ name }) => name === method);
/** Names the network wherever a method takes one, as every example should. */
const onSepolia = (method: string, params: object | undefined): object | undefined =>
  definitionOf(method)?.params.some(({ name }) => name === 'chainId')
    ? { ...params, chainId: chainIds.sepolia }
    : params;

let chain: LocalChain;
let recorded: readonly WireExample[];
beforeAll(async () => {
  chain = await startChain();
  recorded = await record();
}, 120_000);
afterAll(() => chain?.stop());

/** Sends every request as a wallet gets it, and keeps both sides as JSON. */
async function record(): Promise<WireExample[]> {
  const opened = await openAccount(chain.url, { addressIndex: 0 }, { companions: [companion] });
  const { address: second } = await opened.invoke('xnet_createAccount', { addressIndex: 1 });
  const payload = createPayload((await readDeclarables(chain.url)).declarable('Wire'));
  const replies = new Map<string, unknown>();
  const known = {
    address: opened.address,
    second,
    payload,
    reply: (method: string) => replies.get(method) as never,
  };
  const examples: WireExample[] = [];
  for (const [method, make] of steps) {
    const params = onSepolia(method, make?.(known));
    const request = JSON.parse(JSON.stringify({ method, ...(params && { params }) }));
    const isOwn = definitionOf(method)?.['x-callers'] === 'companionDapp';
    const origin = isOwn ? companion : 'https://dapp.example';
    const example = {
      request: { method: 'wallet_invokeSnap', params: { snapId: moduleId, request } },
    };
    try {
      const whole = (await opened.invoke(method, request.params, origin)) ?? null;
      replies.set(method, whole);
      // The document of every method has no place in itself.
      const isDocument = method === 'rpc.discover';
      const result = isDocument ? { ...whole, methods: ['…'], components: {} } : whole;
      examples.push(shortened({ ...example, reply: { result } }));
    } catch (error) {
      const { code, message, data } = toWireError(error, await opened.module.hints());
      examples.push(shortened({ ...example, reply: { error: { code, message, data } } }));
    }
  }
  return examples;
}

describe('the examples of the reference', () => {
  it('holds a request and its reply for every method', () => {
    const names = recorded.map(({ request }) => request.params.request.method);
    expect([...names].sort()).toEqual(openrpc.methods.map(({ name }) => name).sort());
  });

  it('ends as it should: only what this chain lacks is refused', () => {
    const refused = recorded.filter(({ reply }) => 'error' in reply);
    expect(refused.map(({ request }) => request.params.request.method)).toEqual([
      'xnet_getAddrFromStarkName',
      'xnet_upgradeAccContract',
    ]);
  });

  // To record them again: XNET_RECORD=1 npx jest --selectProjects node -- test/node/wireExamples, then npm run docs.
  it('equals what goes over the wire today', () => {
    if (process.env.XNET_RECORD) writeFileSync(golden, `${JSON.stringify(recorded, null, 2)}\n`);
    const kept = JSON.parse(readFileSync(golden, 'utf8')) as WireExample[];
    expect(kept.map(maskValues)).toEqual(recorded.map(maskValues));
  });
});
