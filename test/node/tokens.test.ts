import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { hash } from 'starknet';
import type { LocalChain } from '../../scripts/start/localChain';
import { moveEverything } from '../../src/flow/send/moveEverything';
import { fetchAllBalances } from '../../src/flow/tokens/balances';
import { chainIds, USER } from '../../src/schema/primitives';
import { knownTokens } from '../../src/starknet/tokens/erc20';
import { startChain } from '../chain/chain';
import { type FaultServer, startFaultServer } from '../chain/faultServer';
import { openModule } from '../wallet/openModule';
import { openAccount, STRK } from './account';
import { DEPLOYER, deployToken } from './deployToken';

const ETH = knownTokens.ETH.address;
/** The on-chain name of the node's STRK. */
const strkOnChain = { tokenAddress: STRK, tokenName: 'StarkNet Token', tokenSymbol: 'STRK' };

let chain: LocalChain;
beforeAll(async () => {
  chain = await startChain();
}, 180_000);
afterAll(() => chain?.stop());

const open = (user: () => boolean = () => true) => {
  const opened = openModule({ sepoliaUrl: chain.url, user });
  const add = (params: object) => opened.invoke('xnet_addErc20Token', params);
  const added = () => opened.module.tokens.list(chainIds.sepolia);
  return { ...opened, add, added };
};

describe('xnet_addErc20Token', () => {
  // @row xnet_addErc20Token
  it('adds a token as it is on chain, and lists it after the known ones', async () => {
    const account = await openAccount(chain.url, { addressIndex: 0 });
    const { invoke, dialogs } = account;
    const made = { name: 'A token with a name of more than one word', symbol: 'LONG', decimals: 7 };
    const tokenAddress = await deployToken(chain.url, account, made);
    dialogs.length = 0;
    const before = await invoke('xnet_getStoredErc20Tokens');
    const onMainnet = await invoke('xnet_getStoredErc20Tokens', { chainId: 'SN_MAIN' });
    const token = await invoke('xnet_addErc20Token', {
      tokenAddress,
      tokenName: made.name,
      tokenSymbol: made.symbol,
      tokenDecimals: '7',
    });
    const { sepolia } = chainIds;
    expect(token).toEqual({ ...made, address: expect.any(String), chainId: sepolia, logo: '' });
    expect(BigInt(token.address)).toBe(BigInt(tokenAddress));
    expect(dialogs).toHaveLength(1);
    const shown = JSON.stringify(dialogs[0]);
    for (const part of [made.name, made.symbol, 'https://dapp.example', 'Local chain'])
      expect(shown).toContain(part);
    expect(shown.replaceAll(' ', '')).toContain(token.address);
    expect(shown).not.toContain('danger');

    expect(await invoke('xnet_getStoredErc20Tokens')).toEqual([...before, token]);
    expect(await invoke('xnet_getStoredErc20Tokens', { chainId: 'SN_MAIN' })).toEqual(onMainnet);
    // Repeating it changes nothing.
    await invoke('starkNet_addErc20Token', {
      tokenAddress: tokenAddress.toUpperCase().replace('0X', '0x'),
      tokenName: made.name,
      tokenSymbol: made.symbol,
    });
    expect(await invoke('xnet_getStoredErc20Tokens')).toEqual([...before, token]);
  });

  it.each([
    ['a copy of the symbol', 1, { name: 'Some Dollar', symbol: 'USDC', decimals: 6 }, 'USDC'],
    ['digits for letters', 2, { name: 'Real Dollar', symbol: 'U5DC', decimals: 6 }, 'USDC'],
    ['a copy of the name', 3, { name: 'STARKNET T0KEN', symbol: 'STK', decimals: 18 }, 'STRK'],
  ])('warns of %s under another contract', async (_, addressIndex, made, known) => {
    const account = await openAccount(chain.url, { addressIndex });
    const tokenAddress = await deployToken(chain.url, account, made);
    const { add, dialogs } = open();
    await add({ tokenAddress, tokenName: made.name, tokenSymbol: made.symbol });
    const shown = JSON.stringify(dialogs[0]);
    expect(shown).toContain('"severity":"danger"');
    expect(shown).toContain(`This is not the known ${known}`);
  });

  it('warns of no known token at its own address', async () => {
    const { add, dialogs, invoke } = open();
    const before = await invoke('xnet_getStoredErc20Tokens');
    await add(strkOnChain);
    await add({ tokenAddress: ETH, tokenName: 'Ether', tokenSymbol: 'ETH', tokenDecimals: 18 });
    expect(dialogs).toHaveLength(2);
    expect(JSON.stringify(dialogs)).not.toContain('danger');
    expect(await invoke('xnet_getStoredErc20Tokens')).toEqual(before);
  });

  it.each([
    ['name', { tokenName: 'Starknet Token' }, 'Starknet Token'],
    ['name in another case', { tokenName: 'starknet token' }, 'starknet token'],
    ['symbol', { tokenSymbol: 'strk' }, 'strk'],
  ])('shows another %s beside the contract’s, and keeps that one', async (_, changes, told) => {
    const { add, dialogs } = open();
    const kept = { name: 'StarkNet Token', symbol: 'STRK' };
    expect(await add({ ...strkOnChain, ...changes })).toMatchObject(kept);
    expect(dialogs).toHaveLength(1);
    for (const part of [told, ...Object.values(kept)])
      expect(JSON.stringify(dialogs)).toContain(part);
  });

  it.each([
    ['number of decimals', { tokenDecimals: 6 }],
    ['number of decimals as text', { tokenDecimals: '17' }],
  ])('refuses another %s than the contract’s, and tells that one', async (_, changes) => {
    const { add, added, dialogs } = open();
    await expect(add({ ...strkOnChain, ...changes })).rejects.toMatchObject({
      kind: 'tokenMismatch',
      message: expect.stringContaining('StarkNet Token, STRK, 18'),
    });
    expect(dialogs).toEqual([]);
    expect(await added()).toEqual([]);
  });

  it.each([
    ['a contract that is no token', DEPLOYER],
    ['an address without a contract', '0x1234'],
  ])('refuses %s', async (_, tokenAddress) => {
    const { add, added, dialogs } = open();
    await expect(add({ ...strkOnChain, tokenAddress })).rejects.toMatchObject({ kind: 'notToken' });
    expect(dialogs).toEqual([]);
    expect(await added()).toEqual([]);
  });

  it('adds nothing when the user declines', async () => {
    const { add, added } = open(() => false);
    await expect(add(strkOnChain)).rejects.toMatchObject({ kind: 'userRejected' });
    expect(await added()).toEqual([]);
  });

  it.each([
    ['a name with a control character', { tokenName: 'Star\u0007kNet' }, 'tokenName'],
    ['no name', { tokenName: '' }, 'tokenName'],
    ['too many decimals', { tokenDecimals: 37 }, 'tokenDecimals'],
    ['decimals that are no number', { tokenDecimals: 'many' }, 'tokenDecimals'],
    ['no address', { tokenAddress: undefined }, 'tokenAddress'],
  ])('refuses %s before any node is asked', async (_, changes, path) => {
    const requests: string[] = [];
    const opened = openModule({
      border: (request, cross) => {
        requests.push(request.method);
        return cross();
      },
    });
    await expect(
      opened.invoke('xnet_addErc20Token', { ...strkOnChain, ...changes }),
    ).rejects.toMatchObject({ kind: 'invalidParams', data: { path } });
    expect(requests).toEqual([]);
  });
});

describe('a contract that says strange things of itself', () => {
  let node: FaultServer | undefined;
  afterEach(() => node?.stop());
  const felt = (text: string) => [`0x${Buffer.from(text).toString('hex')}`];

  /** A node with one contract, which gives these answers. */
  async function openStrange(told: { name: string[]; symbol: string[]; decimals: string[] }) {
    const answers = new Map(
      Object.entries(told).map(([name, result]) => [hash.getSelectorFromName(name), result]),
    );
    node = await startFaultServer((method, params) => {
      if (method === 'starknet_chainId') return { result: chainIds.sepolia };
      if (method === 'starknet_specVersion') return { result: '0.10.2' };
      const { request } = params as { request: { entry_point_selector: string } };
      return { result: answers.get(request.entry_point_selector) };
    });
    return openModule({ sepoliaUrl: node.url });
  }
  const usdc = { tokenAddress: '0xbad', tokenName: 'USD Coin', tokenSymbol: 'USDC' };

  it('refuses a symbol that only looks like one in Latin letters', async () => {
    const { invoke, dialogs } = await openStrange({
      name: felt('USD Coin'),
      symbol: felt('USDС'),
      decimals: ['0x6'],
    });
    await expect(invoke('xnet_addErc20Token', usdc)).rejects.toMatchObject({
      kind: 'notToken',
    });
    const cyrillic = { ...usdc, tokenSymbol: 'USDС' };
    await expect(invoke('xnet_addErc20Token', cyrillic)).rejects.toMatchObject({
      kind: 'notToken',
    });
    expect(dialogs).toEqual([]);
  });

  it('adds a token in the old form of names, with a banner if it copies a known one', async () => {
    const { invoke, dialogs } = await openStrange({
      name: felt('USD Coin'),
      symbol: felt('USDC'),
      decimals: ['0x6'],
    });
    expect(await invoke('xnet_addErc20Token', usdc)).toMatchObject({ symbol: 'USDC', decimals: 6 });
    expect(JSON.stringify(dialogs[0])).toContain('"severity":"danger"');
  });

  it.each([
    ['no name', { name: ['0x0'] }],
    ['nothing', { name: [] }],
    ['bytes that are no text', { symbol: ['0xff'] }],
    ['a text of more words than are there', { name: ['0x7', '0x0', '0x0'] }],
    ['decimals beyond any token', { decimals: ['0x25'] }],
    ['two numbers of decimals', { decimals: ['0x6', '0x0'] }],
  ])('refuses a token that tells %s', async (_, changes) => {
    const { invoke, dialogs } = await openStrange({
      name: felt('USD Coin'),
      symbol: felt('USDC'),
      decimals: ['0x6'],
      ...changes,
    });
    await expect(invoke('xnet_addErc20Token', usdc)).rejects.toMatchObject({ kind: 'notToken' });
    expect(dialogs).toEqual([]);
  });
});

describe('moving everything', () => {
  it('leaves nothing of any token behind, and of STRK no more than the fee could have been', async () => {
    const from = await openAccount(chain.url, { addressIndex: 20 });
    const { module, invoke, address } = from;
    const made = { name: 'Moved', symbol: 'MVD', decimals: 2 };
    const token = await deployToken(chain.url, from, made);
    await invoke('xnet_addErc20Token', { tokenAddress: token });
    const { address: to } = await invoke('xnet_createAccount', { addressIndex: 21 });
    const { sepolia: chainId } = chainIds;
    const [account, recipient] = await Promise.all(
      [address, String(to)].map((one) => module.accounts.get(chainId, one)),
    );
    if (!account || !recipient) throw new Error('Both accounts are stored.');
    const balanceOf = async (holder: string, contract: string) => {
      const [balances] = await fetchAllBalances(await module.node(chainId), holder, [contract]);
      return balances?.ok ? BigInt(balances.value.balancePending) : undefined;
    };
    const before = (await balanceOf(address, STRK)) ?? 0n;
    const context = {
      origin: USER,
      method: 'xnet_executeTxn',
      network: { chainId, name: 'Local' },
    };
    await moveEverything(module, context, account, recipient.address);
    expect(await balanceOf(address, token)).toBe(0n);
    expect(await balanceOf(recipient.address, token)).toBe(1_000_000n);
    const [left = 0n, moved = 0n] = await Promise.all(
      [address, recipient.address].map((holder) => balanceOf(holder, STRK)),
    );
    const fee = before - left - moved;
    expect(fee).toBeGreaterThan(0n);
    expect(left).toBeLessThan(2n * fee);
  });
});
