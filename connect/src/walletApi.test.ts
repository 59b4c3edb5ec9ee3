import { describe, expect, it } from '@jest/globals';
import { errorKinds } from '@xnet/clients/errors';
import { chainIds } from '../../src/schema/primitives';
import vectors from '../../test/vectors/accounts.json';
import { createTestWallet } from '../testing/testWallet';
import { createShapes } from './install';
import { apiVersions } from './moduleLists';
import { toApiError, WalletApiError } from './walletApi';

const ORIGIN = 'https://dapp.example';
const [address = ''] = vectors.accounts.map(({ argent040 }) => argent040);
const { sepolia: chainId, mainnet } = chainIds;
const felt = (digits: string) => `0x${digits.padStart(64, '0')}`;

/** A page, its calls to the module, and a wallet that answers some calls itself. */
function open(answers: Readonly<Record<string, unknown>> = {}) {
  const wallet = createTestWallet();
  const provider = wallet.providerFor(ORIGIN);
  const called: { method: string; params?: unknown }[] = [];
  const request: typeof provider.request = async (call) => {
    const { request: asked } = (call.params ?? {}) as { request?: { method: string } };
    if (asked) called.push(asked);
    return asked && Object.hasOwn(answers, asked.method)
      ? answers[asked.method]
      : provider.request(call);
  };
  const { windowObject, connection } = createShapes({ request });
  const ask = (type: string, params?: object) =>
    windowObject.request({ type, ...(params && { params }) }) as Promise<unknown>;
  return { wallet, ask, called, connection };
}

describe('a request of the wallet API', () => {
  const sent = { transaction_hash: '0xABC', class_hash: '0x12' };
  const typedData = { types: {}, primaryType: 'Mail', domain: {}, message: {} };
  const payload = { contract: '{}', compiledClassHash: '0x5', classHash: '0x6' };

  it.each<[string, object | undefined, string, object, unknown, unknown]>([
    [
      'wallet_addInvokeTransaction',
      {
        calls: [
          { contract_address: '0x1', entry_point: 'first', calldata: ['0x2'] },
          { contractAddress: '0x3', entrypoint: 'second' },
        ],
      },
      'xnet_executeTxn',
      {
        chainId,
        address,
        calls: [
          { contractAddress: '0x1', entrypoint: 'first', calldata: ['0x2'] },
          { contractAddress: '0x3', entrypoint: 'second', calldata: [] },
        ],
        details: {},
      },
      sent,
      { transaction_hash: felt('abc') },
    ],
    [
      'wallet_addDeclareTransaction',
      { contract_class: '{}', compiled_class_hash: '0x5', class_hash: '0x6' },
      'xnet_declareContract',
      { chainId, senderAddress: address, contractPayload: payload },
      sent,
      { transaction_hash: felt('abc'), class_hash: felt('12') },
    ],
    [
      'wallet_watchAsset',
      { type: 'ERC20', options: { address: '0x7', name: 'Seven', symbol: 'SVN', decimals: 6 } },
      'xnet_addErc20Token',
      { chainId, tokenAddress: '0x7', tokenName: 'Seven', tokenSymbol: 'SVN', tokenDecimals: 6 },
      null,
      true,
    ],
    [
      'wallet_signTypedData',
      { ...typedData, api_version: '0.7' },
      'starkNet_signMessage',
      { chainId, signerAddress: address, typedDataMessage: typedData },
      ['0x1', '0x2'],
      ['0x1', '0x2'],
    ],
    [
      'wallet_deploymentData',
      undefined,
      'xnet_getDeploymentData',
      { chainId, address },
      sent,
      sent,
    ],
  ])('passes %s whole to the module', async (type, params, method, given, reply, told) => {
    const { ask, called } = open({ [method]: reply });
    await ask('wallet_requestAccounts');
    expect(await ask(type, params)).toEqual(told);
    expect(called.at(-1)).toEqual({ method, params: given });
  });

  it('uses the current account and network', async () => {
    const { ask, called, wallet } = open({ xnet_executeTxn: sent });
    await ask('wallet_requestAccounts');
    await ask('wallet_switchStarknetChain', { chainId: mainnet });
    wallet.dialogs.length = 0;
    await ask('wallet_addInvokeTransaction', { calls: [] });
    expect(called.at(-1)?.params).toMatchObject({ chainId: mainnet, address, calls: [] });
    expect(wallet.dialogs).toEqual([]);
  });

  it('switches the network of a page that was not connected, and the page knows it at once', async () => {
    const { ask, connection } = open();
    expect(await ask('wallet_switchStarknetChain', { chainId: mainnet })).toBe(true);
    expect(connection.state?.network.chainId).toBe(mainnet);
  });

  const call = { contract_address: '0x1', entry_point: 'act' };
  it.each([
    ['wallet_watchAsset', { type: 'ERC721', options: { address: '0x7' } }, 'type ERC20'],
    ['wallet_watchAsset', { type: 'ERC20' }, 'options.address'],
    ['wallet_addInvokeTransaction', { calls: [call], proof: {} }, 'not serve proofs'],
    ['wallet_addInvokeTransaction', { calls: [call], proof_facts: [] }, 'not serve proofs'],
    ['wallet_addInvokeTransaction', { calls: call }, 'calls as a list'],
    ['wallet_addInvokeTransaction', [call], 'params as an object'],
    ['wallet_signTypedData', JSON.stringify(typedData), 'params as an object'],
  ])('says before it calls the module what is wrong: %s of %p', async (type, params, reason) => {
    const { ask, called } = open();
    await expect(ask(type, params as object)).rejects.toMatchObject({
      code: 114,
      message: expect.stringContaining(reason),
    });
    expect(called).toEqual([]);
  });

  it('says why it serves no private transfers', async () => {
    const { ask, called } = open();
    await expect(ask('wallet_strk20Transfer', {})).rejects.toMatchObject({
      code: 118,
      message: expect.stringContaining('makes no client-side proofs'),
    });
    expect(called).toEqual([]);
  });

  it('fails if the module fails, whatever it answers otherwise', async () => {
    const { ask } = open();
    const options = { address: '0x7', name: 'Seven', symbol: 'SVN', decimals: 6 };
    // Nothing listens at the node's address.
    await expect(ask('wallet_watchAsset', { type: 'ERC20', options })).rejects.toMatchObject({
      code: 163,
      data: { kind: 'nodeUnavailable' },
    });
  });

  it('asks for no account to name the network, and changes nothing silently', async () => {
    const { ask, connection, wallet } = open();
    await connection.client.install();
    expect(await ask('wallet_requestChainId')).toBe(chainId);
    const silently = (to: string) =>
      ask('wallet_switchStarknetChain', { chainId: to, silent_mode: true });
    expect(await silently(chainId)).toBe(true);
    await expect(silently(mainnet)).rejects.toMatchObject({ code: 117 });
    expect(wallet.dialogs).toEqual([]);
    expect(await ask('wallet_requestChainId')).toBe(chainId);
  });

  it.each([
    ['with a leading zero', '0x0534e5f5345504f4c4941'],
    ['in capitals', '0X534E5F5345504F4C4941'],
    ['as CAIP-2', 'starknet:SN_SEPOLIA'],
  ])('recognizes a network by its number, %s', async (_how, spelt) => {
    const { ask, connection } = open();
    await connection.client.install();
    const params = { chainId: spelt, silent_mode: true };
    expect(await ask('wallet_switchStarknetChain', params)).toBe(true);
    expect(await ask('wallet_addStarknetChain', { chain_id: spelt })).toBe(true);
  });

  it.each([undefined, null, {}, '', 'no number', '0x1'])(
    'refuses %p as a network',
    async (given) => {
      const { ask, wallet } = open();
      const params = { chainId: given, silent_mode: true };
      await expect(ask('wallet_switchStarknetChain', params)).rejects.toMatchObject({ code: 117 });
      const asked = ask('wallet_addStarknetChain', { chain_id: given });
      await expect(asked).rejects.toMatchObject({ code: 163 });
      expect(wallet.dialogs).toEqual([]);
    },
  );

  it.each(['0.70', '0.1', '0.100', '0.', '0', '', 7])('rejects version %p', async (one) => {
    const { ask, called } = open();
    await expect(ask('wallet_requestAccounts', { api_version: one })).rejects.toMatchObject({
      code: 162,
      data: apiVersions.join(', '),
    });
    expect(called).toEqual([]);
  });
});

describe('an error of the wallet API', () => {
  const error = (fields: object) => Object.assign(new Error('No.'), fields);

  it.each([
    [4001, 113],
    [-32600, 114],
    [-32602, 114],
    [4902, 117],
    [4900, 163],
    [undefined, 163],
  ])('maps the wallet’s own code %p to %i', (code, told) => {
    const cause = error({ code });
    expect(toApiError(cause)).toMatchObject({
      code: told,
      data: { code, message: 'No.' },
      cause,
    });
  });

  it('names every error of the module by one of that API', () => {
    const nameless = Object.values(errorKinds)
      .flatMap((kind) => ('walletApi' in kind ? [kind.walletApi] : []))
      .filter((code) => new WalletApiError(code).message.includes('UNKNOWN_ERROR'));
    expect(nameless).toEqual([]);
    expect(new WalletApiError(7).message).toBe('An error occurred (UNKNOWN_ERROR)');
  });

  it('keeps the code that the module names, and an error of that API itself', () => {
    const own = toApiError(error({ code: 4001, data: { walletRpcError: { code: 115 } } }));
    expect(own.code).toBe(115);
    expect(own.message).toBe('An error occurred (ACCOUNT_ALREADY_DEPLOYED): No.');
    expect(toApiError(own)).toBe(own);
    expect(toApiError(error({ data: { walletRpcError: { code: 'x' } } })).code).toBe(163);
    expect(toApiError('out')).toMatchObject({ code: 163, data: { message: 'out' } });
    // A plain object, as after a message channel.
    expect(toApiError({ code: 4001, message: 'No.' })).toMatchObject({
      code: 113,
      data: { code: 4001, message: 'No.' },
    });
  });
});
