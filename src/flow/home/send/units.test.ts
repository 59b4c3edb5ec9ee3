import { describe, expect, it } from '@jest/globals';
import { chainIds } from '../../../schema/primitives';
import { knownTokenList } from '../../tokens/tokens';
import { type Draft, findPut, type Put } from './draft';
import { inOtherUnit } from './units';

const [token] = knownTokenList(chainIds.sepolia);
const sources: (Put['source'] | undefined)[] = [undefined, 'max', 'unit', 'record', 'request'];

/** A form with an amount that was typed, or put in by the module. */
const createDraft = (unit: Draft['unit'], amount: string, source?: Put['source']): Draft => {
  const address = token?.address ?? '';
  return {
    from: '0x1',
    separators: { point: '.', thousands: ',' },
    typed: { token: address, to: '', amount },
    isPressed: false,
    unit,
    price: { token: address, usd: 0.3, check: 'same' },
    ...(source && { put: { text: amount, token: address, source } }),
  };
};

/** The form after so many changes of the unit. */
function changeUnit(draft: Draft, times: number): Draft {
  const next = token && inOtherUnit(draft, token);
  if (times === 0 || !next) return draft;
  const { fill = {}, ...changes } = next;
  return changeUnit({ ...draft, ...changes, typed: { ...draft.typed, ...fill } }, times - 1);
}

const read = (draft: Draft) => ({
  unit: draft.unit,
  amount: draft.typed.amount,
  source: findPut(draft)?.source,
});

describe('inOtherUnit', () => {
  it.each(
    sources.flatMap((source) =>
      (['token', 'money'] as const).flatMap((unit) =>
        ['', '7', '99.123456789012345678', '0.000001'].map((amount) => ({ source, unit, amount })),
      ),
    ),
  )('gives back after two changes what was there: $source $unit $amount', (one) => {
    const draft = createDraft(one.unit, one.amount, one.source);
    expect(changeUnit(draft, 1).unit).not.toBe(one.unit);
    for (const times of [2, 4, 6]) {
      const { source = 'unit', ...now } = read(changeUnit(draft, times));
      expect(now).toEqual({ unit: one.unit, amount: one.amount });
      expect(source).toBe(one.source ?? 'unit');
    }
  });
});
