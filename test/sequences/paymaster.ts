import { setTimeout as pause } from 'node:timers/promises';
import { chainIds } from '../../src/schema/primitives';
import { settingParts } from '../../src/ui/home/settings';
import { homeParts } from '../../src/ui/home/view';
import { partsOf } from '../wallet/fakeDialogs';
import type { Interface } from './driven';
import type { World } from './world';

/** Entered as the API key: it must not appear anywhere else. */
export const API_KEY = 'k3y-0f-a-s3rvice';
const FORM = `${settingParts.form}paymaster`;
const DRAWN_MS = 2_000;

/** Sets Sepolia's paymaster on the module's page, as far as the page allows. */
export async function choosePaymaster(world: World): Promise<void> {
  const { interfaces } = world.wallet;
  await interfaces.openPage('home');
  const page = (): Interface | null => world.page()?.ui ?? null;
  const isDrawn = (name: string) =>
    partsOf(page()?.content).some(({ props }) => props.name === name);
  const act = (
    form: string | null,
    event: Parameters<typeof interfaces.input>[0]['event'],
  ): void => {
    const ui = page();
    if (ui) interfaces.input({ interfaceId: ui.id, form, event });
  };
  const fill = (name: string, value: string) =>
    act(FORM, { type: 'InputChangeEvent', name, value });
  for (const [button, then] of [
    [`${homeParts.go}settings`, `${settingParts.unfold}paymaster`],
    [`${settingParts.unfold}paymaster`, FORM],
  ] as const) {
    act(null, { type: 'ButtonClickEvent', name: button });
    const until = Date.now() + DRAWN_MS;
    while (!isDrawn(then) && Date.now() < until) await pause(20);
    // A module that was ended meanwhile, or cannot read its state, draws no form.
    if (!isDrawn(then)) return;
  }
  fill('network', chainIds.sepolia);
  fill('url', world.paymaster.url);
  fill('key', API_KEY);
  act(null, { type: 'FormSubmitEvent', name: FORM });
}
