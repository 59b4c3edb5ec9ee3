import { describe, expect, it } from '@jest/globals';
import { createClock } from '../../../test/wallet/clock';
import { createCreditMeter } from './creditMeter';
import { getCredits } from './credits';

const call = (method: string) => ({ method, params: [] });
const fine = { result: null };

describe('the credit meter', () => {
  it.each([
    ['eth_getBlockByHash', 80],
    ['eth_getBlockByNumber', 80],
    ['eth_getTransactionByBlockNumberAndIndex', 150],
    ['eth_getUncleByBlockNumberAndIndex', 150],
    ['eth_getTransactionByBlockHashAndIndex', 150],
    ['eth_getProof', 150],
    ['eth_getBlockReceipts', 1000],
    ['baseFeePercentile', 80],
    ['baseFeeHistory', 80],
    ['eth_blockNumber', 80],
    ['toString', 80],
  ])('counts %s as %d credits', (method, credits) => {
    expect(getCredits(method)).toBe(credits);
    const meter = createCreditMeter();
    meter.answered([call(method)], [fine]);
    expect(meter.used()).toBe(credits);
  });

  it('counts a batch as its calls and one more', () => {
    const meter = createCreditMeter();
    meter.answered([call('eth_getProof'), call('eth_getBlockReceipts')], [fine, fine]);
    expect(meter.used()).toBe(150 + 1000 + 80);
  });

  it('counts nothing that was limited or never answered', () => {
    const meter = createCreditMeter();
    meter.answered([call('eth_getProof')], [{ error: { code: -32005, message: 'limit' } }]);
    meter.answered([call('eth_getProof')], [{ fault: 'No answer.' }]);
    expect(meter.used()).toBe(0);
    meter.answered([call('eth_getProof')], [{ error: { code: -32602, message: 'invalid' } }]);
    expect(meter.used()).toBe(150);
    for (const status of [400, 404, 408, 413, 415]) meter.refused(status);
    expect(meter.used()).toBe(150 + 5 * 5);
    for (const status of [401, 402, 403, 405, 429, 502]) meter.refused(status);
    expect(meter.used()).toBe(150 + 5 * 5);
  });

  it('counts an error by the status that it would have by itself', () => {
    const meter = createCreditMeter();
    const answered = (code: number, data?: object) => {
      const before = meter.used();
      meter.answered([call('eth_getProof')], [{ error: { code, message: 'no', data } }]);
      return meter.used() - before;
    };
    expect(answered(-32600)).toBe(5);
    expect(answered(-32601, { status: 404 })).toBe(5);
    expect(answered(-32601)).toBe(150);
    expect(answered(-32603, { status: 502 })).toBe(0);
    expect(answered(-32603)).toBe(150);
    expect(answered(402)).toBe(0);
    expect(answered(3, { status: 'reverted' })).toBe(150);
  });

  it('counts no batch as such of which nothing is charged', () => {
    const meter = createCreditMeter();
    const failed = { error: { code: -32603, message: 'no', data: { status: 502 } } };
    meter.answered([call('eth_getProof'), call('eth_getProof')], [failed, failed]);
    expect(meter.used()).toBe(0);
    meter.answered([call('eth_getProof'), call('eth_getProof')], [failed, fine]);
    expect(meter.used()).toBe(150 + 80);
  });

  it('reports once a day when three quarters, 85 hundredths and all of the budget are used', () => {
    const clock = createClock();
    const told: [number, number][] = [];
    const onMark = (share: number, used: number) => told.push([share, used]);
    const meter = createCreditMeter({ budget: 1000, onMark, now: clock.now });
    for (let i = 0; i < 7; i++) meter.spent('eth_getProof');
    expect(told).toEqual([
      [0.75, 750],
      [0.85, 900],
      [1, 1050],
    ]);
    meter.spent('eth_getProof');
    expect(told).toHaveLength(3);
    clock.advance(86_400_000);
    expect(meter.used()).toBe(0);
    meter.spent('eth_getBlockReceipts');
    expect(told.slice(3)).toEqual([
      [0.75, 1000],
      [0.85, 1000],
      [1, 1000],
    ]);
  });
});
