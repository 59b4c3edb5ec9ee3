import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type ExplorerServer, startExplorerServer } from '../../../test/chain/explorerServer';
import type { TrialNode } from '../../../test/chain/trialNode';
import { openPage } from '../../../test/wallet/openPage';
import { friend, sendingAccounts, startSendNode } from '../../../test/wallet/openSend';
import { storedRecord } from '../../../test/wallet/records';
import { chainIds } from '../../schema/primitives';
import { toAddress } from '../../starknet/felt';
import { contactParts } from '../../ui/home/contacts';
import { receiveParts } from '../../ui/home/receive';
import { sendParts } from '../../ui/home/send';
import { severalParts } from '../../ui/home/several';
import { getLinkName, getSubmitName } from '../../ui/home/view';
import { historyTable } from './historyTable';

const chainId = chainIds.sepolia;
const [account] = sendingAccounts;
const address = account?.address ?? '';
const ADDED = toAddress('0xadded');

let node: TrialNode;
let prices: ExplorerServer;
beforeEach(async () => {
  node = await startSendNode();
  prices = await startExplorerServer(() => ({
    body: [{ address: ADDED, globalMarket: { usd: 0.25 } }],
  }));
});
afterEach(() => Promise.all([node.stop(), prices.stop()]));

/** Walks through all that names a token that the user has added. @returns what the page drew */
async function drawAll(symbol: string): Promise<string> {
  const { drawn, module, ...page } = openPage({
    sepoliaUrl: node.url,
    priceUrl: prices.url,
    stored: { plain: { accounts: { [chainId]: [account] }, prices: 'avnu' } },
  });
  const submit = (name: string, value: object) =>
    page.input({ type: 'FormSubmitEvent', name, value });
  await module.tokens.save(chainId, { address: ADDED, name: 'Added', symbol, decimals: 2 });
  await page.refresh();
  for (const part of ['tokens', 'receive'] as const) await page.press(getLinkName(part));
  await submit(receiveParts.ask, { token: ADDED, amount: '1.234' });
  await page.press(getLinkName('contacts'));
  await submit(contactParts.add, { name: 'Anna', address: ADDED });
  await page.press(getLinkName('send'));
  await page.fillIn(sendParts.token, ADDED);
  for (const to of [ADDED, friend]) await page.fillIn(sendParts.to, to);
  for (const amount of ['1', '1.234', '0', '9'.repeat(30)])
    await page.fillIn(sendParts.amount, amount);
  await page.fillIn(sendParts.amount, '1');
  await page.press(sendParts.unit);
  await page.press(getSubmitName(sendParts.form));
  node.says.balance = 0n;
  await page.press(sendParts.max);
  node.says.balance = 10n ** 20n;
  await page.press(getLinkName('several'));
  await page.fillIn(severalParts.token, ADDED);
  await page.fillIn(severalParts.lines, `${friend} 1\n${ADDED} 2\n${friend} 1.234`);
  await page.press(getSubmitName(severalParts.form));
  return drawn.join('\n');
}

describe('an added token', () => {
  it.each(['uSdC', 'get.evil-Host.example', 'Et‌hEr'])(
    'goes nowhere by a symbol that its contract must not claim: %s',
    async (symbol) => {
      const texts = await drawAll(symbol);
      for (const part of [symbol, symbol.replace(/[^\w.-]/gu, '')])
        expect(texts).not.toContain(part);
      expect(texts).toContain('of an unknown token');
    },
  );

  it('goes by a plain symbol, everywhere with doubt', async () => {
    const texts = await drawAll('TTT');
    expect(texts).toContain('That is 1 TTT (unverified)');
    expect(texts).not.toMatch(/TTT(?! \(unverified\))/u);
  });

  it.each([
    ['uSdC', ''],
    ['get.evil-Host.example', ''],
    ['TTT', 'TTT'],
  ])(
    'appears by its symbol in the table of the history only if it may: %s',
    async (symbol, name) => {
      const { module } = openPage({ stored: { plain: { accounts: { [chainId]: [account] } } } });
      await module.tokens.save(chainId, { address: ADDED, name: 'Added', symbol, decimals: 2 });
      await module.transactions.add(
        storedRecord(1, {
          senderAddress: address,
          contractAddress: ADDED,
          contractFuncName: 'transfer',
          contractCallData: [friend, '0x1', '0x0'],
          status: 'ACCEPTED_ON_L2',
        }),
      );
      expect(await historyTable(module, chainId, address)).toContain(`"${name}","${ADDED}"`);
    },
  );
});
