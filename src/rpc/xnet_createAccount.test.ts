import { expect, it } from '@jest/globals';
import { openModule } from '../../test/wallet/openModule';

const DAPP = 'https://dapp.example';

it('asks once where a site asks twice at a time for the account of an index', async () => {
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
