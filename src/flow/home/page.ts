import type { Module, Wallet } from '../../module';
import { chooseParts } from '../../ui/dialogs';
import {
  behind,
  type HomePageName,
  type HomeView,
  homePages,
  homeParts,
  parseView,
} from '../../ui/home/view';
import type { DialogInput } from '../../ui/review/reduceReview';
import { say } from '../../ui/text/words';
import { firstView, homeFacts } from './body';
import { notTaken } from './form';
import type { Drawing, OpenPage, Part } from './part';
import { parts } from './parts';
import { readablePart } from './readable';

/**
 * Draws the page from state at once, and asks the wallet to wake the module for node data: after
 * its response, a runtime may not continue by itself.
 * @returns id of the page
 */
export async function openHome(module: Module): Promise<string> {
  const view = await firstView(module);
  const facts = await homeFacts(module, view, parts[view.page].untilFilled);
  const id = await module.dialogs.openHome(facts);
  if (!(await module.wakePage(id))) await draw(module, id, view);
  return id;
}

/** Updates an open page with node data; does nothing for a closed one. */
export async function refreshHome(module: Module, id: string): Promise<void> {
  const view = await viewIn(module, id);
  if (view) await fill(pageOf(module, id, view), {});
}

/** State that cannot be read is told by the drawing. */
const fill = async (page: OpenPage, drawing: Drawing) => {
  const filled = parts[page.view.page].fill?.(page, drawing);
  if (filled) await readablePart(page.module, filled);
};

const draw = async (module: Module, id: string, view: HomeView, drawing?: Drawing) =>
  module.dialogs.updateHome(id, await homeFacts(module, view, drawing));

/** The current view of a page; undefined if it is closed. */
const viewIn = async (module: Wallet, id: string): Promise<HomeView | undefined> =>
  parseView(await module.dialogs.homeView(id).catch(() => undefined));

/** An open page with a view. */
function pageOf(module: Module, id: string, view: HomeView): OpenPage {
  const inTurn = <R>(task: () => Promise<R>) => module.inTurn(`page.${id}`, task);
  /** With the view that the page has at its turn; does nothing for a closed page. */
  const whileOpen = <R>(task: (now: HomeView) => Promise<R>): Promise<R | undefined> =>
    inTurn(async () => {
      const now = await viewIn(module, id);
      return now && task(now);
    });
  const drawUntilFilled = async (shown: HomeView, drawing: Drawing) => {
    const { untilFilled } = parts[shown.page];
    await draw(module, id, shown, drawing.fetched ? drawing : { ...drawing, ...untilFilled });
    return shown;
  };
  const fillShown = async (shown: HomeView, drawing: Drawing) => {
    if (!drawing.fetched) await fill(pageOf(module, id, shown), drawing);
  };
  const show: OpenPage['show'] = async (changes, drawing = {}) => {
    const shown = await inTurn(() => drawUntilFilled({ ...view, ...changes }, drawing));
    await fillShown(shown, drawing);
  };
  const conclude: OpenPage['conclude'] = async (changes, drawing = {}) => {
    const shown = await whileOpen(async (now) => {
      if (isSamePart(now, view) && now.open === view.open)
        return drawUntilFilled({ ...now, ...changes }, drawing);
      await draw(module, id, now, { notice: drawing.notice });
      return undefined;
    });
    if (shown) await fillShown(shown, drawing);
  };
  const update: OpenPage['update'] = (change, drawing) =>
    whileOpen(async (now) => {
      if (!isSamePart(now, view)) return;
      const changed = { ...now, ...(await change(now)) };
      await draw(module, id, changed, typeof drawing === 'function' ? drawing() : drawing);
    });
  return {
    module,
    id,
    view,
    show,
    open: (page, about = '', drawing = {}) => show(partView(page, about), drawing),
    conclude,
    lead: (page, about) => conclude(partView(page, about)),
    update,
    tell: (notice) => whileOpen((now) => draw(module, id, now, { notice })),
    redraw: (drawing) => update(() => ({}), drawing),
  };
}

/** The view of a part that is opened. */
const partView = (page: HomePageName, about: string): Partial<HomeView> => ({
  page,
  about,
  open: '',
  older: 0,
  draft: {},
});

const isSamePart = (a: HomeView, b: HomeView): boolean =>
  a.page === b.page && a.chainId === b.chainId && a.about === b.about;

/** Handles an input on the page; ignores unknown ones. */
async function onHomeInput(
  module: Module,
  id: string,
  { type, name = '', value }: DialogInput,
): Promise<void> {
  const view = (await viewIn(module, id)) ?? (await firstView(module));
  const page = pageOf(module, id, view);
  if (type === 'ButtonClickEvent') await press(page, name);
  for (const part of Object.values<Part<HomePageName>>(parts)) {
    if (type === 'InputChangeEvent') await part.change?.[name]?.(page, value);
    if (type !== 'FormSubmitEvent') continue;
    for (const [form, save] of Object.entries(part.submit ?? {})) {
      const about = behind(name, form);
      if (about !== undefined) await save(page, about, value);
    }
  }
}

/** Runs the action of a button. Its name ends with what the action is about, such as an address. */
async function press(page: OpenPage, name: string): Promise<void> {
  const to = behind(name, homeParts.go);
  if (to !== undefined) {
    const [part = '', about] = to.split(' ', 2);
    const known = homePages.find((one) => one === part);
    if (known) await page.open(known, about);
    return;
  }
  const lost = behind(name, homeParts.anew);
  if (lost !== undefined) {
    await page.module.lost.reset(lost);
    return page.show({});
  }
  for (const part of Object.values<Part<HomePageName>>(parts))
    for (const [button, act] of Object.entries(part.press ?? {})) {
      const about = behind(name, button);
      if (about !== undefined) await act(page, about);
    }
}

/** Handles a click or a submitted form, and redraws the page if it changes. */
export async function answerUserInput(
  module: Module,
  id: string,
  input: DialogInput,
): Promise<void> {
  if (await module.dialogs.answerReview(id, input)) return;
  const { name = '' } = input;
  if (input.type === 'ButtonClickEvent' && name === chooseParts.share)
    return module.dialogs.share(id);
  return onHomeInput(module, id, input).catch((error) => showLost(module, id, error));
}

/** Where something stored cannot be read, the page says which, instead of ending in an error. */
async function showLost(module: Module, id: string, error: unknown): Promise<void> {
  if (module.lost.keys().length === 0) throw error;
  const view = (await viewIn(module, id)) ?? (await firstView(module));
  await draw(module, id, view, { notice: notTaken(say('home.needsLost')) });
}
