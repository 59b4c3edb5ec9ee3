import { afterEach, expect, it } from '@jest/globals';
import { createTestWallet } from '../testing/testWallet';
import { createClient } from './client';
import { createConnection, listAddresses } from './connection';

const place = globalThis as { document?: EventTarget & { hidden: boolean } };

let end = () => {};

afterEach(() => {
  end();
  delete place.document;
});

it('reports to a tab that is seen again what the user answered in another one, without a dialog', async () => {
  const wallet = createTestWallet();
  const tab = () => createConnection(createClient({ provider: wallet.providerFor('https://a.b') }));
  const [one, two] = [tab(), tab()];
  const page = Object.assign(new EventTarget(), { hidden: true });
  place.document = page;
  const told = new Promise((tell) => {
    end = two.listen((now) => tell(listAddresses(now)));
  });
  const accounts = listAddresses(await one.connect());
  expect(accounts).toHaveLength(1);
  expect(two.state).toBeUndefined();
  page.hidden = false;
  page.dispatchEvent(new Event('visibilitychange'));
  expect(await told).toEqual(accounts);
  expect(wallet.dialogs).toHaveLength(1);
});
