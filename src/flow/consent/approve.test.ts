import { describe, expect, it } from '@jest/globals';
import { type ErrorKind, fail, ModuleError } from '@xnet/clients/errors';
import { startTimer } from '@xnet/clients/transport/policy';
import { plainFacts as facts } from '../../../test/review/amountReview';
import { openDialogs } from '../../../test/wallet/openDialogs';
import { networks } from '../../schema/primitives';
import { createDialogs } from '../../ui/dialogs';
import { approve } from './approve';

const reviewOf = () => ({
  context: Object.freeze({ origin: 'https://dapp.example', network: { ...networks[1] } }),
  calls: [{ entrypoint: 'transfer', calldata: ['0x1', '0x2'] }],
});
const kindOf = (task: Promise<unknown>): Promise<ErrorKind | 'approved'> =>
  task.then(
    () => 'approved' as const,
    (error) => (error instanceof ModuleError ? error.kind : fail('internal')),
  );

describe('approve', () => {
  it('answers with the very value that was shown', async () => {
    const review = reviewOf();
    const described: unknown[] = [];
    const { dialogs } = openDialogs(() => true);
    const approved = await approve(
      review,
      (shown) => {
        described.push(shown);
        return facts;
      },
      dialogs,
    );
    expect(approved).toBe(review);
    expect(described).toEqual([review]);
    expect(described[0]).toBe(review);
  });

  it.each([[false], [null]])('counts the answer %p as a refusal', async (answer) => {
    const { dialogs } = openDialogs(() => answer);
    expect(await kindOf(approve(reviewOf(), () => facts, dialogs))).toBe('userRejected');
  });

  it.each([[true], ['true'], [1], [{}], [undefined]])(
    'counts %p from a wallet as a refusal if nobody pressed Confirm',
    async (answer) => {
      const { dialogs, pages } = openDialogs(async () => {
        pages.resolve('interface-0', answer);
        return new Promise(() => undefined);
      });
      expect(await kindOf(approve(reviewOf(), () => facts, dialogs))).toBe('userRejected');
    },
  );

  // @promise T5.1
  it('lets nobody change what was shown, at any depth, from then on', async () => {
    const review = reviewOf();
    const attempts: (() => void)[] = [
      () => review.calls.push({ entrypoint: 'approve', calldata: [] }),
      () => Object.assign(review.calls[0] ?? {}, { entrypoint: 'approve' }),
      () => review.calls[0]?.calldata.splice(0, 1, '0x9'),
      () => Object.assign(review.context.network, { chainId: '0x1' }),
      () => Object.assign(review, { calls: [] }),
      () => Object.setPrototypeOf(review, { calls: [] }),
    ];
    const before = JSON.stringify(review);
    let refused = 0;
    const tryAll = () => {
      for (const attempt of attempts)
        try {
          attempt();
        } catch (error) {
          if (error instanceof TypeError) refused += 1;
        }
      return true;
    };
    await approve(review, () => facts, openDialogs(tryAll).dialogs);
    tryAll();
    expect(refused).toBe(2 * attempts.length);
    expect(JSON.stringify(review)).toBe(before);
  });

  // @promise T5.1
  it('refuses a value that reads differently after the answer', async () => {
    let amount = 0;
    const review = Object.defineProperty({ to: '0x1', amount: '' }, 'amount', {
      enumerable: true,
      get: () => String(amount++),
    });
    const { dialogs } = openDialogs(() => true);
    expect(await kindOf(approve(review, () => facts, dialogs))).toBe('internal');
  });

  it('hands on a failure of the wallet, and asks nothing without texts', async () => {
    const request = (async () => {
      throw new Error('The wallet is gone.');
    }) as Parameters<typeof createDialogs>[0]['request'];
    const broken = createDialogs({ request }, async () => ({}), startTimer);
    await expect(approve(reviewOf(), () => facts, broken)).rejects.toThrow('The wallet is gone.');
    const { wallet, dialogs: seen } = openDialogs(() => true);
    const mute = createDialogs(wallet, async () => fail('internal', 'No texts.'), startTimer);
    await expect(approve(reviewOf(), () => facts, mute)).rejects.toThrow('No texts.');
    expect(seen).toBeDefined();
  });
});
