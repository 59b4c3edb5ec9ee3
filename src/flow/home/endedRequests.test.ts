import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startTimer } from '@xnet/clients/transport/policy';
import type { TrialNode } from '../../../test/chain/trialNode';
import { findConfirm, findConfirmName } from '../../../test/wallet/openAsking';
import { HTTP } from '../../../test/wallet/openModule';
import { friend, openSend, startSendNode } from '../../../test/wallet/openSend';
import { createLifetime } from '../../lifetime';
import { keepAsking } from './page';

/** By how much the module's own times pass faster than a person's. */
const FASTER = 20;

let node: TrialNode;
beforeEach(async () => {
  node = await startSendNode();
});
afterEach(() => node.stop());

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * The page that sends, in a wallet that drops what a request still asks when the last one has ended,
 * with a node that takes its time.
 */
async function openInRequests({ answerMs, drawMs }: { answerMs: number; drawMs: number }) {
  const { during, endedWithRequests, setTimer } = createLifetime((run, ms) =>
    startTimer(run, ms / FASTER),
  );
  let pending = 0;
  const page = await during(() =>
    openSend(node, {
      byHand: true,
      setTimer,
      border: ({ method }, cross) =>
        endedWithRequests(async () => {
          pending += 1;
          await pause(method === HTTP ? answerMs : drawMs);
          return cross().finally(() => {
            pending -= 1;
          });
        })(),
    }),
  );
  await during(async () => {
    await page.fillIn('to', friend);
    await page.fillIn('amount', '1');
  });
  return {
    page,
    review: () => during(page.review),
    press: (name: string) => during(() => page.press(name)),
    /** Reads the review again in a request of somebody else, which ends after a while. */
    endWhileRefreshed: (afterMs: number) =>
      during(async () => {
        void page.module.dialogs.refreshReview('interface-0');
        await pause(afterMs);
      }),
    /** Answers still to come: they are lost once no request runs any more. */
    countPending: () => pending,
    wake: () => during(() => keepAsking(page.module, 'interface-0')),
  };
}

describe('keepAsking', () => {
  // The wallet wakes the module for an earlier review of the page, too.
  it.each(
    [0, 20].flatMap((answerMs) => [4, 16].map((afterMs) => ({ answerMs, drawMs: 10, afterMs }))),
  )(
    'leaves a review that can be confirmed if it comes $afterMs ms after its first drawing, with a node of $answerMs ms',
    async ({ afterMs, ...times }) => {
      const { page, review, press, wake } = await openInRequests(times);
      const reviewing = review();
      while ((await findConfirm(page)) === undefined) await pause(1);
      await pause(afterMs);
      await Promise.all([reviewing, wake()]);
      expect(await findConfirm(page)).toMatchObject({ disabled: false });
      await press(await findConfirmName(page));
      expect(node.sent).toHaveLength(1);
    },
  );

  // Confirm waits for 150 ms at most.
  it.each([0, 20, 225])('ends with nothing on its way, with a node of %i ms', async (answerMs) => {
    const { page, review, wake, countPending } = await openInRequests({ answerMs, drawMs: 3 });
    await review();
    await wake();
    expect(countPending()).toBe(0);
    expect(await findConfirm(page)).toMatchObject({ disabled: false });
  });

  it.each(
    [0, 20].flatMap((answerMs) => [5, 25].map((afterMs) => ({ answerMs, drawMs: 0, afterMs }))),
  )(
    'repairs a review that another request left after $afterMs ms, with a node of $answerMs ms',
    async ({ afterMs, ...times }) => {
      const { page, review, press, endWhileRefreshed, wake } = await openInRequests(times);
      await review();
      await endWhileRefreshed(afterMs);
      await pause(100);
      await wake();
      expect(await findConfirm(page)).toMatchObject({ disabled: false });
      await press(await findConfirmName(page));
      expect(node.sent).toHaveLength(1);
    },
  );
});
