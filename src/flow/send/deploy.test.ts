import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { transferCall } from '../../../test/chain/transferCall';
import { startTrialNode, type TrialNode } from '../../../test/chain/trialNode';
import { openModule } from '../../../test/wallet/openModule';
import { storedAccounts, storedFirst } from '../../../test/wallet/storedAccounts';
import { chainIds } from '../../schema/primitives';
import { FOREIGN_NONCE } from '../../schema/transaction';
import { knownTokens } from '../../starknet/tokens/erc20';
import { type Transaction, transactionHash } from '../../starknet/transactions/transaction';

const chainId = chainIds.sepolia;
const [account] = storedAccounts(chainId, 1);
const address = account?.address ?? '';
const calls = [transferCall(knownTokens.STRK.address, '0x7e57', 5n)];

let node: TrialNode;
beforeEach(async () => {
  node = await startTrialNode();
  node.says.instead.starknet_getNonce = () => ({
    error: { code: 20, message: 'Contract not found' },
  });
});
afterEach(() => node.stop());

// @promise P9.2
it('withholds the transaction after a refused deployment, and sends it with the next', async () => {
  const { invoke, module } = openModule({
    sepoliaUrl: node.url,
    stored: storedFirst(chainId, { name: 'Mine', deployment: 'unknown' }),
  });
  const send = () => invoke('xnet_executeTxn', { address, calls });
  const records = () => module.transactions.recent(chainId, address);
  const deployed: Transaction[] = [];
  node.says.instead.starknet_addDeployAccountTransaction = () => ({
    error: { code: 55, message: 'Account validation failed' },
  });
  await expect(send()).rejects.toMatchObject({ kind: 'transactionRejected' });
  expect(node.sent).toEqual([]);
  const [deploy, call, ...others] = await records();
  expect(deploy).toMatchObject({ txnType: 'deploy', nonce: '0x0', status: 'REJECTED' });
  expect(call).toMatchObject({
    txnType: 'invoke',
    nonce: FOREIGN_NONCE,
    status: 'REJECTED',
    known: false,
    failureReason: 'The one before it failed.',
  });
  expect(others).toEqual([]);
  expect(await module.accounts.find(chainId, address)).toMatchObject({
    address,
    name: 'Mine',
    publicKey: account?.publicKey,
    deployTxnHash: deploy?.txnHash,
  });

  node.says.instead.starknet_addDeployAccountTransaction = ({
    deploy_account_transaction: sent,
  }: {
    deploy_account_transaction: Transaction;
  }) => {
    deployed.push(sent);
    return { result: { transaction_hash: transactionHash(sent, chainId) } };
  };
  await send();
  expect(deployed).toMatchObject([{ type: 'DEPLOY_ACCOUNT', nonce: '0x0' }]);
  expect(node.sent).toMatchObject([{ type: 'INVOKE', nonce: '0x1' }]);
  const open = (await records()).filter(({ status }) => status === 'RECEIVED');
  expect(open.map(({ txnType, nonce }) => [txnType, nonce])).toEqual([
    ['invoke', '0x1'],
    ['deploy', '0x0'],
  ]);
});
