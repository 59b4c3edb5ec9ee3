import { describe, expect, it } from '@jest/globals';
import {
  type AskingPage,
  findConfirm,
  findConfirmName,
  openAsking,
} from '../../../test/wallet/openAsking';
import { chainIds } from '../../schema/primitives';
import { reviewParts } from '../../ui/review/dialog';
import { answerUserInput, keepAsking } from './page';

const chainId = chainIds.sepolia;
const accountsOf = ({ module }: AskingPage) => module.accounts.list(chainId);

describe('a module that the wallet ended while the user read', () => {
  const press = (module: AskingPage['module'], name: string) =>
    answerUserInput(module, 'interface-0', { type: 'ButtonClickEvent', name });

  it('signs nothing at the old Confirm, asks again, and says why', async () => {
    const page = await openAsking();
    const module = page.restarted();
    await press(module, await findConfirmName(page));
    expect(await accountsOf(page)).toEqual([]);
    expect(await page.now()).toContain('all of it was read again');
    await press(module, await findConfirmName(page));
    expect(await module.accounts.list(chainId)).toHaveLength(1);
    expect(await page.now()).toContain('Only over Starknet');
  });

  it('goes back at the old Cancel', async () => {
    const page = await openAsking();
    await press(page.restarted(), reviewParts.leave);
    expect(await findConfirm(page)).toBeUndefined();
    expect(await page.now()).toContain('I had accounts before');
  });
});

describe('a review whose end could not be drawn', () => {
  it('says at the next press that nothing was signed, if its end could not be drawn', async () => {
    let isSilent = false;
    const page = await openAsking({
      border: ({ method }, cross) =>
        isSilent && method === 'snap_getInterfaceContext'
          ? Promise.reject(new Error('The wallet is busy.'))
          : cross(),
    });
    isSilent = true;
    await keepAsking(page.module, 'interface-0');
    isSilent = false;
    expect(await findConfirm(page)).toBeDefined();
    await page.press(await findConfirmName(page));
    expect(await accountsOf(page)).toEqual([]);
    expect(await page.now()).toContain('Nothing was signed');
  });
});
