import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { transferCall } from '../../../test/chain/transferCall';
import { startTrialNode, type TrialNode } from '../../../test/chain/trialNode';
import { openModule } from '../../../test/wallet/openModule';
import { storedRecord } from '../../../test/wallet/records';
import { storedAccounts, storedDeployed } from '../../../test/wallet/storedAccounts';
import { chainIds } from '../../schema/primitives';
import { knownTokens } from '../../starknet/tokens/erc20';
import { networkLimits } from '../../starknet/transactions/networkLimits';

const chainId = chainIds.sepolia;
const [account] = storedAccounts(chainId, 1);
const senderAddress = account?.address ?? '';
const calls = [transferCall(knownTokens.STRK.address, '0x7e57', 5n)];
const ELSEWHERE = 'https://node.example/rpc';

let node: TrialNode;
beforeEach(async () => {
  node = await startTrialNode();
});
afterEach(() => node.stop());

/** A module whose journal has a transaction of this nonce that was accepted a minute ago. */
async function openAfter(nonce: number, sepoliaUrl: string) {
  const { module, invoke, dialogs } = openModule({
    sepoliaUrl,
    fetch: (_url, init) => fetch(node.url, init),
    now: () => storedRecord(nonce).timestamp * 1_000 + 60_000,
    stored: storedDeployed(chainId),
  });
  await module.transactions.add(storedRecord(nonce, { senderAddress, status: 'ACCEPTED_ON_L2' }));
  const send = (details = {}) =>
    invoke('xnet_executeTxn', { address: senderAddress, calls, details });
  return { send, dialogs };
}

describe('a node that lacks the newest transaction', () => {
  // @promise T7.1
  it('fails without a dialog for a nonce that is used', async () => {
    const { send, dialogs } = await openAfter(5, ELSEWHERE);
    await expect(send({ nonce: '0x5' })).rejects.toMatchObject({ kind: 'nonceTooLow' });
    expect(dialogs).toEqual([]);
    await send();
    expect(dialogs).toHaveLength(1);
    expect(node.sent).toMatchObject([{ nonce: '0x6' }]);
  });

  it('believes the chain on this machine, and a node that lacks nothing', async () => {
    for (const { send } of [await openAfter(5, node.url), await openAfter(4, ELSEWHERE)])
      await send();
    expect(node.sent).toMatchObject([{ nonce: '0x5' }, { nonce: '0x5' }]);
  });
});

describe('a nonce ahead of the next one, without bounds', () => {
  const { starknet_simulateTransactions: simulate, starknet_estimateFee: estimate } = {
    starknet_simulateTransactions: { error: { code: 52, message: 'Invalid transaction nonce' } },
    starknet_estimateFee: {
      error: { code: 41, message: '', data: { transaction_index: 0, execution_error: 'Nonce.' } },
    },
  };

  it.each([
    ['to sign', 'xnet_signTransaction', { transactions: calls }],
    ['to estimate', 'xnet_estimateFee', { invocations: calls }],
  ])(
    'explains %s that bounds are missing, if a node only calls the nonce invalid',
    async (...row) => {
      const [, method, asked] = row;
      node.says.instead.starknet_simulateTransactions = () => simulate;
      node.says.instead.starknet_estimateFee = () => estimate;
      const stored = storedDeployed(chainId);
      const { invoke, dialogs } = openModule({ sepoliaUrl: node.url, stored });
      const detail = { nonce: '0x63' };
      const details = 'invocations' in asked ? { details: detail } : { transactionsDetail: detail };
      const params = { address: senderAddress, chainId, ...asked, ...details };
      await expect(invoke(method, params)).rejects.toMatchObject({
        kind: 'transactionRejected',
        message: expect.stringMatching(/Nonce 99 .* the next is 5\..*give resourceBounds, too/u),
      });
      expect(dialogs).toEqual([]);
    },
  );
});

describe('a nonce that the network takes from nobody', () => {
  it.each([
    ['to sign', 'xnet_signTransaction', { transactions: calls }],
    ['to estimate', 'xnet_estimateFee', { invocations: calls }],
    ['to send', 'xnet_executeTxn', { calls }],
  ])('fails %s before a dialog, also if the node estimates it', async (...row) => {
    const [, method, asked] = row;
    const stored = storedDeployed(chainId);
    const { invoke, dialogs } = openModule({ sepoliaUrl: node.url, stored });
    const ask = (nonce: bigint) => {
      const detail = { nonce: `0x${nonce.toString(16)}` };
      const isSigned = 'transactions' in asked;
      const details = isSigned ? { transactionsDetail: detail } : { details: detail };
      return invoke(method, { address: senderAddress, chainId, ...asked, ...details });
    };
    const last = BigInt(node.says.nonce) + networkLimits.INVOKE.nonceAhead;
    await expect(ask(last + 1n)).rejects.toMatchObject({
      kind: 'transactionRejected',
      message: expect.stringContaining(`none above ${last}`),
    });
    expect(dialogs).toEqual([]);
    await ask(last);
  });
});
