import { describe, expect, it } from '@jest/globals';
import type { ChangeFact, Severity } from './facts';
import { type Baseline, measureGrowth } from './growth';

const STRK = '0x1';
const send = (amount: string, change: Partial<ChangeFact> = {}): ChangeFact => ({
  kind: 'send',
  amount,
  symbol: 'STRK',
  address: STRK,
  verified: true,
  ...change,
});
const allow = (amount: string | null, spender = '0xa'): ChangeFact => ({
  ...send('0'),
  kind: 'allow',
  amount,
  spender,
});
const known = (...changes: ChangeFact[]) => ({ state: 'known', source: 'node', changes }) as const;
const unknown = { state: 'unknown', why: 'It hung up.' } as const;
const fee = (maximum: string, symbol = 'STRK') => ({ expected: '0.01', maximum, symbol });
const warned = (rule: string, severity: Severity) => ({ rule, severity, title: rule, text: 'x' });
const stakes = (some: Partial<Baseline>): Baseline => ({
  fee: undefined,
  preview: undefined,
  recipients: undefined,
  warnings: [],
  ...some,
});
const told = (was: Partial<Baseline>, now: Partial<Baseline>) => {
  const { lines, isMuch } = measureGrowth(stakes(was), stakes(now));
  return [...lines.map(({ say }) => say.replace('review.', '')), ...(isMuch ? ['much'] : [])];
};

describe('what can be lost', () => {
  // @promise P7.1
  it.each<[string, Partial<Baseline>, Partial<Baseline>, string[]]>([
    ['stays', { fee: fee('0.02') }, { fee: fee('0.02') }, []],
    ['shrinks with a lower fee', { fee: fee('0.02') }, { fee: fee('0.0199') }, []],
    ['grows with a higher fee', { fee: fee('0.02') }, { fee: fee('0.04') }, ['wasNow']],
    [
      'grows much with one above twice',
      { fee: fee('0.02') },
      { fee: fee('0.040000000000000001') },
      ['wasNow', 'much'],
    ],
    ['is not compared from token to token', { fee: fee('0.02') }, { fee: fee('9', 'ETH') }, []],
    ['stays with what leaves', { preview: known(send('5')) }, { preview: known(send('5.0')) }, []],
    ['grows with it', { preview: known(send('5')) }, { preview: known(send('10')) }, ['wasNow']],
    [
      'grows much with what leaves to several',
      { preview: known(send('5')) },
      { preview: known(send('5'), send('5.1')) },
      ['wasNow', 'much'],
    ],
    [
      'grows with a token that did not leave before',
      { preview: known(send('5')) },
      { preview: known(send('5'), send('1', { address: '0x2' })) },
      ['wasNone', 'much'],
    ],
    [
      'is not compared from smallest units to whole ones',
      { preview: known(send('5', { isSmallest: true })) },
      { preview: known(send('5')) },
      ['wasNone', 'much'],
    ],
    [
      'grows with a piece of a collection',
      { preview: known(send('1', { tokenId: '7' })) },
      { preview: known(send('1', { tokenId: '8' })) },
      ['wasNone', 'much'],
    ],
    [
      'grows with an allowance',
      { preview: known(allow('5')) },
      { preview: known(allow('6')) },
      ['wasNow'],
    ],
    [
      'grows much with one that has no limit any more',
      { preview: known(allow('5')) },
      { preview: known(allow(null)) },
      ['wasNow', 'much'],
    ],
    [
      'grows with another spender',
      { preview: known(allow('5')) },
      { preview: known(allow('5', '0xb')) },
      ['wasNone', 'much'],
    ],
    [
      'shrinks with allowances that are taken back or get a limit',
      { preview: known(allow(null)) },
      { preview: known(allow('5'), allow('0', '0xb')) },
      [],
    ],
    [
      'stays while prices drift',
      { preview: known(send('100', { kind: 'receive' })) },
      { preview: known(send('99', { kind: 'receive' })) },
      [],
    ],
    [
      'grows with what is received no more',
      { preview: known(send('100', { kind: 'receive' })) },
      { preview: known(send('98.9', { kind: 'receive' })) },
      ['wasNow'],
    ],
    [
      'grows much where next to nothing is received',
      { preview: known(send('100', { kind: 'receive' })) },
      { preview: known() },
      ['wasNow', 'much'],
    ],
    [
      'grows with another recipient',
      { preview: known(), recipients: ['0x5'] },
      { preview: known(), recipients: ['0x5', '0x6'] },
      ['newRecipient', 'much'],
    ],
    [
      'grows much with a loss that a first preview shows late',
      { preview: unknown },
      { preview: known(send('5')), recipients: ['0x5'] },
      ['wasUnknown', 'newRecipient', 'much'],
    ],
    [
      'stays with a first preview that shows no loss',
      { preview: unknown },
      { preview: known(send('5', { kind: 'receive' }), allow('0')) },
      [],
    ],
    [
      'grows much with a preview that vanishes',
      { preview: known(send('5')) },
      { preview: unknown },
      ['previewGone', 'much'],
    ],
    ['stays without a preview', { preview: unknown }, { preview: unknown }, []],
    [
      'grows with a warning, and with a worse one',
      { warnings: [warned('feePrice', 'caution'), warned('feeTip', 'high')] },
      { warnings: [warned('feePrice', 'high'), warned('feeTip', 'caution')] },
      ['newWarning'],
    ],
    [
      'grows with a second warning of a kind, not with a note',
      { warnings: [warned('feePrice', 'caution')] },
      {
        warnings: [
          warned('feePrice', 'caution'),
          warned('feePrice', 'caution'),
          warned('nonceGap', 'info'),
        ],
      },
      ['newWarning'],
    ],
  ])('measures what can be lost: it %s', (_, was, now, lines) => {
    expect(told(was, now)).toEqual(lines);
  });

  // @promise P7.1
  it('lists what it was and what it is', () => {
    const { lines } = measureGrowth(stakes({ fee: fee('0.024') }), stakes({ fee: fee('9.4') }));
    expect(lines).toEqual([
      {
        say: 'review.wasNow',
        with: {
          what: { say: 'review.maximum' },
          was: { amount: '0.024', symbol: 'STRK' },
          now: { amount: '9.4', symbol: 'STRK' },
        },
      },
    ]);
  });
});
