import { startTimer } from '@xnet/clients/transport/policy';
import { firstView, homeFacts } from '../../src/flow/home/body';
import { answerUserInput, openHome, refreshHome } from '../../src/flow/home/page';
import type { SettingName } from '../../src/flow/home/settings/settings';
import { chainIds } from '../../src/schema/primitives';
import { HomePage } from '../../src/ui/home/page';
import { settingParts } from '../../src/ui/home/settings';
import { homePages, homeParts } from '../../src/ui/home/view';
import type { DialogInput } from '../../src/ui/review/reduceReview';
import { assertDrawable } from '../drawn/assertDrawable';
import { openModule } from './openModule';

/** A mark of what stands between two parts. */
const waiting = '"key":"waiting"';

/** Timers below that only give wallets and users time to see a drawing. */
const SHORT_MS = 1_000;
/** The module's timer without the time for those who see its drawings. */
export const startQuickTimer: typeof startTimer = (run, ms) =>
  startTimer(run, ms < SHORT_MS ? 0 : ms);

type Options = Parameters<typeof openModule>[0] & {
  /** True if the test presses what the page asks; otherwise `user` answers as in a dialog. */
  byHand?: boolean;
};

/** The module with its own page open, and functions to operate it. */
export function openPage({ byHand = false, ...options }: Options = {}) {
  /** The page's text after each input that changed it, without what stands between two parts. */
  const drawn: string[] = [];
  const { border = (_request, cross) => cross(), ...rest } = options;
  const opened = openModule({
    setTimer: startQuickTimer,
    ...rest,
    border(request, cross) {
      if (request.method === 'snap_updateInterface') {
        const text = textOf((request.detail as { ui: unknown }).ui);
        if (!text.includes(waiting)) drawn.push(text);
      }
      return border(request, cross);
    },
  });
  let id = openHome(opened.module);
  const seen = async () => opened.pages.open(await id);
  const input = async (event: DialogInput) => {
    await answerUserInput(opened.module, await id, event);
    if (!byHand) await opened.answerOnPage(await id);
  };
  const press = (name: string) => input({ type: 'ButtonClickEvent', name });
  /** Submits the form of a setting with these texts, whether or not it is unfolded. */
  const save = (setting: SettingName, value: object) =>
    input({ type: 'FormSubmitEvent', name: `${settingParts.form}${setting}`, value });

  return {
    ...opened,
    drawn,
    /** Opens the page anew, as a user does after a dialog has led away from it. */
    async reopen() {
      id = openHome(opened.module);
      await id;
    },
    input,
    press,
    save,
    /** The page's current text. */
    now: async () => textOf((await seen()).tree()),
    tree: async () => (await seen()).tree(),
    fillIn: async (name: string, value: unknown) => (await seen()).fillIn(name, value),
    /** Submits a form with what its fields hold. */
    async submit(name: string) {
      await (await seen()).send(name);
      if (!byHand) await opened.answerOnPage(await id);
    },
    send: async (setting: SettingName) => (await seen()).send(`${settingParts.form}${setting}`),
    /** The module's background job that the wallet starts after the page was opened. */
    refresh: async () => refreshHome(opened.module, await id),
    /** The whole content of the page, visible or not. */
    async page() {
      const { module } = opened;
      const say = await module.dialogs.saying();
      const view = await firstView(module);
      const all = homePages.map(async (page) =>
        textOf(HomePage({ ...(await homeFacts(module, { ...view, page })), say })),
      );
      return (await Promise.all(all)).join('\n');
    },
    /** Submits the form for nodes. */
    use: (url: unknown, network: unknown = chainIds.sepolia) => save('node', { network, url }),
    /** Selects the public nodes of a network. */
    async reset(network: string = chainIds.sepolia) {
      await press(`${homeParts.go}settings`);
      await press(`${settingParts.unfold}node`);
      await (await seen()).fillIn('network', network);
      await press(`${settingParts.remove}node`);
    },
  };
}

/** The text of a page, which the wallet must be able to draw. */
function textOf(page: unknown): string {
  assertDrawable(page);
  return JSON.stringify(page);
}
