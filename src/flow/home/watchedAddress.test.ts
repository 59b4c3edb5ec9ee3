import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type ExplorerServer, startExplorerServer } from '../../../test/chain/explorerServer';
import { startTrialNode, type TrialNode } from '../../../test/chain/trialNode';
import { openPage } from '../../../test/wallet/openPage';
import { sendingAccounts } from '../../../test/wallet/openSend';
import { chainIds, sameFelt } from '../../schema/primitives';
import { toAddress } from '../../starknet/felt';
import { getSelector } from '../../starknet/selector';
import { knownTokens } from '../../starknet/tokens/erc20';
import { MOST_WATCHED } from '../../state/watchedAddresses';
import { getLinkName, homeParts } from '../../ui/home/view';
import { watchedParts } from '../../ui/home/watchedAddress';

const chainId = chainIds.sepolia;
const cold = '0x064b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691';
const [own = ''] = sendingAccounts.map(({ address }) => address);
const STRK = knownTokens.STRK.address;

let node: TrialNode;
let prices: ExplorerServer;
beforeEach(async () => {
  node = await startTrialNode();
  prices = await startExplorerServer(() => ({
    body: [{ address: STRK, globalMarket: { usd: 0.25 } }],
  }));
});
afterEach(() => Promise.all([node.stop(), prices.stop()]));

function openWatching(stored: object = {}) {
  const plain = { accounts: { [chainId]: sendingAccounts }, ...stored };
  const page = openPage({ sepoliaUrl: node.url, priceUrl: prices.url, stored: { plain } });
  const submit = (name: string, value: object) =>
    page.input({ type: 'FormSubmitEvent', name, value });
  return {
    ...page,
    async add(name: string, address: string) {
      await page.press(getLinkName('watchedAddress'));
      await submit(watchedParts.add, { name, address });
    },
    rename: (name: string) => submit(`${watchedParts.rename}${cold}`, { name }),
    async list() {
      const list = await page.module.watchedAddresses.list(chainId);
      return list.map(({ address, name }) => ({ address, name }));
    },
  };
}

describe('the page of a watched address', () => {
  it('adds one, shows what it has, renames it and stops', async () => {
    const { add, rename, press, list, now, module } = openWatching();
    await add(' Cold ', cold);
    expect(await list()).toEqual([{ address: cold, name: 'Cold' }]);
    expect(await now()).toContain('Watched: Cold');
    expect(await now()).toContain(`"value":"${cold}"`);
    expect(await now()).toContain('"100"');
    await rename('Ledger');
    expect(await now()).toContain('Watched: Ledger');
    await press(getLinkName('main'));
    expect(await now()).toMatch(/Other accounts.*Watched addresses.*Ledger/u);
    await press(`${watchedParts.stop}${cold}`);
    expect(await list()).toEqual([]);
    expect(await now()).not.toContain('Ledger');
    expect(await module.accounts.list(chainId)).toHaveLength(sendingAccounts.length);
  });

  it('offers nothing that sends, signs or shows a key', async () => {
    const { add, now } = openWatching();
    await add('Cold', cold);
    const names = [...(await now()).matchAll(/"name":"(page\.[^"]+)"/gu)].map(([, name]) => name);
    expect(new Set(names)).toEqual(
      new Set([
        getLinkName('main'),
        `${watchedParts.rename}${cold}`,
        `${watchedParts.rename}save`,
        `${watchedParts.stop}${cold}`,
      ]),
    );
  });

  it('reads it in a request that names no own account', async () => {
    const holders = new Set<string>();
    node.says.instead.starknet_call = ({ request }: Asked) => {
      for (const holder of request.calldata) holders.add(toAddress(holder));
      return { result: ['0x5', '0x0'] };
    };
    const { add } = openWatching();
    await add('Cold', cold);
    expect([...holders]).toEqual([cold]);
  });

  it('shows what it had last, and when, while the node is down and after the accounts were read', async () => {
    const { add, press, refresh, now } = openWatching();
    await add('Cold', cold);
    node.says.balance = 7n * 10n ** 18n;
    await press(getLinkName('main'));
    await refresh();
    await node.stop();
    await press(getLinkName('watchedAddress', cold));
    expect(await now()).toContain('"100"');
    expect(await now()).toMatch(/The node did not answer.*As of/u);
  }, 20_000);

  it('shows what it is worth if a source of prices is on', async () => {
    const { add, now } = openWatching({ prices: 'avnu' });
    await add('Cold', cold);
    expect(await now()).toContain('"25.00 USD"');
  });

  it('shows amounts to the last digit on request', async () => {
    node.says.balance = 1_234_567_890_123_456_789n;
    const { add, press, now } = openWatching();
    await add('Cold', cold);
    expect(await now()).not.toContain('1.234567890123456789');
    await press(homeParts.exact);
    expect(await now()).toContain('1.234567890123456789');
  });

  it('watches the address that a .stark name leads to', async () => {
    node.says.instead.starknet_call = ({ request }: Asked) =>
      sameFelt(request.entry_point_selector, getSelector('domain_to_address'))
        ? { result: [cold] }
        : { result: ['0x0', '0x0'] };
    const { add, list } = openWatching();
    await add('Anna', 'anna.stark');
    expect(await list()).toEqual([{ address: cold, name: 'Anna' }]);
  });

  it('says that a .stark name leads nowhere, or that no node told', async () => {
    node.says.instead.starknet_call = () => ({ result: ['0x0'] });
    const { add, list, now } = openWatching();
    for (const name of ['anna.stark', 'a b.stark']) {
      await add('Anna', name);
      expect(await now()).toContain('No address is set for this name.');
    }
    await node.stop();
    await add('Anna', 'ben.stark');
    expect(await now()).toContain('"title":"Watch an address"');
    expect(await list()).toEqual([]);
  }, 20_000);

  it.each([
    ['no name', '', cold, 'A name has 1 to 32 characters.'],
    ['the name of an own account', 'Account 1', cold, 'Another of your addresses has this name'],
    ['a name that reads like it', 'Acc0unt I', cold, 'Another of your addresses has this name'],
    ['the name of a contact', 'Marta', cold, 'Another of your addresses has this name'],
    ['the name of another one', 'Cold', cold, 'Another of your addresses has this name'],
    ['an own account', 'Mine', own, 'This is your own account.'],
    ['a part of an address', 'Anna', '0x64b4', 'An address has 64 digits'],
    ['an Ethereum address', 'Anna', `0x${'a'.repeat(40)}`, 'This is an Ethereum address'],
    ['nothing', 'Anna', '', 'So far: 0'],
  ])('refuses %s, and says why', async (_, name, address, reason) => {
    const { add, list, now } = openWatching({
      recipients: { [chainId]: [{ address: toAddress(0x77n), name: 'Marta' }] },
      watchedAddresses: { [chainId]: [watched(0x99, 'Cold')] },
    });
    await add(name, address);
    expect(await list()).toHaveLength(1);
    expect(await now()).toContain(reason);
  });

  it('refuses more than fit, in words', async () => {
    const full = Array.from({ length: MOST_WATCHED }, (_, index) =>
      watched(index + 1, `N-${'x'.repeat(index + 1)}`),
    );
    const { add, list, now } = openWatching({ watchedAddresses: { [chainId]: full } });
    await add('Anna', cold);
    expect(await list()).toHaveLength(MOST_WATCHED);
    expect(await now()).toContain(`You watch ${MOST_WATCHED} addresses on this network`);
  });

  it('gives the name of a watched address to no contact and to no account', async () => {
    const { add, input, module, now } = openWatching();
    await add('Cold', cold);
    await input({
      type: 'FormSubmitEvent',
      name: 'page.contactAdded',
      value: { name: 'Cold', address: toAddress(0x5n ** 80n) },
    });
    expect(await now()).toContain('Another of your addresses has this name');
    await input({ type: 'FormSubmitEvent', name: `page.rename.${own}`, value: { name: 'C0ld' } });
    expect((await module.accounts.get(chainId, own)).name).not.toBe('C0ld');
    expect(await module.recipients.list(chainId)).toEqual([]);
  });

  it('keeps neither room nor name for an address that is an own account by now', async () => {
    const full = Array.from({ length: MOST_WATCHED }, (_, index) =>
      watched(index + 1, `N-${'x'.repeat(index + 1)}`),
    );
    const { add, list, input, module } = openWatching({
      watchedAddresses: { [chainId]: [{ ...watched(1, 'Cold'), address: own }, ...full.slice(1)] },
    });
    const [, second = ''] = sendingAccounts.map(({ address }) => address);
    const rename = { type: 'FormSubmitEvent', name: `page.rename.${second}` } as const;
    await input({ ...rename, value: { name: 'Cold' } });
    expect((await module.accounts.get(chainId, second)).name).toBe('Cold');
    await add('Anna', cold);
    const names = (await list()).map(({ name }) => name);
    expect(names).toHaveLength(MOST_WATCHED);
    expect(names.at(-1)).toBe('Anna');
    expect(names).not.toContain('Cold');
  });

  it('leads from an address that is an own account by now to the accounts', async () => {
    const { press, now } = openWatching({
      watchedAddresses: { [chainId]: [{ ...watched(1, 'Cold'), address: own }] },
    });
    expect(await now()).not.toContain('Watched addresses');
    await press(getLinkName('watchedAddress', own));
    expect(await now()).toContain('Other accounts');
  });
});

type Asked = { request: { entry_point_selector: string; calldata: string[] } };

const watched = (number: number, name: string) => ({
  address: toAddress(BigInt(number)),
  name,
  holding: { readAt: 0, amounts: {} },
});
