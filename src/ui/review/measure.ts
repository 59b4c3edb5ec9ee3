import type { ReviewFacts, ReviewInput } from './facts';
import { type Growth, measureGrowth } from './growth';
import { selectSevere } from './warnings';

/**
 * The review that growth is measured from after a choice of the user: as that choice alone changes
 * it, by its own estimate; from `newer` only a quote that it lacks.
 */
export type Rebase<R> = (from: R, input: ReviewInput, newReview: R) => R;

/** The base from which growth is measured, and what the user has ticked. */
export type Measure<R> = {
  /** The review that the user saw first, as only the user's own choices have changed it since. */
  readonly base: R;
  /** The first one with a preview, if `base` has none. */
  readonly previewed: R | undefined;
  readonly ticked: readonly ReviewFacts[];
};

export const startMeasure = <R>(first: R): Measure<R> => ({
  base: first,
  previewed: undefined,
  ticked: [],
});

/** Moves what growth is measured from, by a choice of the user. */
export const moveMeasure = <R>(
  { base, previewed, ticked }: Measure<R>,
  rebase: (from: R) => R,
): Measure<R> => ({
  base: rebase(base),
  previewed: previewed && rebase(previewed),
  ticked,
});

/** How much more can be lost than by what the user first saw, and the measure after this one. */
export function measureReview<R>(
  measure: Measure<R>,
  next: { readonly review: R; readonly facts: ReviewFacts },
  describe: (review: R) => ReviewFacts,
): { growth: Growth; measure: Measure<R> } {
  const { review, facts } = next;
  const was = describe(measure.base);
  const growth = measureGrowth(was, facts);
  if (was.preview?.state !== 'unknown') return { growth, measure };
  const isKnown = facts.preview?.state === 'known';
  // The first preview: nothing to compare it with.
  if (!measure.previewed)
    return { growth, measure: { ...measure, previewed: isKnown ? review : undefined } };
  const { preview, recipients } = describe(measure.previewed);
  return {
    growth: joined(growth, measureGrowth({ ...facts, preview, recipients }, facts)),
    measure,
  };
}

/** Whether the user has ticked all of these risks, for no much smaller amounts. */
export const isTicked = (measure: Measure<unknown>, next: ReviewFacts): boolean =>
  measure.ticked.some((tickedFacts) => isCovered(tickedFacts, next));

const joined = (one: Growth, second: Growth): Growth => ({
  lines: [...one.lines, ...second.lines],
  isMuch: one.isMuch || second.isMuch,
});

function isCovered(tickedFacts: ReviewFacts, next: ReviewFacts): boolean {
  const hidden = tickedFacts.preview?.state === 'unknown' && next.preview?.state === 'known';
  const tickedWarnings = new Set(
    selectSevere(tickedFacts).map((warning) => JSON.stringify(warning)),
  );
  const isKnown = selectSevere(next).every((warning) =>
    tickedWarnings.has(JSON.stringify(warning)),
  );
  return !hidden && isKnown && !measureGrowth(tickedFacts, next).isMuch;
}
