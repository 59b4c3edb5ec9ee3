import { describe, expect, it } from '@jest/globals';
import { fail } from '@xnet/clients/errors';
import { patientUser } from '../../../test/node/patientUser';
import { openModule } from '../../../test/wallet/openModule';
import { chainIds } from '../../schema/primitives';
import type { ReviewFacts } from '../../ui/review/facts';
import { withSiteLimits } from './withSiteLimits';

const turn = () => Promise.resolve();
const indexes = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

function open() {
  const { module } = openModule({ now: () => 1_000_000 });
  const pass = module.limits.enter('https://site.example', { asks: false, isTrusted: false });
  return withSiteLimits(module, pass);
}

/** How often something is done before it is refused. */
async function timesOf(work: () => Promise<unknown>): Promise<number> {
  for (let times = 0; times < 1_000; times += 1) {
    const kind = await work().then(
      () => 'done',
      (error) => error.kind,
    );
    if (kind === 'limitExceeded') return times;
    expect(kind).toBe('done');
  }
  throw new Error('It is never refused.');
}

describe('a review that waits for the dialog of another request', () => {
  const describeReview = ({ read }: { read: number }): ReviewFacts => ({
    title: `Read ${read} times`,
    verb: 'review.doSign',
    origin: 'https://site.example',
    network: 'Local chain',
    warnings: [],
    sections: [],
  });
  /** Two of one site: the first in sight, the second behind it for so many seconds. */
  async function wait(
    seconds: number,
    refresh: (shown: { read: number }) => Promise<{ read: number }>,
  ) {
    let now = 1_000_000;
    const { user, dialog } = patientUser();
    const { module } = openModule({ now: () => now, user });
    const served = () => {
      const asked = { asks: true, isTrusted: false };
      return withSiteLimits(module, module.limits.enter('https://site.example', asked));
    };
    const [first, second] = [served(), served()];
    const before = first.dialogs.approve({ read: 1 }, describeReview);
    const live = { refresh, everyMs: 20_000 };
    const behind = second.dialogs.approve({ read: 1 }, describeReview, live);
    now += seconds * 1_000;
    (await dialog(1)).answer(true);
    await before;
    return { behind, dialog };
  }
  const again = async ({ read }: { read: number }) => ({ read: read + 1 });

  // @promise T5.3
  it.each([
    [20, 1],
    [21, 2],
  ])('shows a review that waited %i seconds as it was read %i times', async (seconds, read) => {
    const { behind, dialog } = await wait(seconds, again);
    const asked = await dialog(2);
    expect(asked.shown.title).toBe(`Read ${read} times`);
    asked.answer(true);
    expect(await behind).toEqual({ read });
  });

  it('fails without a dialog when the review cannot be read again', async () => {
    const { behind } = await wait(21, async () => fail('nodeUnavailable'));
    await expect(behind).rejects.toMatchObject({ kind: 'nodeUnavailable' });
  });
});

describe('what a request uses up', () => {
  // @promise P3.2
  it('charges the derivation of each key, also when several are derived at once', async () => {
    const one = open();
    expect(await timesOf(() => one.keys.publicKey(0))).toBe(182);
    const many = open();
    expect(await timesOf(() => many.keys.publicKeys(indexes, turn, 'key'))).toBe(18);
  }, 60_000);

  it('charges one call for each question to an explorer', async () => {
    const { explorer } = open();
    expect(await timesOf(() => explorer(chainIds.sepolia))).toBe(600);
  });
});
