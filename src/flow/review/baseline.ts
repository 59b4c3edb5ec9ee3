import { ModuleError } from '@xnet/clients/errors';
import { sameFelt } from '../../schema/primitives';
import type { ReviewInput } from '../../ui/review/facts';
import type { Rebase } from '../../ui/review/measure';
import type { TransactionReview } from '../transactions/review';
import { computeWorth } from '../transactions/worth';

type Quote = Pick<TransactionReview, 'payer' | 'fee' | 'transactions'>;

/** A first quote beyond this many times the fee that was first shown is compared with that fee. */
const MUCH = 2n;

/**
 * Moves what growth is measured from by a choice of the user alone: a speed counts by the estimate
 * that was first shown, a token for the fee by the first quote in it, and an allowance as entered.
 * What a node or a paymaster raises in the same moment stays to be compared.
 * @param ownAgain the account's own transactions at the speed of the newer review, by the estimate
 * of the older one
 */
export function createRebase(
  ownAgain: (from: TransactionReview, newReview: TransactionReview) => TransactionReview,
): Rebase<TransactionReview> {
  const quotes = new Map<string, Quote>();
  let first: Quote | undefined;

  function note(way: string, { payer, fee, transactions }: Quote): Quote {
    const quote = { payer, fee, transactions };
    quotes.set(way, quote);
    return quote;
  }

  return (from, input, newReview) => {
    if (first === undefined) {
      first = from;
      if (from.payer.by === 'paymaster') note(from.payer.payWith, from);
    }
    if (input.name === 'allowance') return withAllowed(from, input);
    const { payer } = newReview;
    if (payer.by !== 'paymaster') return ownAgain(from, newReview);
    const quote = quotes.get(payer.payWith);
    if (quote) return { ...from, ...quote };
    const [newWorth, shownWorth] = [computeWorth(newReview), computeWorth(first)];
    const isMuch =
      newWorth !== undefined && shownWorth !== undefined && newWorth > MUCH * shownWorth;
    const { fee, transactions } = first;
    if (isMuch) return { ...from, payer: first.payer, fee, transactions };
    return { ...from, ...note(payer.payWith, newReview) };
  };
}

/** The same review with the allowance that the user entered. */
function withAllowed(
  review: TransactionReview,
  { call, amount }: Extract<ReviewInput, { name: 'allowance' }>,
): TransactionReview {
  const { preview } = review;
  const meaning = review.calls[call]?.meaning;
  if (meaning?.kind !== 'approve' || preview.state !== 'known') return review;
  const changes = preview.changes.map((change) => {
    if (
      change.kind === 'allow' &&
      sameFelt(change.token, meaning.token) &&
      sameFelt(change.counterparty, meaning.spender)
    )
      return { ...change, amount };
    return change;
  });
  return { ...review, preview: { ...preview, changes } };
}

/** Returns the result, or the fallback on any error of the module; a defect is thrown. */
export function fallBackOnModuleError<R, F extends R>(make: () => F, fallback: R): R {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof ModuleError)) throw error;
    return fallback;
  }
}
