import { setMaxListeners } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { chainIds } from '../../src/schema/primitives';
import { accountClasses } from '../../src/starknet/accounts/classes';
import { knownTokens } from '../../src/starknet/tokens/erc20';
import { startTrialNode } from '../../test/chain/trialNode';
import vectors from '../../test/vectors/accounts.json';
import { createTestWallet } from '../testing/testWallet';
import type { Account } from './account';
import { createClient } from './client';
import { connect, reconnect } from './connect';
import { getErrorKind } from './failures';
import { createShapes } from './install';
import { createSignIn, type SignInRequest } from './signIn';

const ORIGIN = 'https://dapp.example';
const [vector] = vectors.accounts;
const request: SignInRequest = { statement: 'Sign in to Dapp.', nonce: 'abcd1234', uri: ORIGIN };

/** A connected page, its calls to the module, and a wallet that answers some calls itself. */
async function open(answers: Readonly<Record<string, unknown>> = {}) {
  const wallet = createTestWallet();
  const provider = wallet.providerFor(ORIGIN);
  const called: { method: string; params?: unknown }[] = [];
  const ask: typeof provider.request = async (call) => {
    const { request: asked } = (call.params ?? {}) as { request?: { method: string } };
    if (asked) called.push(asked);
    const answer = asked && answers[asked.method];
    return answer === undefined ? provider.request(call) : answer;
  };
  const account = await connect({ provider: { ...provider, request: ask } });
  return { wallet, provider, account, called };
}

describe('connect', () => {
  it('returns the account of the user, bound to its address and network', async () => {
    const { account } = await open();
    expect(account).toMatchObject({
      address: vector?.argent040,
      chainId: chainIds.sepolia,
      publicKey: vector?.publicKey,
    });
  });

  it.each([chainIds.mainnet, 'starknet:SN_MAIN' as const])(
    'switches to the network %s with the user, and not if it is in use',
    async (chainId) => {
      const wallet = createTestWallet();
      const provider = wallet.providerFor(ORIGIN);
      expect((await connect({ provider, chainId })).chainId).toBe(chainIds.mainnet);
      const { length } = wallet.dialogs;
      expect((await connect({ provider, chainId })).chainId).toBe(chainIds.mainnet);
      expect(wallet.dialogs).toHaveLength(length);
    },
  );
});

describe('reconnect', () => {
  it('returns the account of a connected page without a dialog, and nothing once it is disconnected', async () => {
    const wallet = createTestWallet();
    const provider = wallet.providerFor(ORIGIN);
    expect(await reconnect({ provider })).toBeUndefined();
    expect(wallet.dialogs).toEqual([]);
    const { address, chainId } = await connect({ provider });
    const { length } = wallet.dialogs;
    const account = await reconnect({ provider });
    expect(account).toMatchObject({ address, chainId });
    await account?.disconnect();
    expect(await reconnect({ provider })).toBeUndefined();
    expect(wallet.dialogs).toHaveLength(length);
  });

  it('returns nothing if no wallet is there in time, and throws the reason of its signal', async () => {
    expect(await reconnect({ waitMs: 10 })).toBeUndefined();
    const signal = AbortSignal.abort(new Error('The page is left.'));
    await expect(reconnect({ signal })).rejects.toThrow('The page is left.');
  });
});

describe('an account', () => {
  const sent = { transaction_hash: '0x1' };
  const call = { contract_address: '0x1', entry_point: 'act', calldata: [1n, 2] };
  const plain = { contractAddress: '0x1', entrypoint: 'act', calldata: ['0x1', 2] };
  const address = vector?.argent040;
  const chainId = chainIds.sepolia;

  it.each<[string, (account: Account) => Promise<unknown>, string, object]>([
    [
      'sends one call',
      (account) => account.execute(call, { tip: 1n }),
      'xnet_executeTxn',
      { address, chainId, calls: [plain], details: { tip: '0x1' } },
    ],
    [
      'sends several calls',
      (account) => account.execute([call, { contractAddress: '0x2', entrypoint: 'rest' }]),
      'xnet_executeTxn',
      {
        address,
        chainId,
        calls: [plain, { contractAddress: '0x2', entrypoint: 'rest', calldata: [] }],
        details: {},
      },
    ],
    [
      'estimates',
      (account) => account.estimate(call),
      'xnet_estimateFee',
      { address, chainId, invocations: [plain] },
    ],
    [
      'declares',
      (account) => account.declare({ contract: '{}' }),
      'xnet_declareContract',
      { chainId, senderAddress: address, contractPayload: { contract: '{}' } },
    ],
    [
      'follows',
      (account) => account.waitFor(sent),
      'starkNet_getTransactionStatus',
      { transactionHash: '0x1', chainId },
    ],
    [
      'reads the balance of a token',
      (account) => account.balance(0x2n),
      'xnet_getErc20TokenBalance',
      { tokenAddress: '0x2', userAddress: address, chainId },
    ],
    [
      'reads its history',
      (account) => account.history({ pageSize: 10 }),
      'xnet_getTransactions',
      { senderAddress: address, chainId, pageSize: 10 },
    ],
    [
      'reads a view',
      (account) => account.read(call),
      'xnet_getValue',
      {
        contractAddress: '0x1',
        contractFuncName: 'act',
        contractCallData: plain.calldata,
        chainId,
      },
    ],
  ])('invokes on its own network alone: it %s', async (_what, run, method, params) => {
    const { account, called } = await open({
      [method]: sent,
      xnet_getTransactionStatus: 'REJECTED',
      xnet_getErc20TokenBalance: { balancePending: '0x5', balanceLatest: '0x4' },
    });
    await run(account);
    expect(called.at(-1)).toEqual({ method, params });
  });

  it('tells its balance as a number of the smallest units of STRK, unless another token is named', async () => {
    const { account, called } = await open({
      xnet_getErc20TokenBalance: { balancePending: '0xde0b6b3a7640000', balanceLatest: '0x0' },
    });
    expect(await account.balance()).toBe(10n ** 18n);
    expect(called.at(-1)?.params).toMatchObject({ tokenAddress: knownTokens.STRK.address });
  });

  it('switches the page to another network with the user, and stays on its own', async () => {
    const { account } = await open();
    const mainnetAccount = await account.switchChain('starknet:SN_MAIN');
    expect(mainnetAccount.chainId).toBe(chainIds.mainnet);
    expect(account.chainId).toBe(chainIds.sepolia);
    const { network } = await mainnetAccount.client.request('xnet_getState');
    expect(network.chainId).toBe(chainIds.mainnet);
  });

  it('ends the wait for each call by a signal', async () => {
    const { account, wallet } = await open();
    wallet.wait();
    const signal = AbortSignal.timeout(20);
    setMaxListeners(20, signal);
    const typedData = createSignIn(account, request);
    const { execute, estimate, waitFor, declare, deploy, signMessage, signIn } = account;
    const { balance, history, read, switchChain, disconnect } = account;
    const calls = [
      () => execute(call, { signal }),
      () => estimate(call, { signal }),
      () => waitFor('0x1', { signal }),
      () => declare({ contract: '{}' }, { signal }),
      () => deploy({ classHash: '0x1' }, { signal }),
      () => signMessage(typedData, { signal }),
      () => signIn({ ...request, signal }),
      () => balance(undefined, { signal }),
      () => history({ signal }),
      () => read(call, { signal }),
      () => switchChain(chainIds.mainnet, { signal }),
      () => disconnect({ signal }),
    ];
    wallet.become('locked');
    const ended = await Promise.allSettled(calls.map((run) => run()));
    expect(ended.map((one) => one.status === 'rejected' && one.reason.name)).toEqual(
      calls.map(() => 'TimeoutError'),
    );
    wallet.become('working');
  });

  it('reports another account and network, and the loss of both', async () => {
    const { account, wallet, provider } = await open();
    const told: (string | undefined)[][] = [];
    const change = () =>
      new Promise<void>((resolve) => {
        const end = account.onChange((now?: Account) => {
          told.push([now?.address, now?.chainId]);
          end();
          resolve();
        });
      });
    const switched = change();
    const other = await connect({ provider, chainId: chainIds.mainnet });
    // The wallet reports an event, such as of another site.
    wallet.disconnect('https://elsewhere.example');
    await switched;
    const left = change();
    wallet.disconnect(ORIGIN);
    await left;
    expect(told).toEqual([
      [other.address, chainIds.mainnet],
      [undefined, undefined],
    ]);
    expect(account.chainId).toBe(chainIds.sepolia);
  });

  it('appears as `account` on the window object once the page is connected, the same each time', async () => {
    const { windowObject } = createShapes(createTestWallet().providerFor(ORIGIN));
    expect(windowObject.account).toBeUndefined();
    await windowObject.enable();
    const { account } = windowObject;
    expect(account?.address).toBe(vector?.argent040);
    expect(windowObject.account).toBe(account);
    const signature = await account?.signMessage(createSignIn(account, request));
    expect(signature).toHaveLength(2);
  });
});

describe('createSignIn', () => {
  const at = { address: '0x1', chainId: 'starknet:SN_MAIN' };

  it('builds the typed data of the draft, for the page and ten minutes', () => {
    const { domain, message, types } = createSignIn(at, request);
    expect(domain).toEqual({
      name: 'dapp.example',
      chainId: 'SN_MAIN',
      version: '1.0.0',
      revision: '1',
    });
    const { issuedAt, expirationTime, ...rest } = message;
    expect(Date.parse(expirationTime) - Date.parse(issuedAt)).toBe(600_000);
    expect(rest).toEqual({ ...request, address: '0x1', version: '1.0.0' });
    expect(types.Message?.map(({ name }) => name)).toEqual(Object.keys(message));
  });

  it.each([
    [chainIds.mainnet, 'SN_MAIN'],
    ['starknet:SN_SEPOLIA', 'SN_SEPOLIA'],
    ['0x5', '0x5'],
  ])('names the chain %s as %s', (chainId, name) => {
    expect(createSignIn({ ...at, chainId }, request).domain.chainId).toBe(name);
  });

  it.each(['short', 'a'.repeat(32), 'with space', 'ümlaut12'])('refuses the nonce %j', (nonce) => {
    expect(() => createSignIn(at, { ...request, nonce })).toThrow('8 to 31');
  });
});

describe('the capabilities of an account', () => {
  it.each([
    ['argent040', true, true],
    ['argent040', false, true],
    ['openZeppelin100', true, true],
    ['braavos', true, true],
    ['braavos110', false, false],
    ['argent022', true, false],
  ])('allows outside execution by class %s, deployed: %p', async (...row) => {
    const [accountClass, isDeployed, gasless] = row;
    const { account, wallet } = await open();
    const { length } = wallet.dialogs;
    const { account: other } = await open({
      xnet_getState: {
        network: { chainId: account.chainId },
        currentAccount: account.address,
        accounts: [{ address: account.address, accountClass, isDeployed }],
      },
    });
    expect(await other.capabilities()).toEqual({ batching: true, gasless });
    expect(wallet.dialogs).toHaveLength(length);
  });

  it.each([
    ['no account', []],
    ['a deployed one of the same address', ['argent040']],
  ])(
    'knows the account while the user works on another network, which lists %s',
    async (_what, classes) => {
      const answers: Record<string, unknown> = {};
      const { account } = await open(answers);
      const { address } = account;
      answers.xnet_getState = {
        network: { chainId: chainIds.mainnet },
        currentAccount: null,
        accounts: classes.map((accountClass) => ({ address, accountClass, isDeployed: true })),
      };
      const known = { batching: true, gasless: true };
      expect(await account.capabilities()).toEqual(known);
    },
  );

  it('knows of none once a guardian must sign, too, and each refusal names its kind', async () => {
    const node = await startTrialNode();
    try {
      const wallet = createTestWallet({ nodeUrl: node.url });
      const provider = wallet.providerFor(ORIGIN);
      const account = await connect({ provider });
      expect(await account.capabilities()).toMatchObject({ batching: true, gasless: true });

      // The account is on chain; the view of its guardian returns a number that is not 0.
      node.says.instead.starknet_getClassHashAt = () => ({
        result: accountClasses.argent040.classHash,
      });
      const refusal = { code: -32027, data: { kind: 'needsOtherSigner' } };
      // The module does not know of the guardian before it looks at the account.
      expect(await account.capabilities()).toMatchObject({ batching: true });
      const upgrade = createClient({ provider }).request('xnet_upgradeAccContract', {
        contractAddress: account.address,
        chainId: account.chainId,
      });
      await expect(upgrade).rejects.toMatchObject(refusal);

      const { length } = wallet.dialogs;
      const none = { batching: false, gasless: false };
      expect(await account.capabilities()).toEqual(none);
      const call = { contractAddress: '0x1', entrypoint: 'act' };
      const refused = await account.execute(call).catch((error: unknown) => error);
      expect(refused).toMatchObject(refusal);
      expect(getErrorKind(refused)).toBe('needsOtherSigner');
      await expect(account.signIn(request)).rejects.toMatchObject(refusal);
      expect(wallet.dialogs).toHaveLength(length);
    } finally {
      await node.stop();
    }
  });
});
