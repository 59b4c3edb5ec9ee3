import { Felt } from '../../../schema/primitives';
import { aboutEverything, aboutRecipient, EVERYTHING, sendParts } from '../../../ui/home/send';
import { behind, parseView } from '../../../ui/home/view';
import { readSeparators } from '../../../ui/text/words';
import { arrangedTokens } from '../../tokens/tokens';
import { createAccountFacts } from '../accounts';
import type { Drawing, OpenPage } from '../part';
import { isEverything } from './checks';
import { type Draft, parseDraft, readTyped, repeatTransfer, storeDraft, type Typed } from './draft';

/**
 * The form when it is opened: empty, to somebody, with what the record that the page is about sent,
 * or with all that an account has.
 */
async function openDraft({ module, view }: OpenPage): Promise<Draft> {
  const { chainId, about } = view;
  const tokens = await arrangedTokens(module, chainId);
  const separators = readSeparators(await module.dialogs.saying());
  const record = Felt.is(about) && (await module.transactions.find(chainId, about));
  const repeated = record ? repeatTransfer(record, tokens, { separators }) : undefined;
  const emptied = behind(about, aboutEverything(''));
  const from = await createAccountFacts(module, chainId, emptied ?? '');
  const token = emptied === undefined ? (tokens[0]?.address ?? '') : EVERYTHING;
  const to = behind(about, aboutRecipient('')) ?? '';
  return {
    from: from?.address ?? '',
    separators,
    typed: repeated ?? { token, to, amount: '' },
    isPressed: false,
    unit: 'token',
    ...(repeated && { put: { text: repeated.amount, token: repeated.token, source: 'record' } }),
  };
}

/** Changes of a step besides the typed texts. Texts of `fill` are put into fields. */
export type Step = Partial<Omit<Draft, 'typed'>> & { readonly fill?: Partial<Typed> };

/**
 * Draws the page with what its fields hold now. The wallet's own state of the form counts, not the
 * event: it is the newest, however late an event is handled, and no field is written but `fill`.
 * @param change from the form as it is at its turn; undefined where that is no longer meant
 */
export function step(
  page: OpenPage,
  change: (now: Draft) => Step | undefined = () => ({}),
  drawing: Drawing = {},
): Promise<void> {
  // An event that was late for the form is about nothing in sight.
  if (page.view.page !== 'send') return Promise.resolve();
  let fill: Partial<Typed> = {};
  return page.update(
    async (now) => {
      const { module, id } = page;
      const draft = parseDraft(now);
      const opened = draft ?? (await openDraft(page));
      // Wallets have no state of a form that was not shown yet.
      const form = await module.dialogs.formState(id, sendParts.form).catch(() => null);
      const isFilled = !draft && (opened.typed.to !== '' || isEverything(opened));
      const typed = isFilled ? opened.typed : readTyped(form, opened.typed);
      const [current, gone] = withoutPut({ ...opened, typed });
      const { fill: texts = {}, ...changes } = change(current) ?? {};
      fill = { ...(isFilled && typed), ...gone, ...texts };
      return {
        draft: storeDraft({ ...current, ...changes, typed: { ...current.typed, ...texts } }),
      };
    },
    () => ({ ...drawing, fill }),
  );
}

/** The form without an amount that was put in for another token, and what clears its field. */
function withoutPut(draft: Draft): [Draft, Partial<Typed>] {
  const { put, typed } = draft;
  if (!put || put.token === typed.token) return [draft, {}];
  const gone = put.text === typed.amount ? { amount: '' } : {};
  return [{ ...draft, put: undefined, typed: { ...typed, ...gone } }, gone];
}

/** The form as it is now; undefined where it is no longer in sight. */
export const draftNow = async ({ module, id, view }: OpenPage): Promise<Draft | undefined> => {
  const stored = await module.dialogs.homeView(id).catch(() => undefined);
  const now = parseView(stored);
  if (view.page === 'send' && now?.page === 'send') return parseDraft(now);
  return undefined;
};
