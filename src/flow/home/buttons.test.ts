import { describe, expect, it } from '@jest/globals';
import vectors from '../../../test/vectors/accounts.json';
import { openPage } from '../../../test/wallet/openPage';
import { storedAccounts } from '../../../test/wallet/storedAccounts';
import { chainIds } from '../../schema/primitives';
import { accountParts } from '../../ui/home/accounts';
import { mainParts } from '../../ui/home/main';
import { getLinkName, homeParts } from '../../ui/home/view';
import { reviewParts } from '../../ui/review/dialog';
import { workingAccount } from '../consent/permissions';

const chainId = chainIds.sepolia;
const openWithAccount = (options: Parameters<typeof openPage>[0] = {}) =>
  openPage({
    ...options,
    fetch: async () => new Response('', { status: 404 }),
    stored: { plain: { accounts: { [chainId]: storedAccounts(chainId, 1) } } },
  });

describe('a button of the page', () => {
  it('rounds amounts or not, as its button was pressed last, wherever one was meanwhile', async () => {
    const { press, module, tree } = openWithAccount();
    const kept = async () => {
      await tree();
      return module.dialogs.homeView('interface-0');
    };
    await press(homeParts.exact);
    await press(`${homeParts.go}sites`);
    await press(`${homeParts.go}main`);
    expect(await kept()).toMatchObject({ page: 'main', isExact: true });
    await press(homeParts.exact);
    expect(await kept()).toMatchObject({ page: 'main', isExact: false });
  });

  it('shows a hidden account to sites again at a button', async () => {
    const { press, now, module } = openWithAccount();
    const [account] = await module.accounts.list(chainId);
    const address = account?.address ?? '';
    await module.accounts.change(chainId, address, (one) => ({ ...one, hidden: true }));
    await press(homeParts.refresh);
    expect(await now()).toContain('index 0');
    expect(await now()).toContain(`Show to sites again: ${account?.name}`);
    await press(`${accountParts.show}${address}`);
    expect(await now()).not.toContain('Show to sites again');
    expect(await module.accounts.list(chainId)).toMatchObject([{ hidden: false }]);
  });

  it('makes another account the one that sites work with, if they may see several', async () => {
    const { press, now, module } = openWithAccount();
    expect(await now()).not.toMatch(/current|Switch to/u);
    const two = storedAccounts(chainId, 2);
    await module.accounts.keepFound(chainId, two);
    await press(homeParts.refresh);
    expect(await now()).toMatch(
      /index 0, not deployed, current.*index 1, not deployed".*Switch to/u,
    );
    await press(`${accountParts.use}${two[1]?.address}`);
    expect(await now()).toMatch(
      /index 1, not deployed, current.*index 0, not deployed".*Switch to/u,
    );
    await expect(press(`${accountParts.use}0x1`)).rejects.toMatchObject({ kind: 'unknownAccount' });
    const network = { chainId, name: '' };
    const working = await workingAccount(module, { network }, await module.accounts.list(chainId));
    expect(working?.address).toBe(two[1]?.address);
    await module.accounts.change(chainId, working?.address ?? '', (one) => ({
      ...one,
      hidden: true,
    }));
    await press(homeParts.refresh);
    expect(await now()).not.toMatch(/current|Switch to/u);
  });

  // @promise T33.1
  it('asks for the same confirmation of the key on the page as for a site', async () => {
    const { press, module, dialogs, openings, now } = openWithAccount();
    const [account] = await module.accounts.list(chainId);
    expect(await now()).not.toContain('private key');
    await press(getLinkName('account', account?.address));
    expect(await now()).toContain(`Show private key of ${account?.name}`);
    await press(`${accountParts.key}${account?.address}`);
    const [question, shown] = dialogs.map((dialog) => JSON.stringify(dialog));
    expect(dialogs).toHaveLength(2);
    expect(question).not.toContain('Asked by');
    expect(question).not.toContain('A site asks for this');
    expect(JSON.stringify(openings.at(-1))).toMatch(/"name":"understand\.\d+"/u);
    expect(shown).toContain('"sensitive":true');
    expect(shown).toContain(vectors.accounts[0]?.privateKey);
  });

  it('shows no key if its owner changes their mind', async () => {
    const { press, module, dialogs, now } = openWithAccount({ user: () => false });
    const [account] = await module.accounts.list(chainId);
    await press(getLinkName('account', account?.address));
    const before = await now();
    await press(`${accountParts.key}${account?.address}`);
    expect(dialogs).toHaveLength(1);
    expect(await now()).toBe(before);
  });
});

describe('a press that takes its time', () => {
  /** Something that arrives, and waits until it is released. */
  const hold = () => {
    let arrive = () => {};
    let release = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const wait = () => {
      arrive();
      return released;
    };
    return { wait, arrived, release };
  };

  it('tells what it does and what came of it, on the part that was opened meanwhile', async () => {
    const asked = hold();
    const { press, now } = openPage({
      fetch: async () => {
        await asked.wait();
        return new Response('', { status: 404 });
      },
    });
    await now();
    const finding = press(mainParts.find);
    await asked.arrived;
    expect(await now()).toContain('Looking at the first 20 indexes');
    await press(getLinkName('sites'));
    asked.release();
    await finding;
    expect(await now()).toMatch(/The node’s answer could not be used.*No site can see/su);
  });

  it('shows that it is prepared, with a way back from which nothing is created', async () => {
    const asked = hold();
    const { press, module, now } = openPage({
      fetch: async () => new Response('', { status: 404 }),
      async border({ method }, cross) {
        if (method === 'snap_getBip32Entropy') await asked.wait();
        return cross();
      },
    });
    await now();
    const creating = press(mainParts.create);
    await asked.arrived;
    expect(await now()).toContain('Preparing what you will see');
    await press(getLinkName('settings'));
    expect(await now()).toContain('Preparing what you will see');
    await press(reviewParts.leave);
    await press(getLinkName('settings'));
    asked.release();
    await creating;
    expect(await module.dialogs.homeView('interface-0')).toMatchObject({ page: 'settings' });
    expect(await module.accounts.list(chainId)).toEqual([]);
  });
});
