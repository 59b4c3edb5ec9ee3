import { expect, it } from '@jest/globals';
import { english } from '../../../test/wallet/openDialogs';
import { openPage } from '../../../test/wallet/openPage';
import { allMethods } from '../../rpc/allMethods';
import { getLinkName } from '../../ui/home/view';

it('describes every method in the activity log', async () => {
  const texts = Object.keys(await english());
  const names = texts.flatMap((name) => /^home\.asked\.(.+)$/u.exec(name)?.[1] ?? []);
  expect(names.sort()).toEqual(Object.keys(allMethods).sort());
});

it('draws in one line what a node said in several', async () => {
  const { module, press, now } = openPage();
  const nodeText = 'Transaction validation has failed:\n  0: Error in the called contract';
  const end = module.activity.begun('https://dapp.example', 'xnet_executeTxn');
  end({ outcome: 'failed', kind: 'nodeError', told: nodeText });
  await press(getLinkName('activity'));
  expect(await now()).toContain('validation has failed: 0: Error in the called contract');
});
