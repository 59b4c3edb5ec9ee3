import type { ReviewFacts } from '../../src/ui/review/facts';
import type { openModule } from '../wallet/openModule';

/** Records the initial content of a module's dialogs, as data. */
export function watch({ module }: Pick<ReturnType<typeof openModule>, 'module'>): ReviewFacts[] {
  const shown: ReviewFacts[] = [];
  const { approve } = module.dialogs;
  module.dialogs.approve = async (review, describe, live) => {
    shown.push(describe(review));
    return approve(review, describe, live);
  };
  return shown;
}

/** The preview of a review that was simulated without a revert. */
export function known(facts: ReviewFacts | undefined) {
  if (facts?.preview?.state !== 'known') throw new Error(JSON.stringify(facts?.preview));
  return facts.preview;
}
