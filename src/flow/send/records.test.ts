import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startTimer } from '@xnet/clients/transport/policy';
import { transferCall } from '../../../test/chain/transferCall';
import { startTrialNode, type TrialNode } from '../../../test/chain/trialNode';
import { type Border, HTTP, openModule } from '../../../test/wallet/openModule';
import { storedAccounts, storedDeployed } from '../../../test/wallet/storedAccounts';
import { chainIds } from '../../schema/primitives';
import { knownTokens } from '../../starknet/tokens/erc20';
import { transactionHash } from '../../starknet/transactions/transaction';

const chainId = chainIds.sepolia;
const [account] = storedAccounts(chainId, 1);
const address = account?.address ?? '';
const calls = [transferCall(knownTokens.STRK.address, '0x7e57', 5n)];

let node: TrialNode;
beforeEach(async () => {
  node = await startTrialNode();
});
afterEach(() => node.stop());

function open(options: Parameters<typeof openModule>[0] = {}) {
  const stored = storedDeployed(chainId);
  const opened = openModule({ sepoliaUrl: node.url, stored, ...options });
  return {
    ...opened,
    send: () => opened.invoke('xnet_executeTxn', { address, calls }),
    records: () => opened.module.transactions.recent(chainId, address),
  };
}

const ownHash = () => node.sent.map((one) => transactionHash(one, chainId))[0] ?? '';

describe('the record of a transaction', () => {
  // @promise T31.1
  it('removes the record if the wallet refuses it, though the wallet kept it', async () => {
    let refusals = 0;
    const border: Border = async ({ method, detail }, cross) => {
      const answer = await cross();
      const { key, value } = { ...(detail as { key?: string; value?: unknown[] }) };
      if (method !== 'snap_setState' || key !== 'live' || value?.length === 0) return answer;
      refusals += 1;
      throw new Error('The state is too large.');
    };
    const { send, records, state } = open({ border });
    await expect(send()).rejects.toThrow('too large');
    expect(refusals).toBe(1);
    expect(node.sent).toEqual([]);
    expect(await records()).toEqual([]);
    expect(state.plain.live).toEqual([]);
  });

  // @promise T31.1
  it('records nothing if the user’s own node can no longer be read', async () => {
    let isApproved = false;
    const opened = open({
      user() {
        isApproved = true;
        return true;
      },
      border({ method, detail }, cross) {
        const isSecret = (detail as { encrypted?: boolean } | undefined)?.encrypted;
        if (isApproved && method === 'snap_getState' && isSecret) throw new Error('Corrupted.');
        return cross();
      },
    });
    await opened.module.settings.nodes.choose(chainId, [{ url: node.url }]);
    await expect(opened.send()).rejects.toThrow('Corrupted.');
    expect(isApproved).toBe(true);
    expect(node.sent).toEqual([]);
    expect(await opened.records()).toEqual([]);
  });

  // @promise T8.2
  it('stays open if the runtime fails while it is on its way', async () => {
    let isLeaving = false;
    const arrived = new Promise<void>((resolve) => {
      node.says.instead.starknet_addInvokeTransaction = ({ invoke_transaction }) => {
        node.sent.push(invoke_transaction);
        resolve();
        return { result: { transaction_hash: ownHash() } };
      };
    });
    const { send, records } = open({
      border({ method, detail }, cross) {
        isLeaving = method === HTTP && String(detail).includes('starknet_addInvokeTransaction');
        return cross();
      },
      setTimer(run, ms) {
        if (isLeaving) throw new RangeError('No more timers.');
        return startTimer(run, ms);
      },
    });
    const answer = await send();
    await arrived;
    expect(node.sent).toHaveLength(1);
    expect(answer).toEqual({ transaction_hash: ownHash() });
    expect(await records()).toMatchObject([{ txnHash: ownHash(), status: 'RECEIVED' }]);
  });
});
