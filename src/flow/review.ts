import { fail } from '../errors';
import { deepFreeze } from '../schema/shape';
import type { Dialogs } from '../ui/dialogs';
import type { ReviewFacts } from '../ui/reviewFacts';

declare const approval: unique symbol;
/** A review that the user has agreed to. Only `approve` makes one, so only it leads to a signature. */
export type Approved<R> = R & { readonly [approval]: true };

/**
 * Shows a review and waits for the user. What is drawn and what is signed afterwards are two views
 * of one frozen value; its text is compared again after the answer.
 * @throws userRejected
 */
export async function approve<R extends object>(
  review: R,
  describe: (review: R) => ReviewFacts,
  dialogs: Dialogs,
): Promise<Approved<R>> {
  const shown = deepFreeze(review);
  const before = JSON.stringify(shown);
  await dialogs.approve(describe(shown));
  if (JSON.stringify(shown) !== before) fail('internal', 'The request changed during review.');
  return shown as Approved<R>;
}
