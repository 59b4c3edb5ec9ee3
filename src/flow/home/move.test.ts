import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startTrialNode, type TrialNode } from '../../../test/chain/trialNode';
import { openPage } from '../../../test/wallet/openPage';
import { storedAccounts } from '../../../test/wallet/storedAccounts';
import { chainIds } from '../../schema/primitives';
import { accountParts } from '../../ui/home/accounts';
import { getLinkName } from '../../ui/home/view';

const chainId = chainIds.sepolia;
const accounts = storedAccounts(chainId, 2).map((one) => ({
  ...one,
  deployment: 'deployed' as const,
}));
const [one = '', two = ''] = accounts.map(({ address }) => address);

let node: TrialNode;
beforeEach(async () => {
  node = await startTrialNode();
});
afterEach(() => node.stop());

const open = (stored: readonly object[] = accounts, user: () => boolean = () => true) =>
  openPage({
    sepoliaUrl: node.url,
    user,
    stored: { plain: { version: 1, accounts: { [chainId]: stored } } },
  });

describe('the button that moves everything', () => {
  it('leads from another account to the current one, after the review of a site’s request', async () => {
    const { press, now, dialogs } = open();
    await press(getLinkName('account', two));
    expect(await now()).toContain('Move everything to Account 1');
    await press(`${accountParts.move}${two} ${one}`);
    expect(dialogs).toHaveLength(1);
    expect(JSON.stringify(dialogs[0])).not.toContain('Asked by');
    expect(node.sent).toHaveLength(1);
    expect(await now()).toContain('Transaction');
  });

  it('leads from the current account to the others, and changes nothing if it is rejected', async () => {
    const { press, now } = open(accounts, () => false);
    await press(getLinkName('account', one));
    expect(await now()).toContain('Move everything to Account 2');
    await press(`${accountParts.move}${one} ${two}`);
    expect(node.sent).toEqual([]);
    expect(await now()).toContain('Move everything to Account 2');
  });

  it('makes and offers no move to an account whose key the phrase does not have', async () => {
    const [first, second] = accounts;
    const foreign = { ...second, publicKey: '0x1234' };
    const { press, now } = open([{ ...first }, foreign]);
    await press(getLinkName('account', one));
    expect(await now()).not.toContain(accountParts.move);
    await press(`${accountParts.move}${one} ${two}`);
    expect(await now()).toContain('Your recovery phrase alone cannot use this account.');
    expect(node.sent).toEqual([]);
    await press(getLinkName('receive', two));
    expect(await now()).toContain('The recovery phrase in this wallet has no key for it');
  });

  it('offers nothing if an account cannot be used, and tells why nothing was moved', async () => {
    const [first, second] = accounts;
    const blocked = { ...second, obstacle: 'guardian' };
    const { press, now } = open([{ ...first }, blocked]);
    for (const address of [one, two]) {
      await press(getLinkName('account', address));
      expect(await now()).not.toContain(accountParts.move);
    }
    await press(`${accountParts.move}${two} ${one}`);
    expect(await now()).toContain('"severity":"danger"');
    expect(node.sent).toEqual([]);
  });
});
