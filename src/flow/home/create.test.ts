import { describe, expect, it } from '@jest/globals';
import vectors from '../../../test/vectors/accounts.json';
import { openPage } from '../../../test/wallet/openPage';
import { sayEnglish } from '../../../test/wallet/sayEnglish';
import { storedAccounts } from '../../../test/wallet/storedAccounts';
import { chainIds } from '../../schema/primitives';
import { accountParts } from '../../ui/home/accounts';
import { mainParts } from '../../ui/home/main';
import { getLinkName } from '../../ui/home/view';

const chainId = chainIds.sepolia;
const first = vectors.accounts[0]?.argent040 ?? '';
const offline = { fetch: async () => new Response('', { status: 404 }) };
const open = (options: Parameters<typeof openPage>[0] = {}) => openPage({ ...offline, ...options });

describe('the first minute on the page', () => {
  it('creates an account after the question of a site, shares it with none, and shows its address', async () => {
    const { now, press, dialogs, module } = open();
    expect(await now()).toContain('I had accounts before');
    expect(await now()).not.toContain('Allowances');
    await press(mainParts.create);
    expect(dialogs).toHaveLength(1);
    expect(JSON.stringify(dialogs[0])).not.toContain('Asked by');
    expect(await module.accounts.list(chainId)).toMatchObject([{ address: first }]);
    expect(await module.grants.all()).toEqual({});
    expect(await now()).toContain('shape-rendering');
    for (const part of [first, 'Only over Starknet', 'Not deployed yet'])
      expect(await now()).toContain(part);
  });

  it('makes the next account current, at the next index', async () => {
    const { now, press, module } = open();
    await press(mainParts.create);
    await press(getLinkName('main'));
    await press(mainParts.create);
    expect(await module.accounts.current(chainId)).toBe(vectors.accounts[1]?.argent040);
    await press(getLinkName('main'));
    expect(await now()).toMatch(/Account 2.*index 1, not deployed, current.*Other accounts/u);
  });

  it('leaves everything as it was if the user rejects it', async () => {
    const { now, press, module } = open({ user: () => false });
    const before = await now();
    await press(mainParts.create);
    expect(await now()).toBe(before);
    expect(await module.accounts.list(chainId)).toEqual([]);
  });

  it('explains why nothing could be created', async () => {
    const { now, press } = open({
      border: ({ method }, cross) =>
        method === 'snap_getBip32Entropy' ? Promise.reject(new Error('locked')) : cross(),
    });
    await press(mainParts.create);
    expect(await now()).toContain('Create account');
    expect(await now()).toContain('"severity":"danger"');
  });
});

describe('the page of an account', () => {
  const accounts = storedAccounts(chainId, 2);
  const [one, two] = accounts.map(({ address }) => address);
  const withTwo = (options: Parameters<typeof openPage>[0] = {}) =>
    open({ stored: { plain: { accounts: { [chainId]: accounts } } }, ...options });
  const rename = (address: string, name: unknown) =>
    ({
      type: 'FormSubmitEvent',
      name: `${accountParts.rename}${address}`,
      value: { name },
    }) as const;

  it('shows the account, how it is derived, and its private key last', async () => {
    const { now, press } = withTwo();
    await press(getLinkName('account', one));
    expect(await now()).toMatch(/m\/44'\/9004'\/0'\/0\/0.*Public key.*Show private key/u);
    expect(await now()).toContain(accounts[0]?.publicKey);
    expect(await now()).not.toContain('Upgrade');
  });

  it('renames it, and refuses what is no name', async () => {
    const { now, press, input, module } = withTwo();
    await press(getLinkName('account', one));
    for (const bad of ['', '  ', 'x'.repeat(33), 7, undefined]) {
      await input(rename(one ?? '', bad));
      expect(await now()).toContain('A name has 1 to 32 characters.');
    }
    await input(rename(one ?? '', ' Savings '));
    expect(await now()).toContain('Savings');
    expect((await module.accounts.get(chainId, one ?? '')).name).toBe('Savings');
  });

  it('hides it, after a question for the last one alone, and shows it again', async () => {
    const { now, press, dialogs, module } = withTwo();
    await press(`${accountParts.hide}${one}`);
    expect(dialogs).toEqual([]);
    expect(await now()).not.toContain('not deployed, hidden');
    await press(mainParts.hidden);
    expect(await now()).toContain('not deployed, hidden');
    await press(mainParts.hidden);
    expect(await now()).not.toContain('not deployed, hidden');
    expect(await now()).toContain('Hidden accounts (1)');
    await press(`${accountParts.hide}${two}`);
    expect(dialogs).toHaveLength(1);
    expect((await now()).match(/not deployed, hidden/gu)).toHaveLength(2);
    expect((await module.accounts.list(chainId)).every(({ hidden }) => hidden)).toBe(true);
    await press(`${accountParts.show}${one}`);
    expect((await module.accounts.get(chainId, one ?? '')).hidden).toBe(false);
  });

  it('offers the vendor’s next step to an account that has one, and none if something bars it', async () => {
    const old = { ...accounts[0], accountClass: 'argent031', deployment: 'deployed' } as const;
    const stored = (account: object) => ({
      stored: { plain: { accounts: { [chainId]: [account] } } },
    });
    const offered = open(stored(old));
    await offered.press(getLinkName('account', one));
    expect(await offered.now()).toContain(`${accountParts.upgrade}${one}`);
    for (const bar of [{ obstacle: 'guardian' }, { deployment: 'unknown' }]) {
      const barred = open(stored({ ...old, ...bar }));
      await barred.press(getLinkName('account', one));
      expect(await barred.now()).not.toContain(accountParts.upgrade);
    }
  });

  it('leads to the first part if there is no such account', async () => {
    const { now, press } = withTwo();
    for (const about of ['0x1', 'constructor', ''.padEnd(5_000, 'x')]) {
      await press(getLinkName('account', about));
      expect(await now()).toContain(sayEnglish('home.recent'));
    }
  });
});
