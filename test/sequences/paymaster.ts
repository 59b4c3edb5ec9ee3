import { chainIds } from '../../src/schema/primitives';
import { settingParts } from '../../src/ui/home/settings';
import { getLinkName } from '../../src/ui/home/view';
import { openOnPage } from './onPage';
import type { World } from './world';

/** Entered as the API key: it must not appear anywhere else. */
export const API_KEY = 'k3y-0f-a-s3rvice';
const FORM = `${settingParts.form}paymaster`;
const UNFOLD = `${settingParts.unfold}paymaster`;

/** Sets Sepolia's paymaster on the module's page, as far as the page allows. */
export async function choosePaymaster(world: World): Promise<void> {
  const { press, fill, submit } = await openOnPage(world);
  if (!(await press(getLinkName('settings'), UNFOLD)) || !(await press(UNFOLD, FORM))) return;
  fill(FORM, 'network', chainIds.sepolia);
  fill(FORM, 'url', world.paymaster.url);
  fill(FORM, 'key', API_KEY);
  submit(FORM);
}
