import { describe, expect, it } from '@jest/globals';
import { draw } from '../draw';
import { methods } from './catalogue';
import { createField, createSample, fillParams } from './form';
import { getNote } from './notes';

const account = `0x0${'1'.repeat(63)}`;

const noteOf = (note: ReturnType<typeof getNote>) => note && draw(note);

describe('every method of openrpc.json', () => {
  it('includes the methods', () => {
    expect(methods.map(({ name }) => name)).toContain('xnet_executeTxn');
  });

  it.each(methods.map((method) => [method.name, method] as const))(
    'offers for %s a sample that its form accepts, save for what only a person knows',
    (method, { params }) => {
      const sample = createSample(params, account);
      const filled = fillParams(params, sample);
      const faults = 'faults' in filled ? filled.faults : {};
      const blank = params.filter(({ name, required }) => required && sample[name] === '');
      expect(Object.keys(faults)).toEqual(blank.map(({ name }) => name));
      // There is no sample for a class: the form asks the person to fill it in.
      const made = blank.filter(({ name }) => name !== 'contractPayload');
      expect(made.map(({ schema }) => createField(schema))).toEqual(made.map(() => 'text'));
      const facts = { hasLocalChain: true, isDeployed: true, hasSent: false };
      if (blank.length > 0) expect(noteOf(getNote(method, facts))).toMatch(/fill in/iu);
    },
  );
});
