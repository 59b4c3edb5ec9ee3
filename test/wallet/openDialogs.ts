import { mergeTexts } from '../../scripts/build/texts';
import { createDialogs } from '../../src/ui/dialogs';
import type { Texts } from '../../src/ui/text/words';
import { createClock } from './clock';
import { fakeWallet, type User } from './fakeWallet';

export const english = (): Promise<Texts> => mergeTexts('en');

/** The module's dialogs on a fake wallet, with a clock that the test advances. */
export function openDialogs(user: User) {
  const clock = createClock({ pausesUpToMs: 0 });
  const platform = fakeWallet({ user });
  const dialogs = createDialogs(platform.wallet, english, clock.setTimer);
  platform.pages.listen(async (id, event) => {
    if (!(await dialogs.answerReview(id, event))) throw new Error('It is in no open review.');
  });
  return { ...platform, clock, dialogs };
}
