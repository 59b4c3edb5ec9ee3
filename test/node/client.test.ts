import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createHttp } from '@xnet/clients/transport/http';
import type { LocalChain } from '../../scripts/start/localChain';
import type { RemoteCall } from '../../src/remote/method';
import { createStarknetNode } from '../../src/remote/starknet/node';
import { isContractNotFound, isTransactionNotFound } from '../../src/remote/starknet/nodeErrors';
import { starknet_blockNumber } from '../../src/remote/starknet/starknet_blockNumber';
import { starknet_call } from '../../src/remote/starknet/starknet_call';
import { starknet_chainId } from '../../src/remote/starknet/starknet_chainId';
import { starknet_estimateFee } from '../../src/remote/starknet/starknet_estimateFee';
import { starknet_getClassHashAt } from '../../src/remote/starknet/starknet_getClassHashAt';
import { starknet_getNonce } from '../../src/remote/starknet/starknet_getNonce';
import { starknet_getTransactionStatus } from '../../src/remote/starknet/starknet_getTransactionStatus';
import { starknet_simulateTransactions } from '../../src/remote/starknet/starknet_simulateTransactions';
import { chainIds } from '../../src/schema/primitives';
import { getSelector } from '../../src/starknet/selector';
import type { InvokeTransaction } from '../../src/starknet/transactions/transaction';
import { startChain } from '../chain/chain';
import { type NodeProxy, startProxy } from '../chain/proxy';
import {
  ACCOUNT,
  add,
  forged,
  NOBODY,
  STRK,
  TOO_MUCH,
  transfer,
  unpayable,
} from '../chain/transfers';
import { ownPort } from '../stage/ownPort';

const ACCOUNT_CLASS = '0x5b4b537eaa2399e3aa99c4e2e0208ebd6c71bc1467938cd52c798c601e43564';
/** The chain's second account, with the same balance; no test sends from it. */
const RESTING = '0x78662e7352d062084b0010068b99288486c2d8b914f6e2a55ce945f8792c8b1';

let chain: LocalChain;
let proxy: NodeProxy;
beforeAll(async () => {
  chain = await startChain();
  proxy = await startProxy({ target: chain.url });
}, 180_000);
afterAll(async () => {
  await proxy?.stop();
  await chain?.stop();
});
beforeEach(() => proxy.reset());

const nodeOver = (chainId: string, ...urls: string[]) =>
  createStarknetNode({
    http: createHttp({ fetch }),
    endpoints: urls.map((url) => ({ url })),
    chainId,
  });
const node = () => nodeOver(chainIds.sepolia, proxy.url);

const nonceOf = (contract_address: string) =>
  starknet_getNonce({ block_id: 'pre_confirmed', contract_address });
const call = (contract_address: string, name: string, ...calldata: string[]) =>
  starknet_call({
    request: { contract_address, entry_point_selector: getSelector(name), calldata },
    block_id: 'latest',
  });

const nextNonce = async () => BigInt(await node().read(nonceOf(ACCOUNT)));
const estimate = (transaction: InvokeTransaction) =>
  starknet_estimateFee({ request: [transaction], simulation_flags: [], block_id: 'pre_confirmed' });
const simulate = (transaction: InvokeTransaction) =>
  starknet_simulateTransactions({
    transactions: [transaction],
    simulation_flags: [],
    block_id: 'pre_confirmed',
  });

describe('reads', () => {
  it('sends one HTTP request for all, the check of chain and version included', async () => {
    const [chainId, block, nonce, classHash, balance, absent] = await node().batch([
      starknet_chainId(),
      starknet_blockNumber(),
      nonceOf(RESTING),
      starknet_getClassHashAt({ block_id: 'latest', contract_address: RESTING }),
      call(STRK, 'balanceOf', RESTING),
      nonceOf(NOBODY),
    ]);
    expect(chainId).toEqual({ ok: true, value: chainIds.sepolia });
    expect(block).toEqual({ ok: true, value: expect.any(Number) });
    expect(nonce).toEqual({ ok: true, value: '0x0' });
    expect(classHash).toEqual({ ok: true, value: ACCOUNT_CLASS });
    expect(balance).toEqual({ ok: true, value: [`0x${(10n ** 21n).toString(16)}`, '0x0'] });
    expect(!absent.ok && isContractNotFound(absent.error)).toBe(true);
    expect(proxy.requests()).toBe(1);
  });

  it('reads nothing from a node of another chain', async () => {
    const mainnet = nodeOver(chainIds.mainnet, proxy.url);
    await expect(mainnet.read(nonceOf(ACCOUNT))).rejects.toMatchObject({ kind: 'wrongChain' });
    await expect(mainnet.send(add(transfer({ nonce: 0n })))).rejects.toMatchObject({
      kind: 'wrongChain',
    });
    expect(proxy.methods().flat()).not.toContain('starknet_addInvokeTransaction');
  });

  it('tries a node that runs when the first does not', async () => {
    const gone = `http://127.0.0.1:${await ownPort()}/`;
    const both = nodeOver(chainIds.sepolia, gone, proxy.url);
    await expect(both.read(nonceOf(RESTING))).resolves.toBe('0x0');
  });

  it.each([
    ['a missing contract', () => call(NOBODY, 'balanceOf', ACCOUNT), 20, 'Contract not found'],
    ['a missing entry point', () => call(STRK, 'nothing'), 21, 'entrypoint'],
    ['a panic', () => call(STRK, 'transfer', NOBODY, '0x1', '0x0'), 40, 'ERC20: transfer from 0'],
    ['bad calldata', () => call(STRK, 'balanceOf'), 40, 'Failed to deserialize param #1'],
  ])('explains why a call failed: %s', async (_, made, nodeCode, reason) => {
    await expect(node().read(made())).rejects.toMatchObject({
      kind: 'transactionReverts',
      data: { nodeCode, reason: expect.stringContaining(reason) },
    });
  });

  it('reports that a transaction is not known', async () => {
    const unknown = node().read(starknet_getTransactionStatus({ transaction_hash: '0x5' }));
    expect(isTransactionNotFound(await unknown.catch((error) => error))).toBe(true);
  });
});

describe('estimates', () => {
  it('returns the fee of a transfer, and what it does', async () => {
    const good = transfer({ nonce: await nextNonce() });
    const [fees, simulated] = await node().batch([estimate(good), simulate(good)]);
    if (!fees.ok || !simulated.ok) throw new Error('The estimate failed.');
    expect(fees.value).toHaveLength(1);
    expect(BigInt(fees.value[0]?.overall_fee ?? 0)).toBeGreaterThan(0n);
    expect(simulated.value[0]).toMatchObject({
      fee_estimation: { unit: 'FRI' },
      transaction_trace: {
        type: 'INVOKE',
        execute_invocation: {
          contract_address: ACCOUNT,
          calls: [
            { entry_point_selector: getSelector('transfer'), calldata: [NOBODY, '0x1', '0x0'] },
          ],
        },
      },
    });
  });

  const wrong: [string, (nonce: bigint) => RemoteCall, string, string][] = [
    [
      'a revert',
      (nonce) => estimate(transfer({ nonce, amount: TOO_MUCH })),
      'transactionReverts',
      'insufficient balance',
    ],
    [
      'a missing contract',
      (nonce) => estimate(transfer({ nonce, to: NOBODY })),
      'transactionReverts',
      'is not deployed',
    ],
    [
      'a wrong nonce',
      (nonce) => estimate(transfer({ nonce: nonce + 9n })),
      'transactionRejected',
      'nonce is invalid',
    ],
    [
      'a bad signature',
      (nonce) => estimate(forged(nonce)),
      'transactionReverts',
      'invalid signature',
    ],
    [
      'bounds above the balance',
      (nonce) => simulate(transfer({ nonce, ...unpayable })),
      'insufficientFunds',
      'exceed balance',
    ],
  ];
  it.each(wrong)('explains why it failed: %s', async (_, made, kind, reason) => {
    await expect(node().read(made(await nextNonce()))).rejects.toMatchObject({
      kind,
      data: { nodeCode: 41, reason: expect.stringContaining(reason) },
    });
  });

  it('puts the revert reason into the trace of a simulation', async () => {
    const simulated = await node().read(
      simulate(transfer({ nonce: await nextNonce(), amount: TOO_MUCH })),
    );
    expect(simulated[0]?.transaction_trace).toMatchObject({
      execute_invocation: { revert_reason: expect.stringContaining('insufficient balance') },
    });
  });
});
