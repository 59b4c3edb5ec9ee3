import { describe, expect, it } from '@jest/globals';
import { fail } from '@xnet/clients/errors';
import {
  approve,
  change,
  createPreview,
  createReview,
  party,
  strk,
} from '../../../test/review/subject';
import { toHex } from '../../starknet/felt';
import type { TransactionReview } from '../transactions/review';
import { createRebase, fallBackOnModuleError } from './baseline';

const { usdc, eth, router, stranger } = party;
const rebase = () => createRebase((from) => from);

/** The same calls, for which a paymaster asks so much of a token. */
const quotedIn = (
  token: string,
  amount: bigint,
  by: 'chain' | 'paymaster' = 'chain',
): TransactionReview => {
  const payer = {
    by: 'paymaster',
    payWith: token,
    fee: {
      symbol: 'ETH',
      decimals: 18,
      amount: `${amount}`,
      to: stranger,
      inStrk: { amount: `${amount}`, rate: strk(1), by },
    },
  };
  const { fee } = createReview();
  return createReview({ fee, payer } as unknown as Partial<TransactionReview>); // the rest of a quote is about signing
};
const quoted = (amount: bigint): TransactionReview => quotedIn(eth, amount);
const payWith = { name: 'payWith', value: eth } as const;

describe('what growth is measured from', () => {
  const lowered = { name: 'allowance', call: 0, amount: '5' } as const;
  const calls = [approve(usdc, router, '100')];

  // @promise P7.3
  it('moves the lowered allowance alone, neither that of another token nor of another spender', () => {
    const preview = createPreview(
      change('allow', usdc, '100', router),
      change('allow', eth, '100', router),
      change('allow', usdc, '100', stranger),
      change('send', usdc, '100', router),
    );
    const from = createReview({ calls, preview });
    const moved = rebase()(from, lowered, from).preview;
    const amounts = moved.state === 'known' ? moved.changes.map(({ amount }) => amount) : [];
    expect(amounts).toEqual(['5', '100', '100', '100']);
  });

  it('stays as it is by a lowered allowance without a preview', () => {
    const preview = { state: 'unknown', why: 'It hung up.' } as const;
    const from = createReview({ calls, preview });
    expect(rebase()(from, lowered, from)).toBe(from);
  });

  // @promise P7.3
  it('stays at the quote that was there first, though the user pays otherwise in between', () => {
    const first = quoted(1_000n);
    const own = createReview();
    const move = rebase();
    const away = move(first, { name: 'payWith', value: 'own' }, own);
    const back = move(away, payWith, quoted(1_500n));
    expect(back.payer).toBe(first.payer);
  });

  it('stays at the first quote of a paymaster that was chosen later', () => {
    const move = rebase();
    const first = createReview();
    const once = move(first, payWith, quoted(1_000n));
    const again = move(once, payWith, quoted(1_500n));
    expect(again.payer).toMatchObject({ fee: { amount: '1000' } });
  });

  it('compares a first quote with the fee that was shown first, not with that of a later speed', () => {
    const review = createReview();
    const maximum = BigInt(review.fee.maximum);
    const slow = { ...review, fee: { ...review.fee, maximum: toHex(maximum / 2n) } };
    const move = createRebase(() => slow);
    const base = move(review, { name: 'speed', value: 'slow' }, slow);
    expect(base).toBe(slow);
    const quote = quoted(maximum * 2n);
    expect(move(base, payWith, quote).payer).toBe(quote.payer);
    expect(move(base, { ...payWith, value: usdc }, quotedIn(usdc, maximum * 2n + 1n)).payer).toBe(
      review.payer,
    );
  });

  it('keeps a quote that nobody else puts a price on', () => {
    const quote = quotedIn(eth, 10n ** 30n, 'paymaster');
    expect(rebase()(createReview(), payWith, quote).payer).toBe(quote.payer);
  });
});

describe('fallBackOnModuleError', () => {
  const failAs = (error: Error): string => {
    throw error;
  };

  it('returns the fallback for an error of the module, and throws any other', () => {
    const unpaid = fallBackOnModuleError<string, string>(
      () => fail('insufficientFunds'),
      'fallback',
    );
    expect(unpaid).toBe('fallback');
    expect(() =>
      fallBackOnModuleError<string, string>(() => failAs(new TypeError('a defect')), 'fallback'),
    ).toThrow('a defect');
  });
});
