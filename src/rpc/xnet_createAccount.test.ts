import { expect, it } from '@jest/globals';
import { openModule } from '../../test/wallet/openModule';
import { homeFacts } from '../flow/home/body';
import { chainIds } from '../schema/primitives';
import { HomePage } from '../ui/home/page';
import { createView } from '../ui/home/view';

const DAPP = 'https://dapp.example';

it('asks once if a site asks twice at a time for the account of an index', async () => {
  const { invoke, dialogs } = openModule();
  const create = () => invoke('xnet_createAccount', { addressIndex: 0 }, DAPP);
  const [one, again] = await Promise.all([create(), create()]);
  expect(again).toEqual(one);
  expect(dialogs).toHaveLength(1);
});

it('asks a site that was refused no more for those that it has waiting', async () => {
  const { invoke, dialogs } = openModule({ user: () => false });
  const all = [...Array(10).keys()].map((addressIndex) =>
    invoke('xnet_createAccount', { addressIndex }, DAPP),
  );
  for (const outcome of await Promise.allSettled(all)) expect(outcome.status).toBe('rejected');
  expect(dialogs).toHaveLength(3);
});

it.each([
  [19, false],
  [20, true],
  [1_234_567, true],
])('says of the index %i that no search finds it: %s', async (addressIndex, isSaid) => {
  const { invoke, dialogs, module } = openModule();
  const { address } = await invoke('xnet_createAccount', { addressIndex }, DAPP);
  const said = 'looks at the first 20 indexes only';
  expect(JSON.stringify(dialogs[0]).includes(said)).toBe(isSaid);
  const view = { ...createView(chainIds.sepolia), page: 'account' as const, about: address };
  const page = HomePage({ ...(await homeFacts(module, view)), say: await module.dialogs.saying() });
  expect(JSON.stringify(page).includes(said)).toBe(isSaid);
});
