import { describe, expect, it } from '@jest/globals';
import { openPage } from '../../../test/wallet/openPage';
import { storedAccounts } from '../../../test/wallet/storedAccounts';
import { chainIds } from '../../schema/primitives';
import { homeParts } from '../../ui/home/view';

const chainId = chainIds.sepolia;
const openWithAccount = () =>
  openPage({
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
    expect(await now()).toContain('Show to sites again');
    await press(`${homeParts.show}${address}`);
    expect(await now()).not.toContain('Show to sites again');
    expect(await module.accounts.list(chainId)).toMatchObject([{ hidden: false }]);
  });
});
