import { parseView } from '../../src/ui/home/view';
import { reviewParts } from '../../src/ui/review/dialog';
import { listParts } from './fakeDialogs';
import { openPage } from './openPage';

const ID = 'interface-0';

/** A user at the main page, who presses only what is drawn and enabled, and counts. */
export function openPresser(options: Parameters<typeof openPage>[0]) {
  let dialogs = 0;
  const page = openPage({
    ...options,
    byHand: true,
    border({ method }, cross) {
      if (method === 'snap_dialog') dialogs += 1;
      return cross();
    },
  });
  let presses = 0;
  const find = async (name: string) =>
    listParts(await page.tree()).find(({ props }) => String(props.name).startsWith(name))?.props;
  const nameOf = async (name: string): Promise<string> => {
    const part = await find(name);
    if (!part || part.disabled === true) throw new Error(`Nothing to press is called ${name}.`);
    return String(part.name);
  };
  return {
    sees: page.now,
    module: page.module,
    presses: () => presses,
    dialogs: () => dialogs,
    /** The part in sight, and what is typed there. */
    async place() {
      const view = parseView(await page.module.dialogs.homeView(ID));
      const { page: part, about, open } = view ?? {};
      return { page: part, about, open, typed: structuredClone(page.pages.state(ID)) };
    },
    /** Confirms what the page asks, and goes back from a secret that it then shows. */
    async confirm() {
      if (await find('understand.')) await page.fillIn(await nameOf('understand.'), true);
      await page.press(await nameOf('confirm.'));
      if (await find(reviewParts.leave)) await page.press(reviewParts.leave);
    },
    async press(name: string) {
      const whole = await nameOf(name);
      presses += 1;
      await page.press(whole);
    },
    /** Chooses in a list, which is a press. */
    async choose(name: string, value: string) {
      await nameOf(name);
      presses += 1;
      await page.fillIn(name, value);
    },
    async type(name: string, text: string) {
      await nameOf(name);
      await page.fillIn(name, text);
    },
    async submit(form: string) {
      const whole = await nameOf(form);
      presses += 1;
      await page.submit(whole);
    },
  };
}
