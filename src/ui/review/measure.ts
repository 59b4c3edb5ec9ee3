import type { ReviewFacts, ReviewInput } from './facts';
import { type Growth, measureGrowth } from './growth';
import { selectSevere } from './warnings';

/**
 * The review that growth is measured from after a choice of the user: as that choice alone changes
 * it, by its own estimate; from `newer` only a quote that it lacks.
 */
export type Rebase<R> = (from: R, input: ReviewInput, newer: R) => R;

/** What growth is measured from, and what the user has ticked. */
export function createMeasure<R>(first: R, describe: (review: R) => ReviewFacts) {
  /** What the user saw first, as only the user's own choices have changed it since. */
  let base = first;
  /** The first one with a preview, if `base` has none. */
  let previewed: R | undefined;
  let ticked: readonly ReviewFacts[] = [];

  return {
    /** Moves what growth is measured from, by a choice of the user. */
    move(rebase: (from: R) => R): void {
      base = rebase(base);
      previewed = previewed && rebase(previewed);
    },
    /** How much more can be lost than by what the user first saw. */
    growthTo(next: ReviewFacts, review: R): Growth {
      const was = describe(base);
      const growth = measureGrowth(was, next);
      if (was.preview?.state !== 'unknown') return growth;
      const { preview, recipients } = describe(previewed ?? review);
      if (next.preview?.state === 'known') previewed ??= review;
      return joined(growth, measureGrowth({ ...next, preview, recipients }, next));
    },
    tick(facts: ReviewFacts): void {
      ticked = [...ticked, facts];
    },
    untick(): void {
      ticked = [];
    },
    /** Whether the user has ticked all of these risks, for no much smaller amounts. */
    covers: (next: ReviewFacts): boolean => ticked.some((seen) => isCovered(seen, next)),
  };
}

const joined = (one: Growth, other: Growth): Growth => ({
  lines: [...one.lines, ...other.lines],
  isMuch: one.isMuch || other.isMuch,
});

function isCovered(seen: ReviewFacts, next: ReviewFacts): boolean {
  const hidden = seen.preview?.state === 'unknown' && next.preview?.state === 'known';
  const known = new Set(selectSevere(seen).map((warning) => JSON.stringify(warning)));
  const isKnown = selectSevere(next).every((warning) => known.has(JSON.stringify(warning)));
  return !hidden && isKnown && !measureGrowth(seen, next).isMuch;
}
