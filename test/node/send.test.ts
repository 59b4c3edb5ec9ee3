import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createHttp } from '@xnet/clients/transport/http';
import type { LocalChain } from '../../scripts/start/localChain';
import { createStarknetNode } from '../../src/remote/starknet/node';
import { isAmbiguous } from '../../src/remote/starknet/nodeErrors';
import { starknet_addInvokeTransaction } from '../../src/remote/starknet/starknet_addInvokeTransaction';
import { starknet_blockNumber } from '../../src/remote/starknet/starknet_blockNumber';
import { starknet_getNonce } from '../../src/remote/starknet/starknet_getNonce';
import { starknet_getTransactionReceipt } from '../../src/remote/starknet/starknet_getTransactionReceipt';
import { starknet_getTransactionStatus } from '../../src/remote/starknet/starknet_getTransactionStatus';
import { chainIds } from '../../src/schema/primitives';
import type { InvokeTransaction } from '../../src/starknet/transactions/transaction';
import { startChain } from '../chain/chain';
import { type NodeProxy, startProxy } from '../chain/proxy';
import { ACCOUNT, add, forged, TOO_MUCH, transfer, unpayable } from '../chain/transfers';

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

const node = () =>
  createStarknetNode({
    http: createHttp({ fetch }),
    endpoints: [{ url: proxy.url }],
    chainId: chainIds.sepolia,
  });
const nonceOf = (contract_address: string) =>
  starknet_getNonce({ block_id: 'pre_confirmed', contract_address });
const nextNonce = async () => BigInt(await node().read(nonceOf(ACCOUNT)));

describe('sends', () => {
  const statusOf = (transaction_hash: string) =>
    node().read(starknet_getTransactionStatus({ transaction_hash }));

  it('carries a transfer into a block, and its receipt tells which', async () => {
    const sent = await node().send(add(transfer({ nonce: await nextNonce() })));
    if (sent.duplicate) throw new Error('It was new.');
    await expect(statusOf(sent.transaction_hash)).resolves.toMatchObject({
      finality_status: 'ACCEPTED_ON_L2',
      execution_status: 'SUCCEEDED',
    });
    const { transaction_hash } = sent;
    const receipt = await node().read(starknet_getTransactionReceipt({ transaction_hash }));
    expect(receipt.block_number).toBeGreaterThan(0);
  });

  it('treats the same bytes as a duplicate', async () => {
    const transaction = transfer({ nonce: await nextNonce(), amount: 2n });
    await expect(node().send(add(transaction))).resolves.toMatchObject({ duplicate: false });
    await expect(node().send(add(transaction))).resolves.toEqual({ duplicate: true });
  });

  it('sends once although the answer of the node is lost', async () => {
    const nonce = await nextNonce();
    const sender = node();
    await sender.read(starknet_blockNumber());
    proxy.reset();
    proxy.loseAnswers(1);
    await expect(sender.send(add(transfer({ nonce, amount: 5n })))).resolves.toEqual({
      duplicate: true,
    });
    await expect(nextNonce()).resolves.toBe(nonce + 1n);
    const sent = proxy.methods().filter(([name]) => name === 'starknet_addInvokeTransaction');
    expect(sent).toHaveLength(2);
  });

  it('reports a transfer that reverted in its block', async () => {
    const sent = await node().send(add(transfer({ nonce: await nextNonce(), amount: TOO_MUCH })));
    if (sent.duplicate) throw new Error('It was new.');
    await expect(statusOf(sent.transaction_hash)).resolves.toMatchObject({
      execution_status: 'REVERTED',
      failure_reason: expect.stringContaining('insufficient balance'),
    });
  });

  const wrong: [string, (nonce: bigint) => InvokeTransaction, string, number, string][] = [
    [
      'a nonce that is used',
      (n) => transfer({ nonce: n - 1n, amount: 3n }),
      'nonceTooLow',
      52,
      'got:',
    ],
    ['a nonce too high', (n) => transfer({ nonce: n + 5n }), 'transactionRejected', 52, 'got:'],
    [
      'a balance too small for the bounds',
      (n) => transfer({ nonce: n, ...unpayable }),
      'insufficientFunds',
      54,
      'balance',
    ],
    [
      'bounds too small',
      (n) => transfer({ nonce: n, gas: '0x10' }),
      'feeAboveLimit',
      53,
      'resources',
    ],
    [
      'a price too low',
      (n) => transfer({ nonce: n, price: '0x1' }),
      'feeAboveLimit',
      53,
      'resources',
    ],
    ['a bad signature', forged, 'transactionRejected', 55, 'invalid signature'],
  ];
  it.each(wrong)('explains why it was refused: %s', async (_, made, kind, nodeCode, reason) => {
    // At least one nonce is used by then.
    await node().send(add(transfer({ nonce: await nextNonce(), amount: 4n })));
    const error = await node()
      .send(add(made(await nextNonce())))
      .catch((caught) => caught);
    expect(error).toMatchObject({
      kind,
      data: { nodeCode, reason: expect.stringContaining(reason) },
    });
    expect(isAmbiguous(error)).toBe(false);
  });

  it('explains why the node could not read it', async () => {
    const nonsense = starknet_addInvokeTransaction({ invoke_transaction: { type: 'INVOKE' } });
    await expect(node().send(nonsense)).rejects.toMatchObject({
      kind: 'transactionRejected',
      data: { nodeCode: -32602 },
    });
  });
});
