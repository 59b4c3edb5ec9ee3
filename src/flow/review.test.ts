import { describe, expect, it } from '@jest/globals';
import { type ErrorKind, fail, ModuleError } from '../errors';
import { networks } from '../schema/network';
import { dialogsOf } from '../ui/dialogs';
import type { ReviewFacts } from '../ui/reviewFacts';
import { approve } from './review';

const facts: ReviewFacts = {
  title: 'Review transaction',
  origin: 'https://dapp.example',
  network: 'Starknet Sepolia',
  warnings: [],
  sections: [],
};
/** The module's door to a user who answers as told, and may do something while the dialog is open. */
const doorTo = (answer: unknown, meanwhile: () => void = () => undefined) =>
  dialogsOf({
    request: (async () => {
      meanwhile();
      return answer;
    }) as Parameters<typeof dialogsOf>[0]['request'],
  });
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
    const approved = await approve(
      review,
      (shown) => {
        described.push(shown);
        return facts;
      },
      doorTo(true),
    );
    expect(approved).toBe(review);
    expect(described).toEqual([review]);
    expect(described[0]).toBe(review);
  });

  it.each([[false], [null], [undefined], ['true'], [1], [{}]])(
    'takes the answer %p for a refusal',
    async (answer) => {
      expect(await kindOf(approve(reviewOf(), () => facts, doorTo(answer)))).toBe('userRejected');
    },
  );

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
    };
    await approve(review, () => facts, doorTo(true, tryAll));
    tryAll();
    expect(refused).toBe(2 * attempts.length);
    expect(JSON.stringify(review)).toBe(before);
  });

  it('refuses a value that reads differently after the answer', async () => {
    let amount = 0;
    const review = Object.defineProperty({ to: '0x1', amount: '' }, 'amount', {
      enumerable: true,
      get: () => String(amount++),
    });
    expect(await kindOf(approve(review, () => facts, doorTo(true)))).toBe('internal');
  });

  it('hands on a failure of the wallet', async () => {
    const broken = dialogsOf({
      request: (async () => {
        throw new Error('The wallet is gone.');
      }) as Parameters<typeof dialogsOf>[0]['request'],
    });
    await expect(approve(reviewOf(), () => facts, broken)).rejects.toThrow('The wallet is gone.');
  });
});
