import { expect, it } from '@jest/globals';
import { openPage } from '../../../test/wallet/openPage';
import { storedRecord } from '../../../test/wallet/records';
import { homeParts } from '../../ui/home/view';

it.each([
  ['http://127.0.0.1:9/', false],
  ['https://node.example/', true],
])('of a chain read at %s a record has a page of an explorer: %s', async (sepoliaUrl, hasPage) => {
  const { press, now, module } = openPage({ sepoliaUrl });
  const record = storedRecord(1);
  await module.transactions.add(record);
  await press(`${homeParts.record}${record.txnHash}`);
  const shown = await now();
  expect(shown).toContain(`"${record.txnHash}"`);
  expect(shown.includes('voyager.online')).toBe(hasPage);
  expect(shown.includes('Explorer page')).toBe(hasPage);
});
