import { setTimeout as pause } from 'node:timers/promises';
import { listParts } from '../wallet/fakeDialogs';
import type { Interface } from './driven';
import type { World } from './world';

const DRAWN_MS = 2_000;

/** The module's page, opened, and functions to operate it by its real buttons and fields. */
export async function openOnPage({ wallet: { interfaces }, page: shown }: World) {
  await interfaces.openPage('home');
  const page = (): Interface | null => shown()?.ui ?? null;
  const isDrawn = (name: string) =>
    listParts(page()?.content).some(({ props }) => props.name === name);
  const act = (
    form: string | null,
    event: Parameters<typeof interfaces.input>[0]['event'],
  ): void => {
    const ui = page();
    if (ui) interfaces.input({ interfaceId: ui.id, form, event });
  };
  return {
    fill: (form: string, name: string, value: string) =>
      act(form, { type: 'InputChangeEvent', name, value }),
    submit: (form: string) => act(null, { type: 'FormSubmitEvent', name: form }),
    /** Presses a button. @returns false if what it leads to is not drawn: the module was ended. */
    async press(button: string, then: string): Promise<boolean> {
      act(null, { type: 'ButtonClickEvent', name: button });
      const until = Date.now() + DRAWN_MS;
      while (!isDrawn(then) && Date.now() < until) await pause(20);
      return isDrawn(then);
    },
  };
}
