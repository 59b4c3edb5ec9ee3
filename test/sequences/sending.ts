import { sendParts } from '../../src/ui/home/send';
import { goTo } from '../../src/ui/home/view';
import { openOnPage } from './onPage';
import type { World } from './world';

const FRIEND = '0x064b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691';

/** Sends a little from the current account on the module's page, as far as the page allows. */
export async function sendFromPage(world: World): Promise<void> {
  const { press, fill, submit } = await openOnPage(world);
  if (!(await press(goTo('send'), sendParts.form))) return;
  for (let digits = 1; digits <= FRIEND.length; digits += 13)
    fill(sendParts.form, sendParts.to, FRIEND.slice(0, digits));
  fill(sendParts.form, sendParts.to, FRIEND);
  fill(sendParts.form, sendParts.amount, '0.000001');
  submit(sendParts.form);
}
