import { describe, expect, it } from '@jest/globals';
import {
  approve,
  change,
  createPreview,
  createReview,
  party,
  strk,
} from '../../../test/review/subject';
import type { TransactionReview } from '../transactions/review';
import { createRebase } from './baseline';

const { usdc, eth, router, stranger } = party;
const rebase = () => createRebase((from) => from);

/** The same calls, for which a paymaster asks so much ETH. */
const quoted = (amount: bigint): TransactionReview => {
  const payer = {
    by: 'paymaster',
    payWith: eth,
    fee: {
      symbol: 'ETH',
      decimals: 18,
      amount: `${amount}`,
      to: stranger,
      inStrk: { amount: `${amount}`, rate: strk(1), by: 'chain' },
    },
  };
  const { fee } = createReview();
  return createReview({ fee, payer } as unknown as Partial<TransactionReview>); // the rest of a quote is about signing
};
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
});
