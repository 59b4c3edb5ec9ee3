import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  change,
  createBounds,
  createMessage,
  createPreview,
  createReview,
  deployAccount,
  inEnglish,
  invoke,
  party,
  strk,
  tells,
  transfer,
} from '../../../test/review/subject';
import { chainIds, USER } from '../../schema/primitives';
import { knownTokens } from '../../starknet/tokens/erc20';
import type { Sponsorship, TransactionReview } from '../transactions/review';
import {
  feeMargin,
  feePrice,
  feeTip,
  feeTokenAll,
  highFee,
  paymasterFee,
  paymasterUnpriced,
} from './fee';

const upTo = (maximum: number) => ({ fee: { expected: null, maximum: strk(maximum) } });
const sepolia = {
  context: {
    ...createReview().context,
    network: { name: 'Testnet (Sepolia)', chainId: chainIds.sepolia },
  },
};

describe('highFee', () => {
  // @promise T6.2
  it('warns of a fee that nothing usual costs', () => {
    expect(tells(highFee, upTo(51))).toEqual(['high: Very high fee']);
    expect(tells(highFee, upTo(500))).toEqual(['high: Very high fee']);
    expect(tells(highFee, upTo(501))).toEqual(['critical: Very high fee']);
    expect(tells(highFee, { ...upTo(501), ...sepolia })).toEqual(['high: Very high fee']);
    expect(tells(highFee, { ...upTo(5001), ...sepolia })).toEqual(['critical: Very high fee']);
  });

  it('ignores large but usual fees', () => {
    expect(tells(highFee, upTo(50))).toEqual([]);
    expect(tells(highFee, { ...upTo(500), ...sepolia })).toEqual([]);
    expect(highFee(createMessage())).toEqual([]);
  });
});

describe('feePrice', () => {
  const USUAL = 3_000_000_000n;
  const at = (now: bigint) => ({ gasPrice: { now: `${now}`, usual: `${USUAL}` } });

  // @promise T6.2
  it('warns above three times the usual price, more severely above ten', () => {
    expect(tells(feePrice, at(3n * USUAL + 1n))).toEqual(['caution: Fees are unusually high']);
    expect(tells(feePrice, at(10n * USUAL + 1n))).toEqual(['high: Fees are unusually high']);
    const [warning] = feePrice(createReview(at(1_000_000n * USUAL)));
    expect(warning && inEnglish(warning.text)).toContain('about 1000000 times');
  });

  it('warns of the price that the signature would allow', () => {
    const bounds = (price: bigint) => [invoke({ resource_bounds: createBounds(price) })];
    expect(tells(feePrice, { transactions: bounds((9n * USUAL) / 2n + 2n) })).toHaveLength(1);
    expect(tells(feePrice, { transactions: bounds(4n * USUAL) })).toEqual([]);
    const gasPrice = { now: null, usual: `${USUAL}` };
    expect(tells(feePrice, { gasPrice, transactions: bounds(60n * USUAL) })).toHaveLength(1);
  });

  it('ignores every price below, and reviews without prices', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 3n * USUAL), (now) => {
        expect(tells(feePrice, at(now))).toEqual([]);
      }),
    );
    for (const usual of [null, '0'])
      expect(tells(feePrice, { gasPrice: { now: '99', usual } })).toEqual([]);
    expect(feePrice(createMessage())).toEqual([]);
  });
});

describe('feeMargin', () => {
  const fee = (expected: number, maximum: number) => ({
    fee: { expected: strk(expected), maximum: strk(maximum) },
  });

  it('warns of bounds far above the expected fee', () => {
    expect(tells(feeMargin, fee(0.01, 0.051))).toEqual(['caution: Fee limit far above expected']);
    expect(tells(feeMargin, fee(0.01, 0.21))).toEqual(['high: Fee limit far above expected']);
    expect(tells(feeMargin, fee(0, 1))).toEqual(['high: Fee limit far above expected']);
    const [warning] = feeMargin(createReview(fee(0.01, 1500)));
    expect(warning && inEnglish(warning.text)).toContain(
      'The fee is expected to be about 0.01 STRK, but you would allow up to 1,500 STRK.',
    );
  });

  it('ignores the usual margins, a free network and what was not estimated', () => {
    expect(tells(feeMargin, fee(0.01, 0.0225))).toEqual([]);
    expect(tells(feeMargin, fee(0.01, 0.05))).toEqual([]);
    expect(tells(feeMargin, fee(0, 0))).toEqual([]);
    expect(tells(feeMargin, { fee: { expected: null, maximum: strk(1) } })).toEqual([]);
    expect(feeMargin(createMessage())).toEqual([]);
  });
});

describe('feeTip', () => {
  const USUAL = 3_000_000_000n;
  const tip = (value: bigint) => [invoke({ tip: `0x${value.toString(16)}` })];

  it('warns of a tip of several times the price', () => {
    expect(tells(feeTip, { transactions: tip(2n * USUAL + 1n) })).toEqual([
      'caution: Unusually high tip',
    ]);
    expect(tells(feeTip, { transactions: tip(20n * USUAL + 1n) })).toEqual([
      'high: Unusually high tip',
    ]);
  });

  it('measures it by the price now or the signed one if the usual is not known', () => {
    const transactions = tip(2n * USUAL + 1n);
    const now = { now: `${USUAL * 2n}`, usual: null };
    expect(tells(feeTip, { transactions, gasPrice: now })).toEqual([]);
    // The signed price is 1.5 times the usual one.
    const none = { now: null, usual: null };
    expect(tells(feeTip, { transactions, gasPrice: none })).toEqual([]);
    expect(tells(feeTip, { transactions: tip(4n * USUAL), gasPrice: none })).toHaveLength(1);
    const free = { now: '0', usual: '0' };
    expect(tells(feeTip, { transactions: tip(1n), gasPrice: free })).toHaveLength(1);
    expect(tells(feeTip, { gasPrice: free })).toEqual([]);
  });

  it('ignores no tip and a usual one', () => {
    expect(tells(feeTip, { transactions: [deployAccount, invoke()] })).toEqual([]);
    expect(tells(feeTip, { transactions: tip(2n * USUAL) })).toEqual([]);
    expect(feeTip(createMessage())).toEqual([]);
  });
});

describe('feeTokenAll', () => {
  const fee = { expected: strk(0.01), maximum: strk(0.02) };
  const sending = (amount: number, balance: number | null = 100) => ({
    fee,
    strkBalance: balance === null ? null : strk(balance),
    preview: createPreview(change('send', party.strk, strk(amount), party.friend)),
  });

  it('warns when too little is left for the next fee', () => {
    const expected = ['caution: Nothing left for fees'];
    expect(tells(feeTokenAll, sending(99.98))).toEqual(expected);
    expect(tells(feeTokenAll, sending(99.96))).toEqual(expected);
    const [warning] = feeTokenAll(createReview(sending(99.98)));
    expect(warning && inEnglish(warning.text)).toContain('You would send 99.98 STRK of 100 STRK.');
  });

  it('ignores a transfer that leaves enough', () => {
    expect(tells(feeTokenAll, sending(99.95))).toEqual([]);
    expect(tells(feeTokenAll, sending(1))).toEqual([]);
  });

  it('ignores a transfer of next to nothing, and a balance that was not read', () => {
    expect(tells(feeTokenAll, sending(0.001, 0.03))).toEqual([]);
    expect(tells(feeTokenAll, { ...sending(0), preview: createPreview() })).toEqual([]);
    expect(tells(feeTokenAll, sending(100, null))).toEqual([]);
  });

  it('ignores a move of everything to an own account by the user, and warns if a site asks for it', () => {
    const all = {
      ...sending(99.98),
      preview: createPreview(change('send', party.strk, strk(99.98), party.savings)),
      calls: [transfer(party.strk, party.savings, strk(99.98))],
    };
    const expected = ['caution: Nothing left for fees'];
    expect(tells(feeTokenAll, all)).toEqual(expected);
    const context = { ...createReview().context, origin: USER };
    expect(tells(feeTokenAll, { ...all, context })).toEqual([]);
    const nearly = {
      preview: createPreview(change('send', party.strk, strk(99.97), party.savings)),
      calls: [transfer(party.strk, party.savings, strk(99.97))],
    };
    expect(tells(feeTokenAll, { ...all, ...nearly, context })).toEqual(expected);
    const calls = [transfer(party.strk, party.friend, strk(99.98))];
    expect(tells(feeTokenAll, { ...all, ...sending(99.98), calls, context })).toEqual(expected);
  });

  it('ignores a transaction that brings in the fee token', () => {
    const preview = createPreview(change('receive', party.strk, strk(5), party.friend));
    expect(tells(feeTokenAll, { ...sending(0), preview })).toEqual([]);
  });
});

/** Paid by a paymaster, beside that fee of the account's own. */
const sponsorship = (maximum: string) =>
  ({ by: 'paymaster', own: { expected: null, maximum } }) as Sponsorship; // the rest is of no matter

const paying = (amount: number, own: number | undefined) =>
  paymasterFee(
    createReview({
      fee: { expected: strk(amount), maximum: strk(amount) },
      ...(own !== undefined && { payer: sponsorship(strk(own)) }),
    }),
  );

const ETHER = knownTokens.ETH.address;
/** A fee in ether, with its value in STRK by that source. */
const inEther = (
  amount: string,
  by: 'prices' | 'chain' | 'paymaster',
): Partial<TransactionReview> => ({
  fee: { expected: strk(0.02), maximum: strk(0.02) },
  payer: {
    ...sponsorship(strk(0.02)),
    payWith: ETHER,
    fee: {
      symbol: 'ETH',
      decimals: 18,
      amount,
      to: party.stranger,
      inStrk: { amount: strk(0.02), rate: strk(1_000), by },
    },
  },
});

describe('paymasterUnpriced', () => {
  // @promise P20.2
  it('warns of a fee that only its taker prices, and needs the tick', () => {
    expect(tells(paymasterUnpriced, inEther(strk(5), 'paymaster'))).toEqual([
      'high: No independent price for the fee',
    ]);
    const [warning] = paymasterUnpriced(createReview(inEther(strk(5), 'paymaster')));
    expect(warning && inEnglish(warning.text)).toContain('You would pay 5 ETH,');
  });

  it('ignores a fee with another price, one of nothing, and one of the account', () => {
    expect(tells(paymasterUnpriced, inEther(strk(5), 'prices'))).toEqual([]);
    expect(tells(paymasterUnpriced, inEther(strk(5), 'chain'))).toEqual([]);
    expect(tells(paymasterUnpriced, inEther('0', 'paymaster'))).toEqual([]);
    expect(tells(paymasterUnpriced, {})).toEqual([]);
    expect(paymasterUnpriced(createMessage())).toEqual([]);
  });
});

describe('paymasterFee', () => {
  it.each<[string, number, number | undefined, string[]]>([
    ['nothing of an own fee, however high', 9, undefined, []],
    ['nothing of one and a half times', 0.03, 0.02, []],
    ['more', 0.030001, 0.02, ['caution']],
    ['five times', 0.1, 0.02, ['caution']],
    ['more than five times, which needs the tick', 0.100001, 0.02, ['critical']],
    ['any fee where there is none', 0.000001, 0, ['critical']],
    ['nothing where the paymaster pays', 0, 0, []],
  ])('warns of %s', (_, amount, own, severities) => {
    expect(paying(amount, own).map(({ severity }) => severity)).toEqual(severities);
  });

  // @promise P20.3
  it('shows both fees', () => {
    const [warning] = paying(0.05, 0.02);
    expect(warning && inEnglish(warning.text)).toContain('0.05 STRK');
    expect(warning && inEnglish(warning.text)).toContain('0.02 STRK');
  });
});
