import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { transferCall } from '../../../test/chain/transferCall';
import { startTrialNode, type TrialNode } from '../../../test/chain/trialNode';
import { patientUser } from '../../../test/node/patientUser';
import vectors from '../../../test/vectors/accounts.json';
import { openModule } from '../../../test/wallet/openModule';
import { chainIds } from '../../schema/primitives';
import { knownTokens } from '../../starknet/tokens/erc20';

const SITE = 'https://site.example';
const address = vectors.accounts[0]?.argent040 ?? '';
const calls = transferCall(knownTokens.STRK.address, '0x5', 1n);

let node: TrialNode;
beforeEach(async () => {
  node = await startTrialNode();
});
afterEach(() => node.stop());

// @promise T17.2
it.each([
  ['the transaction of an account', 'xnet_executeTxn', { address, calls }],
  ['the deployment of an index', 'xnet_createAccount', { addressIndex: 0, deploy: true }],
])(
  'asks nothing about %s when the user revoked the account while it waited',
  async (_what, method, params) => {
    if ('deploy' in params)
      node.says.instead.starknet_getNonce = () => ({ error: { code: 20, message: 'Not found' } });
    const { user, dialog, open } = patientUser();
    const { invoke, module } = openModule({ user, sepoliaUrl: node.url });
    const making = invoke('xnet_createAccount', { addressIndex: 0 }, SITE);
    (await dialog(1)).answer(true);
    await making;
    const switching = invoke('xnet_switchNetwork', { chainId: chainIds.mainnet }, SITE);
    const first = await dialog(2);
    const waiting = invoke(method, params, SITE).catch(({ kind }) => kind);
    // It was let in, and has been looked into.
    while (node.trials.length === 0) await node.received(node.seen.length + 1);
    await module.grants.revoke(SITE);
    first.answer(false);
    expect(await switching).toBe(false);
    const asked = dialog(3).then(() => 'asked');
    expect(await Promise.race([waiting, asked])).toBe('unknownAccount');
    expect(open).toHaveLength(2);
    expect(node.sent).toEqual([]);
  },
);

// @promise T17.2
it.each([
  ['a transaction', 'xnet_executeTxn', { address, calls }],
  [
    'a transaction to be signed',
    'xnet_signTransaction',
    { address, chainId: chainIds.sepolia, transactions: [calls] },
  ],
])(
  'signs nothing of %s when the user revoked the account while its dialog was open',
  async (...row) => {
    const [, method, params] = row;
    const { user, dialog } = patientUser();
    const { invoke, module } = openModule({ user, sepoliaUrl: node.url });
    const making = invoke('xnet_createAccount', { addressIndex: 0 }, SITE);
    (await dialog(1)).answer(true);
    await making;
    const asking = invoke(method, params, SITE).catch(({ kind }) => kind);
    const open = await dialog(2);
    await module.grants.revoke(SITE);
    open.answer(true);
    expect(await asking).toBe('unknownAccount');
    expect(node.sent).toEqual([]);
    expect(await module.transactions.recent(chainIds.sepolia, address)).toEqual([]);
  },
);
