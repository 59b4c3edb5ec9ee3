import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startTrialNode, type TrialNode } from '../../../test/chain/trialNode';
import { HTTP } from '../../../test/wallet/openModule';
import { openPage } from '../../../test/wallet/openPage';
import { storedAccounts } from '../../../test/wallet/storedAccounts';
import { chainIds, sameFelt } from '../../schema/primitives';
import { shortString, toAddress, toHex } from '../../starknet/felt';
import { getSelector } from '../../starknet/selector';
import { knownTokens, uint256Felts } from '../../starknet/tokens/erc20';
import { tokenParts } from '../../ui/home/tokens';
import { getLinkName } from '../../ui/home/view';

const chainId = chainIds.sepolia;
const accounts = storedAccounts(chainId, 1);
const [one = ''] = accounts.map(({ address }) => address);
const MINE = toAddress('0x3333');

let node: TrialNode;
type Asked = { request: { contract_address: string; entry_point_selector: string } };
beforeEach(async () => {
  node = await startTrialNode();
  const names: Record<string, string[]> = {
    [getSelector('name')]: [shortString('My token')],
    [getSelector('symbol')]: [shortString('MINE')],
    [getSelector('decimals')]: ['0x2'],
  };
  node.says.instead.starknet_call = ({ request }: Asked) => {
    const isMine = sameFelt(request.contract_address, MINE);
    if (isMine) return { result: names[request.entry_point_selector] ?? uint256Felts(750n) };
    const isStrk = sameFelt(request.contract_address, knownTokens.STRK.address);
    return { result: uint256Felts(isStrk ? 2n * 10n ** 18n : 0n) };
  };
});
afterEach(() => node.stop());

function open(user: () => boolean = () => true) {
  const page = openPage({
    sepoliaUrl: node.url,
    user,
    stored: { plain: { version: 1, accounts: { [chainId]: accounts } } },
  });
  const look = () => page.press(getLinkName('tokens', one));
  const add = (address: string) =>
    page.input({ type: 'FormSubmitEvent', name: tokenParts.add, value: { address } });
  return { ...page, look, add };
}

describe('the page of tokens', () => {
  it('lists the tokens of an account with what it has of each', async () => {
    const { look, now } = open();
    await look();
    expect(await now()).toMatch(/"STRK".*Starknet Token.*"2".*"ETH".*Ether.*"0".*USDC/su);
  });

  it('shows what was stored if the node tells nothing, and a dash for what never was', async () => {
    const { look, now, module } = open();
    await module.balances.keep(chainId, () => ({
      readAt: 1,
      of: {
        [one ?? '']: {
          [knownTokens.STRK.address]: '0x0',
          [knownTokens.ETH.address]: toHex(2n * 10n ** 18n),
        },
      },
    }));
    node.says.instead.starknet_call = () => ({ error: { code: -32603, message: 'down' } });
    await look();
    expect(await now()).toMatch(/did not answer.*"STRK".*"0".*"ETH".*"2".*"USDC".*"–"/su);
    expect((await now()).match(/"–"/gu)).toHaveLength(1);
  });

  it('adds one by its address, as its contract describes it, after the question of a site', async () => {
    const { look, add, now, dialogs, module } = open();
    await look();
    await add(` ${MINE} `);
    expect(dialogs).toHaveLength(1);
    const shown = JSON.stringify(dialogs[0]);
    for (const part of ['MINE', 'My token']) expect(shown).toContain(part);
    expect(shown).not.toContain('Asked by');
    expect(await module.tokens.list(chainId)).toMatchObject([{ address: MINE, decimals: 2 }]);
    expect(await now()).toMatch(/MINE \(unverified\).*"7\.5"/su);
  });

  it('keeps what the user types after a refusal, while the node is still asked', async () => {
    let isRefused = false;
    const page = openPage({
      sepoliaUrl: node.url,
      stored: { plain: { version: 1, accounts: { [chainId]: accounts } } },
      user: () => {
        isRefused = true;
        return false;
      },
      async border({ method }, cross) {
        if (method === HTTP && isRefused) {
          isRefused = false;
          await page.fillIn('address', '0x4');
        }
        return cross();
      },
    });
    const typed = () => page.module.dialogs.formState('interface-0', tokenParts.add);
    await page.press(getLinkName('tokens', one));
    await page.input({ type: 'FormSubmitEvent', name: tokenParts.add, value: { address: MINE } });
    expect(isRefused).toBe(false);
    expect(await typed()).toEqual({ address: '0x4' });
  });

  it('explains what is no address, and what is listed already', async () => {
    const { look, add, now, dialogs } = open();
    await look();
    for (const typed of ['', 'USDC', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48']) {
      await add(typed);
      expect(await now()).toContain('Enter the address of the token’s contract');
    }
    await add(knownTokens.STRK.address);
    expect(await now()).toContain('already listed');
    expect(dialogs).toEqual([]);
  });

  it('removes what was added, and nothing that is listed', async () => {
    const { look, add, press, now } = open();
    await look();
    await add(MINE);
    await press(`${tokenParts.remove}${MINE}`);
    expect(await now()).not.toContain('MINE');
    await press(`${tokenParts.remove}${knownTokens.STRK.address}`);
    expect(await now()).toContain('Starknet Token');
  });

  it('moves one to the top and hides what is zero, until it is pressed again', async () => {
    const { look, press, now } = open();
    await look();
    await press(`${tokenParts.first}${knownTokens.ETH.address}`);
    expect(await now()).toMatch(/Ether.*Starknet Token/su);
    await press(tokenParts.hide);
    expect(await now()).not.toContain('Ether');
    expect(await now()).toContain('Starknet Token');
    await press(tokenParts.hide);
    expect(await now()).toMatch(/Ether.*Starknet Token/su);
  });

  it('sorts the first part and the form that sends alike', async () => {
    node.says.instead.starknet_call = () => ({ result: uint256Felts(5n * 10n ** 18n) });
    const { look, press, now } = open();
    const orders = async () => {
      const shown: string[] = [];
      for (const part of [getLinkName('main'), getLinkName('send')]) {
        await press(part);
        shown.push((await now()).replaceAll(/.*?"(STRK|ETH)\b/gsu, '$1 ').slice(0, 8));
      }
      return shown;
    };
    expect(await orders()).toEqual(['STRK ETH', 'STRK ETH']);
    await look();
    await press(`${tokenParts.first}${knownTokens.ETH.address}`);
    expect(await orders()).toEqual(['ETH STRK', 'ETH STRK']);
  });

  // @promise T10.6
  it('offers what was received of no list by its address alone, in no total, at no further request', async () => {
    const { look, press, now, dialogs, module } = open();
    const received = { standard: 'erc20', tokenId: null, block: 7, isOwn: false } as const;
    await look();
    const requestsBefore = node.seen.length;
    const plain = await now();
    await module.found.addReceived(chainId, one, [
      { ...received, contract: MINE },
      { ...received, contract: knownTokens.ETH.address },
      { ...received, contract: toAddress('0x4444'), standard: 'erc721', tokenId: '7' },
    ]);
    await look();
    expect(node.seen.length - requestsBefore).toBe(1);
    expect(await now()).toMatch(/Also received \(unknown\).*Look at 0x 0000 … 3333.*Add a token/su);
    expect(await now()).not.toMatch(/MINE|My token|7\.5|4444/u);
    expect((await now()).match(/0x 0000 … /gu)).toHaveLength(1);
    expect(plain).not.toContain('Also received');
    expect(await module.tokens.list(chainId)).toEqual([]);
    await press(`${tokenParts.look}${MINE}`);
    expect(JSON.stringify(dialogs)).toContain('My token');
    expect(await now()).toMatch(/MINE \(unverified\).*"7\.5"/su);
    expect(await now()).not.toContain('Also received');
  });

  it('lists the tokens while the node is down, hides none then, and tries again', async () => {
    const { look, press, now } = open();
    const { starknet_call } = node.says.instead;
    node.says.instead.starknet_call = () => ({ error: { code: -32603, message: 'down' } });
    await look();
    await press(tokenParts.hide);
    expect(await now()).toMatch(/did not answer.*Try again.*Starknet Token.*Ether/su);
    node.says.instead.starknet_call = starknet_call ?? (() => ({ result: [] }));
    await look();
    expect(await now()).not.toContain('did not answer');
  });
});
