import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startTrialNode, type TrialNode } from '../../../test/chain/trialNode';
import { listBoxes, listParts } from '../../../test/wallet/fakeDialogs';
import { filledState, getSite, isMadeUpToken } from '../../../test/wallet/filledState';
import { openPage } from '../../../test/wallet/openPage';
import { chainIds } from '../../schema/primitives';
import { uint256Felts } from '../../starknet/tokens/erc20';
import { chooseParts } from '../../ui/dialogs';
import { historyParts } from '../../ui/home/history';
import { sendParts } from '../../ui/home/send';
import { siteParts } from '../../ui/home/sites';
import { tokenParts } from '../../ui/home/tokens';
import { getLinkName, homeParts } from '../../ui/home/view';

const chainId = chainIds.sepolia;
const size = { accounts: 23, records: 0, tokens: 130, sites: 43 };

let node: TrialNode;
/** Tokens whose balances the node was asked for, each once. */
let askedTokens: Set<string>;
beforeEach(async () => {
  askedTokens = new Set();
  node = await startTrialNode();
  node.says.instead.starknet_call = ({ request }: { request: { contract_address: string } }) => {
    if (isMadeUpToken(request.contract_address)) askedTokens.add(request.contract_address);
    return { result: uint256Felts(10n ** 18n) };
  };
});
afterEach(() => node.stop());

type Options = Parameters<typeof openPage>[0];

async function open(options: Options = {}) {
  const page = openPage({ sepoliaUrl: node.url, stored: await filledState(size), ...options });
  const [first] = await page.module.accounts.list(chainId);
  const buttons = async (start: string) =>
    listParts(await page.tree()).filter(
      ({ type, props }) => type === 'Button' && String(props.name).startsWith(start),
    );
  const optionsOf = async (name: string) => {
    const menu = listParts(await page.tree()).find(({ props }) => props.name === name);
    return listParts(menu?.props.children).map(({ props }) => String(props.value));
  };
  return { ...page, address: first?.address ?? '', buttons, optionsOf };
}

describe('a page with long lists', () => {
  it('shows twenty sites, and others once they are turned to', async () => {
    const { press, buttons, now } = await open();
    await press(getLinkName('sites'));
    expect(await buttons(siteParts.revoke)).toHaveLength(20);
    expect(await now()).toContain('Show more (23)');
    await press(`${homeParts.turn}2`);
    expect(await buttons(siteParts.revoke)).toHaveLength(3);
    await press(`${homeParts.turn}9`);
    expect(await buttons(siteParts.revoke)).toHaveLength(3);
    await press(`${siteParts.revoke}${getSite(8)}`);
    expect(await buttons(siteParts.revoke)).toHaveLength(2);
  });

  it('asks for a hundred tokens, shows twenty, and asks for others in sight', async () => {
    const { press, refresh, buttons, now } = await open();
    await refresh();
    expect(askedTokens.size).toBeGreaterThan(80);
    expect(askedTokens.size).toBeLessThanOrEqual(100);
    const firstTokens = new Set(askedTokens);
    await press(getLinkName('tokens'));
    expect(await buttons(tokenParts.first)).toHaveLength(19);
    expect(askedTokens).toEqual(firstTokens);
    await press(`${homeParts.turn}5`);
    expect(await buttons(tokenParts.first)).toHaveLength(20);
    expect([...askedTokens].filter((token) => !firstTokens.has(token)).length).toBeGreaterThan(0);
    expect(askedTokens.size).toBeLessThanOrEqual(120);
    expect(await now()).not.toContain('"–"');
  });

  it('takes no token for empty that nobody asked for', async () => {
    node.says.instead.starknet_call = () => ({ result: uint256Felts(0n) });
    const { press, refresh, buttons, now } = await open();
    await refresh();
    await press(getLinkName('tokens'));
    await press(tokenParts.hide);
    await node.stop();
    await press(getLinkName('tokens'));
    expect((await buttons(tokenParts.first)).length).toBeGreaterThan(10);
    expect(await now()).toContain('"–"');
  }, 20_000);

  it('offers a hundred tokens to send', async () => {
    const { press, optionsOf } = await open();
    await press(getLinkName('send'));
    const offered = (await optionsOf(sendParts.token)).filter((one) => one.startsWith('0x'));
    expect(offered).toHaveLength(100);
  });

  it('offers twenty accounts in the menu of the history, and that in sight', async () => {
    const { press, optionsOf, module, now } = await open();
    const last = (await module.accounts.list(chainId)).at(-1)?.address ?? '';
    await press(getLinkName('history'));
    expect(await optionsOf(historyParts.account)).toHaveLength(20);
    expect(await now()).toContain('open their details, then Activity');
    await press(getLinkName('account', last));
    await press(getLinkName('history', last));
    expect(await optionsOf(historyParts.account)).toHaveLength(21);
    expect(await optionsOf(historyParts.account)).toContain(last);
  });
});

describe('the choice of accounts for a site', () => {
  const SITE = 'https://new.example';

  it('shows twenty at first, and keeps ticks while it shows more', async () => {
    const shown: number[] = [];
    const { invoke, module, address } = await open({
      async choose(offered, dialog) {
        shown.push(offered.length);
        await dialog.fillIn(offered[0] ?? '', true);
        await dialog.press(chooseParts.more);
        const all = listBoxes(dialog.tree());
        shown.push(all.length);
        return all.slice(-1);
      },
    });
    await invoke('xnet_listAccounts', {}, SITE);
    expect(shown).toEqual([20, 23]);
    const last = (await module.accounts.list(chainId)).at(-1)?.address;
    expect((await module.grants.of(SITE)).map((one) => one.address)).toEqual([address, last]);
  });
});
