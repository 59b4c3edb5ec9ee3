import { fail } from '@xnet/clients/errors';
import type { Module } from '../../module';
import { unanswered } from '../../state/store';
import type { HomeView } from '../../ui/home/view';
import type { Drawing, Place } from '../../ui/review/place';
import { say } from '../../ui/text/words';
import type { Act } from '../consent/acts';

/** The page on which something is asked, in the place of the part in sight. */
export type Spot = {
  readonly module: Module;
  readonly id: string;
  /** The page it leads back to, with the event that asked. */
  readonly view: HomeView;
  readonly act: Act;
  /** True if the module was ended while the user looked: what they saw is read again. */
  readonly isAgain: boolean;
};

/** Seconds until the module is woken: wallets end it, and all that it remembers, after thirty. */
export const AWAKE_SECONDS = 20;

/** Numbers of drawings that no earlier review of the page had. */
const NUMBERS_PER_MS = 1_000;

/**
 * Shows reviews as a part of the module's page. Users' wallets lead away from the page to a dialog,
 * and never back: what the page asks for is asked on the page.
 */
export function pagePlace({ module, id, view, act, isAgain }: Spot): Place {
  /** False once the user has answered the review: what they were led to stands there then. */
  let isReviewOpen = false;
  const isLeft = () => act.ending() !== undefined;
  const isReviewOver = () => !isReviewOpen || isLeft();
  const inTurn = (task: () => Promise<void>) => module.inTurn(`page.${id}`, task);
  /**
   * Nothing is drawn over what the user was led to, whenever they press: in turn with the page's
   * other drawings. A page that is gone ends the act; a drawing that a request's end has cut off
   * does not, since the next request draws again.
   */
  const drawUnless = (isOver: () => boolean, content: 'review' | 'secret', ui: Drawing) =>
    inTurn(async () => {
      if (isOver()) return;
      await module.dialogs.drawInstead(id, view, content, ui, isOver).catch((error) => {
        if (error !== unanswered) act.close();
      });
    });

  async function isConfirmed(): Promise<boolean> {
    // A wallet that wakes nobody ends the module: what it showed is then read again.
    await module.wakePage(id, AWAKE_SECONDS, 'keepAsking');
    return (await act.wait()) === 'confirmed';
  }

  return {
    get first(): Place['first'] {
      const number = module.now() * NUMBERS_PER_MS;
      return {
        isOnPage: true,
        isWaiting: true,
        version: number,
        risk: number,
        trouble: isAgain ? 'renewed' : null,
      };
    },
    async open(ui) {
      isReviewOpen = true;
      await drawUnless(isReviewOver, 'review', ui);
      if (isLeft()) return fail('userRejected');
      return id;
    },
    draw: (_, ui) => drawUnless(isReviewOver, 'review', ui),
    answer: isConfirmed,
    async resolve(_, isAgreed) {
      isReviewOpen = false;
      const answer = isAgreed ? 'confirmed' : 'refused';
      const isLocked = isAgreed && (await module.isLocked());
      const back = isAgreed ? { back: say('home.back') } : {};
      const waiting = { text: say('home.oneMoment'), ...back };
      await inTurn(() => module.dialogs.drawWaiting(id, view, waiting).catch(() => undefined));
      act.answer(isLocked ? 'closed' : answer);
    },
    askMore: act.askMore,
    async show(ui) {
      await drawUnless(isLeft, 'secret', ui);
      await isConfirmed();
    },
  };
}
