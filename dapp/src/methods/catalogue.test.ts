import { describe, expect, it } from '@jest/globals';
import { methods } from './catalogue';
import { fieldOf, fillParams, sampleOf } from './form';

const account = `0x0${'1'.repeat(63)}`;

describe('every method of openrpc.json', () => {
  it('is there', () => {
    expect(methods.map(({ name }) => name)).toContain('xnet_executeTxn');
  });

  it.each(methods.map((method) => [method.name, method] as const))(
    '%s has a sample that its form accepts, save for what only a person knows',
    (_name, { params }) => {
      const sample = sampleOf(params, account);
      const filled = fillParams(params, sample);
      const faults = 'faults' in filled ? filled.faults : {};
      const blank = params.filter(({ name, required }) => required && sample[name] === '');
      expect(Object.keys(faults)).toEqual(blank.map(({ name }) => name));
      expect(blank.map(({ schema }) => fieldOf(schema))).toEqual(blank.map(() => 'text'));
    },
  );
});
