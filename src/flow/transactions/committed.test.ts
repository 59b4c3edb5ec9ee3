import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { RpcAnswer } from '../../../test/chain/faultServer';
import { startTrialNode, type TrialNode } from '../../../test/chain/trialNode';
import { openModule } from '../../../test/wallet/openModule';
import { storedAccounts, storedDeployed } from '../../../test/wallet/storedAccounts';
import { chainIds } from '../../schema/primitives';

const [account] = storedAccounts(chainIds.sepolia, 1);
const address = account?.address ?? '';

let node: TrialNode;
beforeEach(async () => {
  node = await startTrialNode();
  const price = { price_in_fri: '0x1', price_in_wei: '0x1' };
  node.says.instead.starknet_getBlockWithTxHashes = () => ({
    result: { timestamp: 1, l1_gas_price: price, l1_data_gas_price: price, l2_gas_price: price },
  });
});
afterEach(() => node.stop());

const notFound: RpcAnswer = { error: { code: 20, message: 'Contract not found' } };
/** The account's nonce in the newest closed block, and with what is open. */
const nonces = (committed: RpcAnswer, pending: RpcAnswer) => {
  node.says.instead.starknet_getNonce = ({ block_id }: { block_id: string }) =>
    block_id === 'latest' ? committed : pending;
};

function open() {
  const opened = openModule({ sepoliaUrl: node.url, stored: storedDeployed(chainIds.sepolia) });
  const declare = (details: object = {}) =>
    opened.invoke('xnet_signDeclareTransaction', {
      address,
      chainId: chainIds.sepolia,
      details: { classHash: '0xc1a55', compiledClassHash: '0xc0de', ...details },
    });
  return { ...opened, declare };
}

describe('signing a declaration', () => {
  it('shows it while nothing of its account is open', async () => {
    nonces({ result: '0x5' }, { result: '0x5' });
    await expect(open().declare()).resolves.toHaveProperty('signature');
  });

  it.each<[string, RpcAnswer]>([
    ['a transaction of its account is', { result: '0x4' }],
    ['the deployment of its account is', notFound],
  ])('asks to wait, without a dialog, while %s open', async (_, committed) => {
    nonces(committed, { result: '0x5' });
    const { declare, dialogs } = open();
    await expect(declare()).rejects.toMatchObject({
      kind: 'limitExceeded',
      data: { retryAfterSeconds: 10 },
    });
    expect(dialogs).toEqual([]);
  });

  it('refuses it if its account is not deployed', async () => {
    nonces(notFound, notFound);
    await expect(open().declare()).rejects.toMatchObject({ kind: 'invalidParams' });
  });

  it('signs it with any nonce that the caller gives, for a later time', async () => {
    nonces({ result: '0x4' }, { result: '0x5' });
    await expect(open().declare({ nonce: '0x5' })).resolves.toHaveProperty('signature');
  });
});
