import { expect, it } from '@jest/globals';
import { fakePage } from '../../test/wallet/fakePage';
import { createWalletStore } from './walletStore';

const at = fakePage();

it('holds the wallets once the page subscribes, each once, and none for a server', () => {
  const { info, provider } = at;
  at.isThere({ info, provider });
  const wallets = createWalletStore();
  expect(wallets.get()).toEqual([]);
  let changes = 0;
  const count = () => {
    changes += 1;
  };
  // As React's StrictMode subscribes.
  wallets.subscribe(count)();
  const end = wallets.subscribe(count);
  const held = wallets.get();
  expect(held).toEqual([{ info, provider }]);
  expect(wallets.get() === held).toBe(true);
  expect(wallets.getOnServer()).toEqual([]);
  expect(changes).toBe(1);
  end();
  at.announce({ info: { ...info, uuid: '2' }, provider });
  expect(wallets.get()).toBe(held);
});
