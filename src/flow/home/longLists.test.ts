import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startTrialNode, type TrialNode } from '../../../test/chain/trialNode';
import { listBoxes, listParts } from '../../../test/wallet/fakeDialogs';
import { filledState, getSite, isMadeUpToken } from '../../../test/wallet/filledState';
import { openPage } from '../../../test/wallet/openPage';
import { chainIds } from '../../schema/primitives';
import { toAddress, toHex } from '../../starknet/felt';
import { writePaymentRequest } from '../../starknet/paymentRequest';
import { uint256Felts } from '../../starknet/tokens/erc20';
import { chooseParts } from '../../ui/dialogs';
import { historyParts } from '../../ui/home/history';
import { receiveParts } from '../../ui/home/receive';
import { sendParts } from '../../ui/home/send';
import { severalParts } from '../../ui/home/several';
import { siteParts } from '../../ui/home/sites';
import { tokenParts } from '../../ui/home/tokens';
import { getLinkName, homeParts } from '../../ui/home/view';
import { arrangedTokens } from '../tokens/tokens';

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
  const fields = () => page.module.dialogs.formState('interface-0', sendParts.form);
  return { ...page, address: first?.address ?? '', buttons, optionsOf, fields };
}

describe('a page with long lists', () => {
  it('shows twenty sites, and others once they are turned to', async () => {
    const { press, buttons, now } = await open();
    await press(getLinkName('sites'));
    expect(await buttons(siteParts.revoke)).toHaveLength(20);
    expect(await now()).toContain('Next (23 more)');
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

  it('shows each token that the account has on one page, and reads it, while others are hidden', async () => {
    const isHeld = (token: string) => BigInt(token) % 8n === 5n;
    node.says.instead.starknet_call = ({ request }: { request: { contract_address: string } }) => ({
      result: uint256Felts(isHeld(request.contract_address) ? 1n : 0n),
    });
    const { module, refresh, press, buttons, now } = await open();
    await refresh();
    await press(getLinkName('tokens'));
    await press(tokenParts.hide);
    const drawnTokens: string[] = [];
    for (let page = 0; page === 0 || (await now()).includes(`${homeParts.turn}${page}`); page++) {
      if (page > 0) await press(`${homeParts.turn}${page}`);
      expect(await now()).not.toContain('"–"');
      const removals = await buttons(tokenParts.remove);
      drawnTokens.push(
        ...removals.map(({ props }) => String(props.name).slice(tokenParts.remove.length)),
      );
    }
    const added = (await module.tokens.list(chainId)).map(({ address }) => address);
    expect(drawnTokens).toEqual(added.filter(isHeld));
  });

  it('offers a hundred tokens to send or ask for, and says how to find others', async () => {
    const { press, optionsOf, now } = await open();
    const hint = 'put them to the top in All tokens';
    for (const [part, name] of [
      ['send', sendParts.token],
      ['several', severalParts.token],
      ['receive', receiveParts.token],
    ] as const) {
      await press(getLinkName(part));
      const offered = (await optionsOf(name)).filter((one) => one.startsWith('0x'));
      expect(offered).toHaveLength(100);
      expect(await now()).toContain(hint);
    }
    const short = await open({ stored: await filledState({ ...size, tokens: 3 }) });
    await short.press(getLinkName('send'));
    expect(await short.now()).not.toContain(hint);
  });

  it('shows twenty recipients, and finds others by what is typed', async () => {
    const { press, fillIn, buttons, now, module } = await open();
    const addressOf = (index: number) => toAddress(0x777n * 16n ** 60n + BigInt(index));
    for (let index = 0; index < 60; index += 1)
      await module.recipients.save(chainId, { address: addressOf(index), name: `Friend ${index}` });
    await press(getLinkName('send'));
    expect(await buttons(sendParts.pick)).toHaveLength(23);
    expect(await now()).toContain('"40 more: type a part of the name or address."');
    await press(sendParts.own);
    expect(await buttons(sendParts.pick)).toHaveLength(40);
    expect(await now()).toContain('"42 more: type a part of the name or address."');
    await press(sendParts.own);
    await fillIn(sendParts.to, 'Friend 59');
    expect(await buttons(sendParts.pick)).toHaveLength(1);
    expect(await now()).not.toContain('type a part of the name');
  });

  it('says how many tokens its balances leave out, and counts one that is put to the top', async () => {
    const { module, refresh, press, now } = await open();
    const tokens = await arrangedTokens(module, chainId);
    const leftOut = (count: number) => `neither read nor counted here: ${count}"`;
    await refresh();
    expect(await now()).toContain(leftOut(tokens.length - 100));
    const last = tokens.at(-1)?.address ?? '';
    await press(`${tokenParts.first}${last}`);
    await press(getLinkName('main'));
    await refresh();
    expect(askedTokens).toContain(toHex(BigInt(last)));
    for (const { address } of tokens.slice(100)) await module.tokens.remove(chainId, address);
    await refresh();
    expect(await now()).not.toContain('neither read nor counted');
  });

  it('puts the most of a token that its menu leaves out', async () => {
    const { module, address: to, press, fillIn, input, now, fields } = await open();
    const token = (await arrangedTokens(module, chainId)).at(-1)?.address ?? '';
    await press(getLinkName('send'));
    await fillIn(sendParts.to, writePaymentRequest(chainId, { token, to, amount: 5n }));
    await input({ type: 'InputChangeEvent', name: sendParts.to });
    expect(await fields()).toMatchObject({ token });
    expect(await now()).toContain('has not been read yet');
    await press(sendParts.max);
    expect(askedTokens).toContain(toHex(BigInt(token)));
    expect(await now()).not.toContain('has not been read yet');
    expect(await fields()).toMatchObject({ amount: '1' });
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
    const counts: number[] = [];
    const { invoke, module, address } = await open({
      async choose(offered, dialog) {
        counts.push(offered.length);
        await dialog.fillIn(offered[0] ?? '', true);
        await dialog.press(chooseParts.more);
        const all = listBoxes(dialog.tree());
        counts.push(all.length);
        return all.slice(-1);
      },
    });
    await invoke('xnet_listAccounts', {}, SITE);
    expect(counts).toEqual([20, 23]);
    const last = (await module.accounts.list(chainId)).at(-1)?.address;
    expect((await module.grants.of(SITE)).map((one) => one.address)).toEqual([address, last]);
  });
});
