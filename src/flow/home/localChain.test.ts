import { expect, it } from '@jest/globals';
import { openPage } from '../../../test/wallet/openPage';
import { storedRecord } from '../../../test/wallet/records';
import { storedAccounts } from '../../../test/wallet/storedAccounts';
import { chainIds } from '../../schema/primitives';
import { settingParts } from '../../ui/home/settings';
import { getLinkName, homeParts } from '../../ui/home/view';

const chainId = chainIds.sepolia;

it('shows of a chain on this machine no page of an explorer, and no node that the user could stop using', async () => {
  const [account] = storedAccounts(chainId, 1);
  const { press, now, module } = openPage({
    sepoliaUrl: 'http://127.0.0.1:9/rpc',
    stored: { plain: { accounts: { [chainId]: [account] } } },
  });
  await module.transactions.add({ ...storedRecord(1), senderAddress: account?.address ?? '' });
  await press(homeParts.refresh);
  await press(getLinkName('record', storedRecord(1).txnHash));
  expect(await now()).toContain('Transaction hash');
  expect(await now()).not.toMatch(/explorer|https/iu);
  await press(`${homeParts.go}settings`);
  await press(`${settingParts.unfold}node`);
  expect(await now()).toContain('Local chain');
  expect(await now()).toContain('127.0.0.1:9');
  expect(await now()).not.toContain('Stop using it');
  await module.settings.nodes.choose(chainId, [{ url: 'https://own.example/rpc' }]);
  await press(`${settingParts.unfold}node`);
  await press(`${settingParts.unfold}node`);
  expect(await now()).toContain('Stop using it');
});
