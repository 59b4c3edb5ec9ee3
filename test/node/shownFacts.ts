import type { Dialogs } from '../../src/ui/dialogs';
import type { ReviewFacts } from '../../src/ui/review/facts';
import type { openModule } from '../wallet/openModule';

type Approve = Dialogs['approve'];

/** Has every request of a module ask the user in another way. */
export function replaceApprove(
  { module }: Pick<ReturnType<typeof openModule>, 'module'>,
  by: (approve: Approve) => Approve,
): void {
  const { requestDialogs } = module;
  module.requestDialogs = (inTurn) => {
    const dialogs = requestDialogs(inTurn);
    return { ...dialogs, approve: by(dialogs.approve) };
  };
}

/** Records the initial content of a module's dialogs, as data. */
export function watch(opened: Pick<ReturnType<typeof openModule>, 'module'>): ReviewFacts[] {
  const shown: ReviewFacts[] = [];
  replaceApprove(opened, (approve) => async (review, describe, live) => {
    shown.push(describe(review));
    return approve(review, describe, live);
  });
  return shown;
}

/** The preview of a review that was simulated without a revert. */
export function known(facts: ReviewFacts | undefined) {
  if (facts?.preview?.state !== 'known') throw new Error(JSON.stringify(facts?.preview));
  return facts.preview;
}
