import { fail } from '../../errors';
import { deepFreeze } from '../../schema/shape';
import type { Dialogs } from '../../ui/dialogs';
import type { ReviewFacts, ReviewInput } from '../../ui/review/facts';

declare const approval: unique symbol;
/** A review that the user has agreed to. Only `approve` makes one, so only it leads to a signature. */
export type Approved<R> = R & { readonly [approval]: true };

/** How often an open review is simulated anew. */
export const REFRESH_MS = 20_000;

/** How a review comes to be another one while it is open; each is given the one in sight. */
export type Live<R> = {
  /** After a choice of the user. What it throws leaves the one in sight. */
  change?(review: R, input: ReviewInput): Promise<R>;
  /** Every now and then. What it throws leaves the one in sight, which is told then. */
  refresh?(review: R): Promise<R>;
  everyMs?: number;
};

/**
 * Shows a review and waits for the user. What is drawn and what is signed afterwards are two views
 * of one frozen value; its text is compared again after the answer. With `live` the dialog is drawn
 * anew for each newer value: the one that was in sight when the user confirmed is the answer.
 * @throws userRejected
 */
export async function approve<R extends object>(
  review: R,
  describe: (review: R) => ReviewFacts,
  dialogs: Pick<Dialogs, 'approve'>,
  { change, refresh, everyMs }: Live<R> = {},
): Promise<Approved<R>> {
  const reviews = new WeakMap<ReviewFacts, { shown: R; before: string }>();
  const drawn = (newer: R): ReviewFacts => {
    const shown = deepFreeze(newer);
    const facts = { ...describe(shown) };
    reviews.set(facts, { shown, before: JSON.stringify(shown) });
    return facts;
  };
  const behind = (facts: ReviewFacts) => reviews.get(facts) ?? fail('internal');
  const confirmed = await dialogs.approve(drawn(review), {
    change: change && (async (facts, input) => drawn(await change(behind(facts).shown, input))),
    refresh: refresh && (async (facts) => drawn(await refresh(behind(facts).shown))),
    everyMs,
  });
  const { shown, before } = behind(confirmed);
  if (JSON.stringify(shown) !== before) fail('internal', 'The request changed during review.');
  return shown as Approved<R>;
}
