import { array, boolean, type Infer, object, string } from '@metamask/superstruct';
import { severalParts } from '../../../ui/home/several';
import { type HomeView, parseView } from '../../../ui/home/view';
import { readSeparators } from '../../../ui/text/words';
import { arrangedTokens } from '../../tokens/tokens';
import { createAccountFacts } from '../accounts';
import { readText } from '../form';
import type { Drawing, OpenPage } from '../part';
import { Found } from '../send/draft';
import { loadKnown } from '../send/known';
import { Line } from './lines';
import { readPayments } from './read';

/** The form as the page keeps it beside the wallet's own fields. */
const Draft = object({
  /** Address of the account that sends: another one that is chosen meanwhile is another form's. */
  from: string(),
  /** How the user's language wrote numbers when the form was opened. */
  separators: object({ point: string(), thousands: string() }),
  typed: object({ token: string(), lines: string() }),
  /** The text as it was read when it changed: names are those of that moment. */
  lines: array(Line),
  found: array(Found),
  /** True once the user has asked for the review: what is missing is then told, too. */
  isPressed: boolean(),
});
export type Draft = Infer<typeof Draft>;

/** Reads a draft; undefined if there is none yet. */
export function parseDraft({ draft: { form } }: HomeView): Draft | undefined {
  if (form === undefined) return undefined;
  const draft: unknown = JSON.parse(form);
  if (Draft.is(draft)) return draft;
  return undefined;
}

async function openDraft({ module, view: { chainId } }: OpenPage): Promise<Draft> {
  const [from, tokens, say] = await Promise.all([
    createAccountFacts(module, chainId, ''),
    arrangedTokens(module, chainId),
    module.dialogs.saying(),
  ]);
  return {
    from: from?.address ?? '',
    separators: readSeparators(say),
    typed: { token: tokens[0]?.address ?? '', lines: '' },
    lines: [],
    found: [],
    isPressed: false,
  };
}

/**
 * Draws the page with what its fields hold now, read anew. As on the page that sends, the wallet's
 * own state of the form counts, and not the event.
 * @param change from the form as it is at its turn
 */
export function step(
  page: OpenPage,
  change: (now: Draft) => Partial<Pick<Draft, 'found' | 'isPressed'>> = () => ({}),
  drawing: Drawing = {},
): Promise<void> {
  // An event that was late for the form is about nothing in sight.
  if (page.view.page !== 'several') return Promise.resolve();
  return page.update(async (now) => {
    const { module, id, view } = page;
    const draft = parseDraft(now) ?? (await openDraft(page));
    const form = await module.dialogs.formState(id, severalParts.form).catch(() => null);
    const typed = {
      token: readText(form, severalParts.token) ?? draft.typed.token,
      lines: readText(form, severalParts.lines) ?? draft.typed.lines,
    };
    const known = await loadKnown(module, view.chainId, draft.from, typed.lines);
    const lines = await readPayments(module, known, { ...draft, typed });
    const next = { ...draft, typed, lines };
    return { draft: { form: JSON.stringify({ ...next, ...change(next) }) } };
  }, drawing);
}

/** The form as it is now; undefined if it is no longer in sight. */
export const draftNow = async ({ module, id, view }: OpenPage): Promise<Draft | undefined> => {
  const stored = await module.dialogs.homeView(id).catch(() => undefined);
  const now = parseView(stored);
  if (view.page === 'several' && now?.page === 'several') return parseDraft(now);
  return undefined;
};
