import { it, expect } from '@jest/globals';
import { openPopup, show } from '../drawn/popup';
import { drawingsIn } from '../drawn/drawings';
import { mkdirSync } from 'node:fs';
const { L = 'en', M = '.', DARK, W = '360', H = '592' } = process.env;
it('shots', async () => {
const popup = await openPopup();
await popup.page.setViewportSize({ width: Number(W), height: Number(H) });
mkdirSync('/tmp/shots', {recursive:true});
if (DARK) await popup.page.emulateMedia({ colorScheme: 'dark' });
for (const d of await drawingsIn(L)) {
  if (!new RegExp(M).test(d.name)) continue;
  await show(popup, d);
  await popup.page.evaluate((h) => { document.body.style.margin='0'; const c = document.querySelector<HTMLElement>('.popup')!; c.style.margin='0'; if (h!=='592') c.style.height=`${h}px`; }, H);
  await popup.page.screenshot({ path: `/tmp/shots/${L}${DARK??''} ${d.name}.png` });
}
await popup.browser.close();
expect(1).toBe(1);
}, 200000);
