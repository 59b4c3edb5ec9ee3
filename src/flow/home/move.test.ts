import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { TrialNode } from '../../../test/chain/trialNode';
import { openPage } from '../../../test/wallet/openPage';
import { friend, startSendNode } from '../../../test/wallet/openSend';
import { storedAccounts } from '../../../test/wallet/storedAccounts';
import { sepolia } from '../../networks/sepolia';
import { chainIds } from '../../schema/primitives';
import { toAddress } from '../../starknet/felt';
import { aboutEverything, EVERYTHING, sendParts } from '../../ui/home/send';
import { getLinkName, getSubmitName } from '../../ui/home/view';

const chainId = chainIds.sepolia;
const accounts = storedAccounts(chainId, 2).map((one) => ({
  ...one,
  deployment: 'deployed' as const,
}));
const [one = '', two = ''] = accounts.map(({ address }) => address);

const stranger = toAddress(0x777n * 16n ** 60n + 0x8888n);

let node: TrialNode;
beforeEach(async () => {
  node = await startSendNode();
});
afterEach(() => node.stop());

const open = (stored: readonly object[] = accounts, user: () => boolean = () => true) =>
  openPage({
    sepoliaUrl: node.url,
    user,
    stored: { plain: { version: 1, accounts: { [chainId]: stored } } },
  });

/** The chain has taken what an account has sent. */
async function settleAll({ transactions }: ReturnType<typeof open>['module'], sender: string) {
  for (const { txnHash } of await transactions.recent(chainId, sender))
    await transactions.change(chainId, txnHash, (record) => ({
      ...record,
      status: 'ACCEPTED_ON_L2',
    }));
  node.says.nonce += 1n;
}

/** Opens the form for an account, names the recipient, and asks for the review. */
async function moveAll(page: ReturnType<typeof open>, from: string, to: string) {
  await page.press(getLinkName('send', aboutEverything(from)));
  await page.fillIn(sendParts.to, to);
  await page.press(getSubmitName(sendParts.form));
}

describe('the form that sends everything', () => {
  it('opens behind a button of any account, and sends to any recipient', async () => {
    const page = open();
    await page.module.recipients.save(chainId, { address: friend, name: 'Anna' });
    for (const [from, to, name] of [
      [two, one, 'Account 1'],
      [one, friend, 'Anna'],
      [one, stranger, '0x 0777 … 8888'],
    ] as const) {
      await page.press(getLinkName('account', from));
      expect(await page.now()).toContain(getLinkName('send', aboutEverything(from)));
      await moveAll(page, from, to);
      const dialog = JSON.stringify(page.dialogs.at(-1));
      expect(dialog).toContain(`Move everything to ${name}`);
      expect(dialog).not.toContain('Asked by');
      expect(await page.now()).toContain('Transaction');
      await settleAll(page.module, from);
    }
    const senders = node.sent.map((sent) =>
      'sender_address' in sent ? toAddress(sent.sender_address) : undefined,
    );
    expect(senders).toEqual([two, one, one]);
  });

  it('asks for no amount, and says what stays', async () => {
    const { press, now, fillIn } = open();
    await press(getLinkName('send', aboutEverything(two)));
    expect(await now()).toContain('From Account 2');
    expect(await now()).not.toContain(sendParts.max);
    expect(await now()).toContain('The most that its fee can cost stays in this account.');
    await fillIn(sendParts.token, sepolia.tokens.USDC.address);
    expect(await now()).toContain(sendParts.max);
    await fillIn(sendParts.token, EVERYTHING);
    expect(await now()).not.toContain(sendParts.max);
  });

  it('changes nothing if it is rejected, and keeps what was typed', async () => {
    const page = open(accounts, () => false);
    await moveAll(page, one, friend);
    expect(node.sent).toEqual([]);
    expect(await page.now()).toContain('The most that its fee can cost stays in this account.');
  });

  it('sends nothing without a recipient', async () => {
    const page = open();
    await moveAll(page, one, '');
    expect(await page.now()).toContain('Enter who receives it.');
    expect(page.dialogs).toEqual([]);
  });

  it('sends nothing to or from an account that the phrase cannot use', async () => {
    const [first, second] = accounts;
    for (const blocked of [
      { ...second, publicKey: '0x1234' },
      { ...second, obstacle: 'guardian' },
    ]) {
      const page = open([{ ...first }, blocked]);
      await moveAll(page, one, two);
      expect(await page.now()).toContain('"severity":"danger"');
      await moveAll(page, two, one);
      expect(page.dialogs).toEqual([]);
    }
    expect(node.sent).toEqual([]);
  });
});
