import { fail } from '@xnet/clients/errors';
import { deepFreeze } from '@xnet/clients/schema/field';
import type { Dialogs } from '../../ui/dialogs';
import type { ReviewFacts } from '../../ui/review/facts';
import type { Live } from '../../ui/review/open';

declare const approval: unique symbol;
/** A review that the user has approved. Only `approve` creates one, so no signature bypasses it. */
export type Approved<R> = R & { readonly [approval]: true };

/** How often an open review is simulated again. */
export const REFRESH_MS = 20_000;

/**
 * Shows a review and waits for the user. What is drawn and what is signed are two views of one
 * frozen value; its text is compared again after the response. With `live`, the dialog is redrawn
 * for each newer value; the result is the one in sight when the user confirmed.
 * @throws userRejected
 */
export async function approve<R extends object>(
  review: R,
  describe: (review: R) => ReviewFacts,
  dialogs: Pick<Dialogs, 'approve'>,
  { change, rebase, refresh, everyMs }: Live<R> = {},
): Promise<Approved<R>> {
  const frozen = (review: R) => ({ review: deepFreeze(review), text: reviewText(review) });
  const { review: shownReview, text } = await dialogs.approve(
    frozen(review),
    (drawing) => describe(drawing.review),
    {
      change: change && (async (drawing, input) => frozen(await change(drawing.review, input))),
      rebase:
        rebase &&
        ((from, input, newReview) => frozen(rebase(from.review, input, newReview.review))),
      refresh: refresh && (async (drawing) => frozen(await refresh(drawing.review))),
      everyMs,
    },
  );
  requireUnchanged(shownReview, text);
  return shownReview;
}

const reviewText = (review: object): string =>
  JSON.stringify(review, (_, value) => (typeof value === 'bigint' ? String(value) : value));

function requireUnchanged<R extends object>(
  review: R,
  text: string,
): asserts review is Approved<R> {
  if (reviewText(review) !== text) fail('internal', 'The request changed during review.');
}
