import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { TrialNode } from '../../../../test/chain/trialNode';
import {
  callsIn,
  friend,
  openSend,
  sendingAccounts,
  startSendNode,
} from '../../../../test/wallet/openSend';
import { sayEnglish } from '../../../../test/wallet/sayEnglish';
import { storedAccounts } from '../../../../test/wallet/storedAccounts';
import { chainIds, sameFelt } from '../../../schema/primitives';
import { toAddress, toHex } from '../../../starknet/felt';
import { encodeStarkName } from '../../../starknet/starkName';
import { knownTokens, parseUint256 } from '../../../starknet/tokens/erc20';
import { sendParts } from '../../../ui/home/send';
import { getLinkName } from '../../../ui/home/view';
import { groupHex } from '../../../ui/text/format';

const chainId = chainIds.sepolia;
const STRK = knownTokens.STRK.address;
const accounts = sendingAccounts;
const [own = '', other = ''] = accounts.map(({ address }) => address);
const twin = '0x064b0000000000000000000000000000000000000000000000000000000f5691';
const ethereum = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const name = 'alice.stark';

let node: TrialNode;
/** Where the name leads. */
const naming = { address: friend };
beforeEach(async () => {
  naming.address = friend;
  node = await startSendNode({ domain_to_address: () => [naming.address] });
});
afterEach(() => node.stop());

const open = (options: Parameters<typeof openSend>[1] = {}) => openSend(node, options);

describe('the page that sends', () => {
  it('sends what was typed after the review of a site, and follows it until it settles', async () => {
    const { fillIn, review, now, dialogs, events } = await open();
    await fillIn('to', friend);
    await fillIn('amount', '12.5');
    await review();
    expect(dialogs).toHaveLength(1);
    expect(JSON.stringify(dialogs[0])).not.toContain('Asked by');
    expect(node.sent).toHaveLength(1);
    const [calldata = []] = callsIn(node);
    expect(calldata.some((felt) => sameFelt(felt, friend))).toBe(true);
    expect(parseUint256(calldata.slice(-2))).toBe(12_500_000_000_000_000_000n);
    expect(await now()).toContain(sayEnglish('home.accepted'));
    expect(await now()).toContain('Send again');
    expect(await now()).toContain(groupHex(toAddress(friend)));
    expect(events.filter(({ request }) => request.method === 'refreshHome')).toHaveLength(1);
  });

  it('says what it does as soon as the review is asked for, until hosts have answered', async () => {
    const { fillIn, review, drawn } = await open();
    await fillIn('to', name);
    await fillIn('amount', '1');
    drawn.length = 0;
    await review();
    expect(drawn[0]).toContain('"loading":true');
    expect(drawn[0]).toContain(sayEnglish('home.checking'));
    expect(drawn.at(-1)).not.toContain('"loading":true');
  });

  it('stops to say so if the form cannot be sent', async () => {
    const { fillIn, review, now } = await open();
    await fillIn('amount', '0');
    await review();
    expect(await now()).not.toContain('"loading":true');
    expect(await now()).toContain(sayEnglish('home.send.zero'));
  });

  it('lists whom the account paid last first, and those alone that match what is typed', async () => {
    const { module, fillIn, review, press, now } = await open();
    const others = Array.from({ length: 6 }, (_, at) => toAddress(BigInt(0xabc000 + at)));
    for (const [at, address] of others.entries())
      await module.recipients.save(chainId, { address, name: `Friend ${at}` });
    const [, , , paid = ''] = others;
    await fillIn('to', paid);
    await fillIn('amount', '1');
    await review();
    await press(getLinkName('send'));
    const listed = async () =>
      [...(await now()).matchAll(/page\.pick\.(0x[0-9a-f]+)/gu)].map(([, address]) => address);
    expect((await listed())[0]).toBe(paid);
    expect((await listed()).length).toBeGreaterThan(6);
    await fillIn('to', 'friend 4');
    expect(await listed()).toEqual([others[4]]);
    await fillIn('to', 'nobody');
    expect((await listed()).length).toBeGreaterThan(6);
  });

  it('folds own accounts beyond three, until they are unfolded or typed', async () => {
    const accounts = storedAccounts(chainId, 6).map((one) => ({
      ...one,
      deployment: 'deployed' as const,
    }));
    const { now, press, fillIn, fields } = await open({
      stored: { plain: { accounts: { [chainId]: accounts } } },
    });
    const count = async () => (await now()).match(/page\.pick\./gu)?.length;
    await fillIn('amount', '1');
    expect(await count()).toBe(3);
    expect(await now()).toContain('More of your accounts (2)');
    await press(sendParts.own);
    expect(await count()).toBe(5);
    expect((await fields()).amount).toBe('1');
    await press(sendParts.own);
    await fillIn('to', 'account 6');
    expect(await count()).toBe(1);
  });

  it('explains why nothing is sent if every account is hidden meanwhile', async () => {
    const { module, fillIn, review, now } = await open();
    await fillIn('to', friend);
    await fillIn('amount', '12.5');
    for (const { address } of accounts)
      await module.accounts.change(chainId, address, (one) => ({ ...one, hidden: true }));
    await review();
    expect(node.sent).toHaveLength(0);
    expect(await now()).toContain('No such account is available on this network.');
  });

  it('puts all of it into the form again behind its button', async () => {
    const { fillIn, review, press, now, fields } = await open();
    await fillIn('to', friend);
    await fillIn('amount', '1,5');
    await review();
    const [, about = ''] = /page\.go\.send (0x[0-9a-f]+)/u.exec(await now()) ?? [];
    await press(getLinkName('send', about));
    const calldata = { token: STRK, to: friend, amount: '1.5' };
    expect({ ...(await fields()), to: BigInt((await fields()).to ?? 0) }).toEqual({
      ...calldata,
      to: BigInt(friend),
    });
    expect(await now()).toContain('You have sent to this address before.');
  });

  it('sends nothing if the user rejects it, and keeps the form', async () => {
    const { fillIn, review, fields } = await open({ user: () => false });
    await fillIn('to', friend);
    await fillIn('amount', '1');
    await review();
    expect(node.sent).toEqual([]);
    expect(await fields()).toEqual({ token: STRK, to: friend, amount: '1' });
  });

  it('shows what is missing only once the review was requested', async () => {
    const { review, now, dialogs } = await open();
    expect(await now()).not.toContain('"color":"error"');
    await review();
    for (const told of ['Enter who receives it.', 'Enter how much.'])
      expect(await now()).toContain(told);
    expect(dialogs).toEqual([]);
  });

  it.each([
    ['an address of Ethereum', ethereum, 'This is an Ethereum address'],
    ['a new form', 'strk1qqqq', 'Ask for the one that begins with 0x'],
    ['an address of another chain', `SN_MAIN:${friend}`, 'for another network'],
    ['a token', STRK, 'This is the contract of STRK'],
    ['zero', `0x${'0'.repeat(64)}`, 'Nobody has the address 0.'],
    ['the start of an address', '0x064b', 'So far: 4.'],
    ['a name of elsewhere', 'alice.eth', 'Only names that end in .stark'],
  ])('refuses a recipient in words: %s', async (_what, to, told) => {
    const { fillIn, review, now, dialogs } = await open();
    await fillIn('amount', '1');
    await fillIn('to', to);
    expect(await now()).toContain(told);
    await review();
    expect(await now()).toContain(told);
    expect(dialogs).toEqual([]);
  });

  it.each([
    ['the sender', () => own, 'This is the account that you send from.'],
    ['an own account', () => other, 'Your own: Account 2'],
    ['a stranger', () => friend, 'You have not sent to this address before.'],
    ['nobody yet', () => friend, 'Nobody has used this address yet.'],
  ])('describes the recipient: %s', async (_who, to, told) => {
    const { fillIn, now } = await open();
    await fillIn('to', to());
    expect(await now()).toContain(told);
  });

  it('warns of a look-alike of a saved recipient, and names the saved one', async () => {
    const { fillIn, now, input, module } = await open();
    await fillIn('to', friend);
    await input({
      type: 'FormSubmitEvent',
      name: `${sendParts.save}${friend}`,
      value: { name: 'Ada' },
    });
    expect(await module.recipients.list(chainId)).toEqual([{ address: friend, name: 'Ada' }]);
    expect(await now()).toContain('Saved: Ada');
    await fillIn('to', twin);
    expect(await now()).toContain('It begins and ends like');
  });

  it('names a saved recipient in the review, and forgets it at its button', async () => {
    const { press, fillIn, review, module, dialogs, fields } = await open();
    await module.recipients.save(chainId, { address: friend, name: 'Ada' });
    await press(`${sendParts.pick}${friend}`);
    expect((await fields()).to).toBe(friend);
    await fillIn('amount', '1');
    await review();
    expect(JSON.stringify(dialogs[0])).toMatch(/Ada/u);
    await press(getLinkName('send'));
    await press(`${sendParts.forget}${friend}`);
    expect(await module.recipients.list(chainId)).toEqual([]);
  });

  it.each(['أمي', 'דנה 2', 'Anna أمي'])(
    'shows a saved recipient named %s as written, in form, review and history',
    async (name) => {
      const { press, fillIn, review, now, module, dialogs } = await open();
      await module.recipients.save(chainId, { address: friend, name });
      await press(`${sendParts.pick}${friend}`);
      const isolated = `\u2068${name}\u2069`;
      expect(await now()).toContain(`Saved: ${isolated}`);
      await fillIn('amount', '1');
      await review();
      expect(JSON.stringify(dialogs[0])).toContain(isolated);
      await press(getLinkName('history'));
      expect(await now()).toContain(`To ${isolated}`);
    },
  );

  it.each([
    ['0', sayEnglish('home.send.zero')],
    ['1,234', 'That is 1 234 STRK'],
    ['≈ 12.5 STRK', 'That is 12.5 STRK'],
    ['1.2.3', 'Write a number'],
    ['1e3', 'Write a number'],
    ['100.5', 'That is more than you have.'],
    [`1.${'1'.repeat(19)}`, 'STRK has at most 18 decimals.'],
    ['100', 'The fee is paid in STRK, too.'],
  ])('comments on the amount %s: %s', async (amount, told) => {
    const { fillIn, now } = await open();
    await fillIn('amount', amount);
    expect(await now()).toContain(told);
  });

  it('reads and writes amounts as the language of the user does', async () => {
    const { fillIn, press, now, fields } = await open({
      stored: { plain: { accounts: { [chainId]: accounts }, language: 'de' } },
    });
    node.says.balance = 25_000n * 10n ** 18n + 125n * 10n ** 15n;
    await fillIn('amount', '25.000');
    await press(sendParts.max);
    expect((await fields()).amount).toMatch(/^25000,1\d+$/u);
    await fillIn('amount', '25.000');
    expect(await now()).toContain('Das sind 25 000 STRK');
    await fillIn('amount', '1,125');
    expect(await now()).toContain('Das sind 1,1250 STRK');
    await fillIn('amount', '≈ 25.000,1 STRK');
    expect(await now()).toContain('Das sind 25 000,1 STRK');
  });

  it('sends from the account that the form shows, whichever one a site is given meanwhile', async () => {
    const { fillIn, review, now, module } = await open();
    await fillIn('to', friend);
    await fillIn('amount', '1');
    await module.accounts.choose(chainId, other);
    await fillIn('amount', '2');
    expect(await now()).toContain('From Account 1');
    await review();
    expect(node.sent).toMatchObject([{ sender_address: toHex(BigInt(own)) }]);
  });

  it('asks nobody to make sure of an own account that is not used yet', async () => {
    const { fillIn, now } = await open();
    await fillIn('to', other);
    expect(await now()).toContain('Your own: Account 2');
    expect(await now()).not.toContain('Nobody has used');
  });

  it('sends to a name as it leads at the review, and not if it leads elsewhere by then', async () => {
    const { fillIn, review, now } = await open();
    expect(encodeStarkName(name)).toHaveLength(1);
    await fillIn('to', name);
    await fillIn('amount', '1');
    expect(await now()).toContain(`${name} leads to 0x 064b`);
    naming.address = other;
    await review();
    expect(await now()).toContain('The name leads to another address now.');
    expect(node.sent).toEqual([]);
    await review();
    expect(callsIn(node)[0]?.some((felt) => sameFelt(felt, other))).toBe(true);
  });

  it('loses no keystroke while look-ups are slow, and drops the answers of earlier texts', async () => {
    const gate = { wait: Promise.resolve(), open() {} };
    const page = await open({
      fetch: async (url, init) => {
        await gate.wait;
        return fetch(url, init);
      },
    });
    gate.wait = new Promise((resolve) => {
      gate.open = resolve;
    });
    const keys = (field: string, text: string) =>
      [...text].map((_, at) => page.fillIn(field, text.slice(0, at + 1)));
    const typing = [...keys('to', name), ...keys('amount', '12.5')];
    const replaced = page.fillIn('to', other);
    const after = keys('amount', '12.57');
    gate.open();
    await Promise.all([...typing, replaced, ...after]);
    expect(await page.fields()).toMatchObject({ to: other, amount: '12.57' });
    expect(await page.now()).toContain('Your own: Account 2');
    expect(await page.now()).not.toContain('leads to');
    for (const shown of page.drawn.slice(1))
      expect(shown).not.toMatch(/"name":"(?:to|amount)"[^}]*"value"/u);
  });

  it('lets the user leave at once, whatever is looked up meanwhile', async () => {
    const { fillIn, press, now } = await open();
    const looking = fillIn('to', name);
    await press(getLinkName('main'));
    await looking;
    expect(await now()).toContain(sayEnglish('home.recent'));
  });

  describe('who an address is', () => {
    const [first, second] = accounts;
    const withSecond = (changes: object) => ({
      stored: { plain: { accounts: { [chainId]: [first, { ...second, ...changes }] } } },
    });

    it.each([
      ['frozen', { obstacle: 'frozen' }, 'The network executes nothing for it any more'],
      ['of another phrase', { publicKey: '0x1234' }, 'has no key for it'],
    ])('offers no %s own account, and does not call it good', async (_what, changes, why) => {
      const { fillIn, now } = await open(withSecond(changes));
      expect(await now()).not.toContain(`${sendParts.pick}${other}`);
      await fillIn('to', other);
      expect(await now()).toContain(why);
      expect(await now()).not.toContain('"color":"success"');
    });

    it('says nothing of use if the address of an own account was never used', async () => {
      node.says.instead.starknet_getClassHashAt = () => ({
        error: { code: 20, message: 'Contract not found' },
      });
      const { fillIn, now } = await open();
      await fillIn('to', other);
      expect(await now()).toContain('Your own: Account 2');
      expect(await now()).not.toContain('Nobody has used this address yet');
      await fillIn('to', friend);
      expect(await now()).toContain('Nobody has used this address yet');
    });

    it.each([
      'Account 2',
      'account 2',
      'Acc\u03bfunt 2',
      'Acc0unt  2',
      'Acc0unt 7',
      'Account 7',
      ' Anna ',
    ])('saves nobody as “%s” beside who has that name', async (name) => {
      const { module, fillIn, input, now } = await open();
      await module.recipients.save(chainId, { address: twin, name: 'Anna' });
      await fillIn('to', friend);
      const submit = (value: object) =>
        input({ type: 'FormSubmitEvent', name: `${sendParts.save}${toAddress(friend)}`, value });
      await submit({ name });
      expect(await now()).toContain('or one that reads like it');
      expect(await module.recipients.list(chainId)).toHaveLength(1);
      await submit({ name: 'Bob 2' });
      expect(await module.recipients.list(chainId)).toHaveLength(2);
    });

    it('knows whom own accounts have paid, and the twin of a saved recipient', async () => {
      const { module, fillIn, now } = await open();
      await module.usedAddresses.add(chainId, { recipients: [friend], contracts: [] });
      await fillIn('to', friend);
      expect(await now()).toContain('You have sent to this address before.');
      await fillIn('to', twin);
      expect(await now()).toContain('is another address');
      expect(await now()).not.toContain(sendParts.save);
    });
  });
});
