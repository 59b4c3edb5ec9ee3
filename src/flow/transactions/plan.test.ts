import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { transferCall } from '../../../test/chain/transferCall';
import { startTrialNode, type TrialNode } from '../../../test/chain/trialNode';
import { openModule } from '../../../test/wallet/openModule';
import { storedAccounts, storedFirst } from '../../../test/wallet/storedAccounts';
import { chainIds } from '../../schema/primitives';
import { knownTokens } from '../../starknet/tokens/erc20';

const chainId = chainIds.sepolia;
const [account] = storedAccounts(chainId, 1);
const address = account?.address ?? '';
const calls = [transferCall(knownTokens.STRK.address, '0x7e57', 5n)];

let node: TrialNode;
beforeEach(async () => {
  node = await startTrialNode();
});
afterEach(() => node.stop());

function open(deployment: 'deployed' | 'unknown') {
  const opened = openModule({
    sepoliaUrl: node.url,
    stored: storedFirst(chainId, { deployment }),
  });
  return { ...opened, send: () => opened.invoke('xnet_executeTxn', { address, calls }) };
}

describe('a transaction', () => {
  // @promise T7.1
  it.each(['deployed', 'unknown'] as const)(
    'plans no deployment for an account that is %s if the node fails to return its nonce',
    async (deployment) => {
      node.says.instead.starknet_getNonce = () => ({ error: { code: -32603, message: 'No.' } });
      const { send, dialogs } = open(deployment);
      await expect(send()).rejects.toMatchObject({ kind: 'nodeFault' });
      expect(dialogs).toEqual([]);
      expect(node.sent).toEqual([]);
    },
  );

  it('sends alone for an account that proves deployed, and remembers that', async () => {
    const { send, module } = open('unknown');
    await send();
    expect(node.sent).toMatchObject([{ type: 'INVOKE', nonce: '0x5' }]);
    expect(await module.accounts.find(chainId, address)).toMatchObject({ deployment: 'deployed' });
  });

  it.each([[[]], [['0x5']], [['0x5', '0x0', '0x0']], [['0x5', `0x1${'0'.repeat(32)}`]]])(
    'fails without a dialog if the balance is returned as %j',
    async (result) => {
      node.says.instead.starknet_call = () => ({ result });
      const { send, dialogs } = open('deployed');
      await expect(send()).rejects.toMatchObject({ kind: 'nodeFault' });
      expect(dialogs).toEqual([]);
    },
  );
});
