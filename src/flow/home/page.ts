import type { Module, Wallet } from '../../module';
import { chooseParts } from '../../ui/dialogs';
import {
  behind,
  type HomePageName,
  type HomeView,
  homePages,
  homeParts,
  type Notice,
  parseView,
} from '../../ui/home/view';
import { reviewParts } from '../../ui/review/dialog';
import type { DialogInput } from '../../ui/review/reduceReview';
import { say } from '../../ui/text/words';
import type { Act } from '../consent/acts';
import { firstView, homeFacts } from './body';
import { notTaken } from './form';
import type { Drawing, OpenPage, Part } from './part';
import { parts } from './parts';
import { AWAKE_SECONDS } from './place';
import { readablePart } from './readable';
import { keepTexts, whileAsked, whyNotDone } from './request';

/**
 * Draws the page from state at once, and asks the wallet to wake the module for node data: after
 * its response, a runtime may not continue by itself.
 * @returns id of the page
 */
export async function openHome(module: Module): Promise<string> {
  const isClosed = await module.acts.leaveAll();
  const told = await tellOutcome(module);
  const notice = told?.notice ?? (isClosed ? whyNotDone('closed', 'home.send') : undefined);
  const view = { ...(await firstView(module)), ...told?.view };
  const facts = await homeFacts(module, view, { ...parts[view.page].untilFilled, notice });
  const id = await module.dialogs.openHome(facts);
  if (!(await module.wakePage(id))) await draw(module, id, view, { notice });
  return id;
}

/** Updates an open page with node data; does nothing for a closed one. */
export async function refreshHome(module: Module, id: string): Promise<void> {
  const view = await viewIn(module, id);
  if (view?.asked !== '') return;
  const { notice } = (await tellOutcome(module)) ?? {};
  await fill(openView(module, id, view), { notice });
}

/** How long a review stays on the page without an answer. */
const LONGEST_MS = 10 * 60_000;

/** Reads what is asked on a page again, and keeps the wallet from ending the module meanwhile. */
export async function keepAsking(module: Module, id: string): Promise<void> {
  const act = module.acts.of(id);
  const since = act?.waitsSince();
  if (since === undefined) return;
  const isOver = module.now() - since > LONGEST_MS || (await module.isLocked());
  if (isOver || !(await viewIn(module, id))) {
    act?.close();
    return module.acts.rest(id);
  }
  await module.dialogs.refreshReview(id);
  await module.dialogs.calmReview(id);
  await module.wakePage(id, AWAKE_SECONDS, 'keepAsking');
}

/** State that cannot be read is told by the drawing. */
const fill = async (page: OpenPage, { fill: _texts, isTaken: _isTaken, ...drawing }: Drawing) => {
  // Fields have their texts by now, and what the user has typed since then stays.
  const filled = parts[page.view.page].fill?.(page, drawing);
  if (filled) await readablePart(page.module, filled);
};

/** @returns false if the page is gone: users leave it, and what was begun there goes on */
async function draw(
  module: Module,
  id: string,
  view: HomeView,
  drawing?: Drawing,
): Promise<boolean> {
  const facts = await homeFacts(module, { ...view, asked: '' }, drawing);
  try {
    await module.dialogs.updateHome(id, facts);
    return true;
  } catch (error) {
    if (await viewIn(module, id)) throw error;
    return false;
  }
}

/** The current view of a page; undefined if it is closed. */
const viewIn = async (module: Wallet, id: string): Promise<HomeView | undefined> =>
  parseView(await module.dialogs.homeView(id).catch(() => undefined));

const noEvent: DialogInput = { type: '' };

/** An open page with a view, and what the user did there. */
function openView(
  module: Module,
  id: string,
  view: HomeView,
  { event = noEvent, isAgain = false } = {},
): OpenPage {
  const inTurn = <R>(task: () => Promise<R>) => module.inTurn(`page.${id}`, task);
  /** With the view that the page has at its turn; does nothing for a closed page, or beside a review. */
  const whileOpen = <R>(task: (now: HomeView) => Promise<R>): Promise<R | undefined> =>
    inTurn(async () => {
      const now = module.acts.isInSight(id) ? undefined : await viewIn(module, id);
      return now && task(now);
    });
  const drawUntilFilled = async (drawnView: HomeView, drawing: Drawing) => {
    const { untilFilled } = parts[drawnView.page];
    const isThere = await draw(
      module,
      id,
      drawnView,
      drawing.fetched ? drawing : { ...drawing, ...untilFilled },
    );
    return isThere ? drawnView : undefined;
  };
  const fillShown = async (drawnView: HomeView, drawing: Drawing) => {
    if (!drawing.fetched) await fill(openView(module, id, drawnView), drawing);
  };
  const show: OpenPage['show'] = async (changes, drawing = {}) => {
    const newView = await inTurn(() => drawUntilFilled({ ...view, ...changes }, drawing));
    if (newView) await fillShown(newView, drawing);
  };
  const conclude: OpenPage['conclude'] = async (changes, drawing = {}) => {
    const isTold = await whileOpen(async (now) => {
      if (isSamePart(now, view) && now.open === view.open) {
        const newView = await drawUntilFilled({ ...now, ...changes }, drawing);
        return newView && (() => fillShown(newView, drawing));
      }
      const isThere = await draw(module, id, now, { notice: drawing.notice });
      return isThere ? async () => undefined : undefined;
    });
    await isTold?.();
    return isTold !== undefined;
  };
  const update: OpenPage['update'] = (change, drawing) =>
    whileOpen(async (now) => {
      if (!isSamePart(now, view)) return;
      const changed = { ...now, ...(await change(now)) };
      await draw(module, id, changed, typeof drawing === 'function' ? drawing() : drawing);
    });
  const wait: OpenPage['wait'] = (waitingFacts) =>
    inTurn(() =>
      module.dialogs
        .drawWaiting(id, whileAsked({ view, event }), waitingFacts)
        .catch(() => undefined),
    );
  return {
    module,
    id,
    view,
    event,
    isAgain,
    wait,
    show,
    open: (page, about = '', drawing = {}) => show(partView(page, about), drawing),
    conclude,
    lead: (page, about, drawing) => conclude(partView(page, about), drawing),
    update,
    tell: (notice) => whileOpen(async (now) => void (await draw(module, id, now, { notice }))),
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
  event: DialogInput,
  isAgain = false,
): Promise<void> {
  const { type, name = '', value } = event;
  const form = type === 'ButtonClickEvent' ? behind(name, homeParts.submit) : undefined;
  if (form !== undefined) {
    // The footer stands outside of every form.
    const fields = await module.dialogs.formState(id, form);
    return onHomeInput(module, id, { type: 'FormSubmitEvent', name: form, value: fields }, isAgain);
  }
  const view = (await viewIn(module, id)) ?? (await firstView(module));
  const page = openView(module, id, { ...view, asked: '' }, { event, isAgain });
  if (view.asked !== '' && !isAgain) return onOver(page, view.asked);
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
    const knownPage = homePages.find((one) => one === part);
    if (knownPage) await page.open(knownPage, about);
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

/** The event that asked for the review that the wallet stored a page with. */
const eventIn = ({ asked: event }: Pick<HomeView, 'asked'>): DialogInput => {
  if (event === '') return noEvent;
  return JSON.parse(event); // written by `whileAsked`
};

/**
 * An input in a review that is over, and nothing of it is signed: most often the wallet had ended
 * the module, which has forgotten it. What had been asked is asked again, unless the user goes back
 * or it was carried out without a page. Wallets keep no field that they do not draw: the form gets
 * its texts back first.
 */
async function onOver(page: OpenPage, asked: string): Promise<void> {
  const { module, id, event } = page;
  const askedBefore = eventIn({ asked });
  const form = { fill: keepTexts(askedBefore.value) };
  if (event.type === 'ButtonClickEvent' && event.name === reviewParts.leave)
    return page.show({}, form);
  // The end of an act is about to be drawn, or is by now.
  if (module.acts.of(id) || !(await isAsking(page))) return;
  const outcome = await tellOutcome(module);
  if (outcome) return page.show(outcome.view, { notice: outcome.notice });
  await page.redraw(form);
  await onHomeInput(module, id, askedBefore, true);
}

/** Whether a review stands on the page, after all drawings that have begun. */
const isAsking = ({ module, id }: OpenPage): Promise<boolean> =>
  module.inTurn(`page.${id}`, async () => ((await viewIn(module, id))?.asked ?? '') !== '');

/** An input while something is worked on in a part's place: there is a way back from it alone. */
async function onWaiting(module: Module, id: string, { type, name }: DialogInput): Promise<void> {
  const act = module.acts.of(id);
  if (type !== 'ButtonClickEvent' || name !== reviewParts.leave || !act) return;
  if (act.waitsSince() !== undefined) act.answer('refused');
  else await leaveWaiting(module, id, act);
  await module.acts.rest(id);
}

/** The user need not wait: what is not confirmed is refused, what is goes on. */
async function leaveWaiting(module: Module, id: string, act: Act): Promise<void> {
  const view = await viewIn(module, id);
  const isConfirmed = act.isConfirmed();
  if (!isConfirmed) act.answer('refused');
  module.acts.leave(id);
  if (!view) return;
  const page = openView(module, id, { ...view, asked: '' });
  await (isConfirmed ? page.open('main') : page.show({}, { fill: keepTexts(eventIn(view).value) }));
}

/** Handles a click or a submitted form, and redraws the page if it changes. */
export async function answerUserInput(
  module: Module,
  id: string,
  input: DialogInput,
): Promise<void> {
  if (await module.dialogs.answerReview(id, input)) return afterAnswer(module, id);
  const { name = '' } = input;
  if (input.type === 'ButtonClickEvent' && name === chooseParts.share)
    return module.dialogs.share(id);
  if (input.type === 'ButtonClickEvent' && name === chooseParts.more)
    return module.dialogs.showMore(id);
  if (module.acts.isInSight(id)) return onWaiting(module, id, input);
  const handled = onHomeInput(module, id, input).catch((error) => showLost(module, id, error));
  await module.acts.untilAsked(id, handled);
  return afterAnswer(module, id);
}

/** Timers run while a request of the wallet is open: a review on the page gets what it needs. */
async function afterAnswer({ acts, dialogs }: Module, id: string): Promise<void> {
  if (!acts.of(id)) return;
  await acts.rest(id);
  await dialogs.calmReview(id);
}

/** Outcome of an act whose page was gone, and where it leads; undefined if there is nothing. */
async function tellOutcome(
  module: Module,
): Promise<{ notice: Notice | undefined; view: Partial<HomeView> } | undefined> {
  const outcome = await module.outcome.take();
  if (!outcome) return undefined;
  const { act, how: ending, chainId, page, about } = outcome;
  if (ending !== 'done') return { notice: whyNotDone(ending, act), view: { chainId } };
  const knownPage = homePages.find((one) => one === page) ?? 'main';
  const notice: Notice = {
    severity: 'success',
    title: say(act),
    text: say('home.doneMeanwhile'),
  };
  return { notice, view: { chainId, page: knownPage, about } };
}

/** The page says which part of the state cannot be read, instead of ending in an error. */
async function showLost(module: Module, id: string, error: unknown): Promise<void> {
  if (module.lost.keys().length === 0) throw error;
  const view = (await viewIn(module, id)) ?? (await firstView(module));
  await draw(module, id, view, { notice: notTaken(say('home.needsLost')) });
}
