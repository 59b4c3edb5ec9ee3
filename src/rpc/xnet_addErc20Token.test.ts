import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { shortString } from 'starknet';
import { startTrialNode, type TrialNode } from '../../test/chain/trialNode';
import { getText } from '../../test/node/readDialog';
import { openModule } from '../../test/wallet/openModule';
import { chainIds } from '../schema/primitives';
import { getSelector } from '../starknet/selector';

let node: TrialNode;
beforeEach(async () => {
  node = await startTrialNode();
});
afterEach(() => node.stop());

/** What the contract says of itself. */
function token(name: string, symbol: string, decimals: string): void {
  const answers: Record<string, string> = {
    [getSelector('name')]: shortString.encodeShortString(name),
    [getSelector('symbol')]: shortString.encodeShortString(symbol),
    [getSelector('decimals')]: decimals,
  };
  node.says.instead.starknet_call = ({
    request,
  }: {
    request: { entry_point_selector: string };
  }) => ({ result: [answers[request.entry_point_selector] ?? '0x0'] });
}
const open = () => openModule({ sepoliaUrl: node.url });
const told = { tokenAddress: '0x70cef', tokenName: 'Honest', tokenSymbol: 'HON' };

describe('xnet_addErc20Token', () => {
  // @promise T10.1
  it('asks nothing if the site tells other decimals than the contract', async () => {
    token('Honest', 'HON', '0x12');
    const { invoke, dialogs, module } = open();
    const lie = { ...told, tokenDecimals: 6 };
    await expect(invoke('xnet_addErc20Token', lie)).rejects.toMatchObject({
      kind: 'tokenMismatch',
    });
    expect(dialogs).toEqual([]);
    expect(await module.tokens.list(chainIds.sepolia)).toEqual([]);
  });

  it.each([
    ['name', { tokenName: 'StarkNet Token' }, 'HON, StarkNet Token'],
    ['symbol', { tokenSymbol: 'HON2' }, 'HON2, Honest'],
  ])('shows another %s of the site beside the contract’s, which is kept', async (...row) => {
    const [, other, shown] = row;
    token('Honest', 'HON', '0x12');
    const { invoke, dialogs, module } = open();
    const added = await invoke('xnet_addErc20Token', { ...told, ...other });
    expect(added).toMatchObject({ name: 'Honest', symbol: 'HON', chainId: chainIds.sepolia });
    for (const name of [shown, 'HON, Honest', 'The site calls it'])
      expect(getText(dialogs[0] ?? '')).toContain(name);
    expect(await module.tokens.list(chainIds.sepolia)).toMatchObject([
      { name: 'Honest', symbol: 'HON' },
    ]);
  });

  it('uses the name and the symbol of the contract if the site gives none', async () => {
    token('Honest', 'HON', '0x12');
    const { invoke, dialogs } = open();
    const { tokenAddress } = told;
    const added = await invoke('starkNet_addErc20Token', { tokenAddress, tokenDecimals: '18' });
    expect(added).toMatchObject({ name: 'Honest', symbol: 'HON', decimals: 18 });
    expect(getText(dialogs[0] ?? '')).not.toContain('The site calls it');
  });

  it('shows a name of the site in any script, what is hidden in it escaped, and keeps the contract’s', async () => {
    token('Honest', 'HON', '0x12');
    const { invoke, dialogs, module } = open();
    const other = { tokenName: 'Τίμιο 正直\u202eلثقة', tokenSymbol: '正直' };
    const added = await invoke('xnet_addErc20Token', { ...told, ...other });
    expect(added).toMatchObject({ name: 'Honest', symbol: 'HON' });
    expect(getText(dialogs[0] ?? '')).toContain('正直, Τίμιο 正直\\u{202e}لثقة');
    expect(await module.tokens.list(chainIds.sepolia)).toMatchObject([
      { name: 'Honest', symbol: 'HON' },
    ]);
  });

  it.each(['', 'Hon\nest', 'Hon\x7fest', '正'.repeat(65)])(
    'refuses %j as a name that a site uses',
    async (tokenName) => {
      const { invoke, dialogs } = open();
      await expect(invoke('xnet_addErc20Token', { ...told, tokenName })).rejects.toMatchObject({
        kind: 'invalidParams',
        data: { path: 'tokenName' },
      });
      expect(dialogs).toEqual([]);
    },
  );

  it.each([18, '18', '0x12', '0X12'])('accepts the decimals %p', async (tokenDecimals) => {
    token('Honest', 'HON', '0x12');
    const { invoke } = open();
    const added = await invoke('xnet_addErc20Token', { ...told, tokenDecimals });
    expect(added).toMatchObject({ decimals: 18 });
  });

  it.each([
    ['a name that is not printable', 'Hon\x07est', 'HON'],
    ['a symbol that is too long', 'Honest', 'HONESTHONESTHONEST'],
  ])('refuses a contract with %s', async (_, name, symbol) => {
    token(name, symbol, '0x12');
    const { invoke, dialogs } = open();
    const { tokenAddress } = told;
    await expect(invoke('xnet_addErc20Token', { tokenAddress })).rejects.toMatchObject({
      kind: 'notToken',
    });
    expect(dialogs).toEqual([]);
  });

  // @promise T10.1
  it.each(['0x25', '0x4d', '0xffffffffffffffffffffffffffffffff'])(
    'refuses a contract of %s decimals',
    async (decimals) => {
      token('Honest', 'HON', decimals);
      const { invoke, dialogs } = open();
      await expect(invoke('xnet_addErc20Token', told)).rejects.toMatchObject({ kind: 'notToken' });
      expect(dialogs).toEqual([]);
    },
  );

  // @promise T3.1
  it.each([
    ['5TRK', 'Other', 'STRK'],
    ['USDC', 'Free dollars', 'USDC'],
    ['NEW', 'Starknet T0ken', 'STRK'],
  ])('warns of a token %s, named %s, that is not the well-known %s', async (...row) => {
    const [tokenSymbol, tokenName, known] = row;
    token(tokenName, tokenSymbol, '0x12');
    const { invoke, dialogs } = open();
    await invoke('xnet_addErc20Token', { ...told, tokenName, tokenSymbol });
    expect(getText(dialogs[0] ?? '')).toContain(`${known}`);
    expect(JSON.stringify(dialogs[0])).toContain('understand.');
  });

  it.each([
    ['HON', 'Honest'],
    ['JEDI-P', 'JediSwap USDC-ETH LP'],
    ['DAIv0/ETH', 'Pool of Ether'],
  ])('warns of no token %s, named %s, that is like none', async (tokenSymbol, tokenName) => {
    token(tokenName, tokenSymbol, '0x24');
    const { invoke, dialogs } = open();
    await invoke('xnet_addErc20Token', { ...told, tokenName, tokenSymbol });
    expect(JSON.stringify(dialogs[0])).not.toContain('understand.');
  });
});
