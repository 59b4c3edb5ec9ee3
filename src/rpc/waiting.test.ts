import { expect, it } from '@jest/globals';
import { patientUser } from '../../test/node/patientUser';
import { openModule } from '../../test/wallet/openModule';
import { chainIds } from '../schema/primitives';

const DAPP = 'https://dapp.example';

// @promise P33.1
it('asks the wallet something before it may wait for another request’s dialog', async () => {
  const { user, dialog } = patientUser();
  const asked: string[] = [];
  const { invoke } = openModule({
    user,
    border({ method }, cross) {
      asked.push(method);
      return cross();
    },
  });
  const change = () => invoke('xnet_switchNetwork', { chainId: chainIds.mainnet }, DAPP);
  const first = change();
  const shown = await dialog(1);
  asked.length = 0;
  const second = change();
  await invoke('xnet_getCurrentNetwork', {}, DAPP);
  expect(asked.filter((method) => method !== 'snap_setState')).toEqual(['snap_getClientStatus']);
  shown.answer(false);
  (await dialog(2)).answer(false);
  expect(await Promise.all([first, second])).toEqual([false, false]);
  asked.length = 0;
  await invoke('xnet_switchNetwork', { chainId: chainIds.sepolia }, DAPP);
  expect(asked).not.toContain('snap_getClientStatus');
});
