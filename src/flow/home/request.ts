import { type ErrorKind, fail, getErrorKind } from '@xnet/clients/errors';
import type { Module } from '../../module';
import { isAmbiguous } from '../../remote/starknet/nodeErrors';
import { type RequestContext, USER } from '../../schema/primitives';
import type { Outcome } from '../../state/outcome';
import type { HomePageName, HomeView, Notice } from '../../ui/home/view';
import { say, type TextName } from '../../ui/text/words';
import { namedNetwork } from '../chain/namedNetwork';
import type { Act } from '../consent/acts';
import { notTaken } from './form';
import type { OpenPage } from './part';
import { pagePlace } from './place';

/** How the page names a request. */
export type Asked = {
  /** Name of the method by which a site requests it. */
  readonly method: string;
  readonly title: Outcome['act'];
};

/** The page that follows; what is in sight stays if it is absent. */
export type Destination = {
  readonly page: HomePageName;
  readonly about: string;
  readonly notice?: Notice;
};

type CarryOut<T> = (context: RequestContext, module: Module) => Promise<T>;

async function contextOnPage({ module, view }: OpenPage, method: string): Promise<RequestContext> {
  const network = (await namedNetwork(module, view.chainId)) ?? fail('unsupportedChain');
  return Object.freeze({ origin: USER, method, network });
}

/** The text that stands for the tick of a box. */
export const TICKED = 'ticked';

/** Does what asks the user nothing; the page tells an error. @returns undefined in that case */
export async function attempt<T>(
  page: OpenPage,
  { method, title }: Asked,
  carryOut: (context: RequestContext) => Promise<T>,
): Promise<T | undefined> {
  return tellFailure(page, title, async () => carryOut(await contextOnPage(page, method)));
}

/** Does something; the page tells an error under a title. @returns undefined in that case */
export async function tellFailure<T>(
  { tell }: OpenPage,
  title: TextName,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    await tell(notTaken(say(`errors.${getErrorKind(error)}`), title));
    return undefined;
  }
}

type How = 'refused' | 'closed' | 'unclear' | ErrorKind;
type Result<T> = { readonly how: 'done'; readonly value: T } | { readonly how: How };

/**
 * Makes a request of the user on the page: the flow that serves the same request of a site gets the
 * same value, from `USER`, and asks in the place of the part in sight. The page goes on from there:
 * to what came of it, or as it was if the user refuses. If it is gone by then, the next one tells.
 */
export const request = <T>(
  page: OpenPage,
  action: Asked,
  carryOut: CarryOut<T>,
  lead: (value: T) => Promise<Destination | undefined>,
): Promise<void> =>
  page.module.acts.run(page.id, async (act) => {
    await page.wait({ text: say('home.preparing'), back: say('home.cancel') });
    const result = await carryOutOnPage(page, act, action.method, carryOut);
    const isLeft = !act.isInSight();
    act.leave();
    if (result.how === 'refused' && isLeft) return;
    const to = 'value' in result ? await lead(result.value) : undefined;
    const isTold = await tell(page, { how: result.how, title: action.title, to });
    if (result.how === 'refused' || (isTold && !act.isBehind())) return;
    const { module, view } = page;
    const { page: part, about } = to ?? view;
    await module.outcome.keep({
      act: action.title,
      how: result.how,
      chainId: view.chainId,
      page: part,
      about,
      at: module.now(),
    });
  });

async function carryOutOnPage<T>(
  page: OpenPage,
  act: Act,
  method: string,
  carryOut: CarryOut<T>,
): Promise<Result<T>> {
  const { module, id, isAgain } = page;
  const place = pagePlace({ module, id, view: whileAsked(page), act, isAgain });
  try {
    const context = await contextOnPage(page, method);
    const onPage = { ...module, dialogs: module.pageDialogs(place, act.close) };
    return { how: 'done', value: await carryOut(context, onPage) };
  } catch (error) {
    return { how: endingOf(error, act) };
  }
}

function endingOf(error: unknown, act: Act): How {
  // A second try would do it twice.
  if (isAmbiguous(error)) return 'unclear';
  const kind = getErrorKind(error);
  return kind === 'userRejected' ? (act.ending() ?? 'refused') : kind;
}

type End = { how: How | 'done'; title: Asked['title']; to: Destination | undefined };

/** Draws what came of it. @returns false if the page is gone */
function tell(page: OpenPage, { how: ending, title, to }: End): Promise<boolean> {
  if (to) return page.lead(to.page, to.about, { notice: to.notice });
  if (ending === 'done') return page.conclude({}, { isTaken: true });
  return page.conclude(
    {},
    { notice: whyNotDone(ending, title), fill: keepTexts(page.event.value) },
  );
}

/** Leads to the last of what was sent, and tells what that was. */
export async function sentRecord(
  { module, view: { chainId } }: OpenPage,
  hashes: readonly string[],
): Promise<Destination | undefined> {
  const hash = hashes.at(-1);
  const record = hash === undefined ? undefined : await module.transactions.find(chainId, hash);
  if (hash === undefined || !record) return undefined;
  const text = await module.titleOf(record);
  return {
    page: 'record',
    about: hash,
    notice: { severity: 'success', title: say('home.sent'), text },
  };
}

/** Notice of an act that was not carried out; nothing where they refused it. */
export function whyNotDone(ending: How, title: Asked['title']): Notice | undefined {
  if (ending === 'refused') return undefined;
  if (ending === 'closed') return notTaken(say('home.closedText'), 'home.closed');
  if (ending === 'unclear') return notTaken(say('home.unclearText'), title);
  return notTaken(say(`errors.${ending}`), title);
}

/** The page's view while something is asked: whoever finds it later can ask that again. */
export const whileAsked = ({ view, event }: Pick<OpenPage, 'view' | 'event'>): HomeView => ({
  ...view,
  asked: JSON.stringify(event),
});

/** Texts that were typed into the form that asked, and its ticks, as `TICKED`. */
export const keepTexts = (form: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(form ?? {}).flatMap(([field, value]): [string, string][] => {
      if (value === true) return [[field, TICKED]];
      if (typeof value === 'string') return [[field, value]];
      return [];
    }),
  );
