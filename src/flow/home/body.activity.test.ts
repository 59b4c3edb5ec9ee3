import { expect, it } from '@jest/globals';
import { english } from '../../../test/wallet/openDialogs';
import { allMethods } from '../../rpc/allMethods';

it('describes every method in the activity log', async () => {
  const texts = Object.keys(await english());
  const names = texts.flatMap((name) => /^home\.asked\.(.+)$/u.exec(name)?.[1] ?? []);
  expect(names.sort()).toEqual(Object.keys(allMethods).sort());
});
