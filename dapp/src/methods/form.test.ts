import { describe, expect, it } from '@jest/globals';
import { sepolia } from '../chain/networks';
import { draw } from '../draw';
import { say } from '../texts';
import type { Param, Schema } from './catalogue';
import { createField, createSample, fillParams, listChoices } from './form';

const param = (name: string, schema: Schema, required = false): Param => ({
  name,
  required,
  schema,
});
const account = `0x${'1'.repeat(64)}`;
const calls = param(
  'calls',
  {
    type: 'array',
    minItems: 1,
    items: {
      type: 'object',
      properties: { entrypoint: { type: 'string' }, calldata: { type: 'array' } },
      required: ['entrypoint'],
      additionalProperties: false,
    },
  },
  true,
);
const fault = (schema: Schema, text: string) => {
  const filled = fillParams([param('x', schema)], { x: text });
  const told = 'faults' in filled ? filled.faults.x : undefined;
  return told && draw(told);
};
const value = (schema: Schema, text: string) => {
  const filled = fillParams([param('x', schema)], { x: text });
  return 'params' in filled ? filled.params?.x : filled.faults;
};

describe('createField', () => {
  it.each<[Schema, string]>([
    [{ type: 'string' }, 'text'],
    [{ type: 'integer' }, 'text'],
    [{ type: ['string', 'number'] }, 'text'],
    [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, 'text'],
    [{ type: 'boolean' }, 'choice'],
    [{ enum: [10, 25] }, 'choice'],
    [{ type: 'array' }, 'json'],
    [{ anyOf: [{ type: 'string' }, { type: 'object' }] }, 'json'],
    [{}, 'json'],
  ])('enters %p as %s', (schema, field) => {
    expect(createField(schema)).toBe(field);
  });
});

describe('fillParams', () => {
  it.each<[Schema, string, unknown]>([
    [{ type: 'string' }, ' 0x12 ', '0x12'],
    [{ type: 'string' }, '12', '12'],
    [{ type: 'integer' }, '12', 12],
    [{ type: 'number' }, '1.5', 1.5],
    [{ type: 'boolean' }, 'true', true],
    [{ enum: [10, 25, 50] }, '25', 25],
    [{ enum: ['L1', 'L2'] }, 'L2', 'L2'],
    [{ type: ['string', 'null'] }, 'null', null],
    [{ type: ['string', 'number'] }, '18', 18],
    [{ type: ['string', 'number'] }, '0x12', '0x12'],
    [{ type: 'array', items: { type: 'string' } }, '["0x1"]', ['0x1']],
    [{ type: ['integer', 'string'] }, '9007199254740993', '9007199254740993'],
    [{}, '[1]', [1]],
  ])('reads a %p from %p', (schema, text, expected) => {
    expect(value(schema, text)).toEqual(expected);
  });

  it.each<[Schema, string, string]>([
    [{ type: 'integer' }, '1.5', 'x must be a whole number.'],
    [{ type: 'integer' }, '9007199254740993', 'x must be a whole number.'],
    [{ enum: [10, 25] }, '11', 'x must be one of 10, 25.'],
    [{ type: 'string', pattern: '^a' }, '12', 'x does not have the expected form.'],
    [{ type: 'string', pattern: '^0x' }, '12', 'x must be 0x and up to 64 hex digits.'],
    [
      { type: 'string', pattern: '^0x[0-9a-f]+$' },
      '0x1,5',
      'x is no hex number: after 0x it has other signs than 0-9 and a-f.',
    ],
    [
      { type: 'string', pattern: '^(0x[0-9a-f]+|[0-9]+)$' },
      '1,5',
      'x must be a whole number, in decimal or as 0x and hex digits.',
    ],
    [{ type: 'integer' }, '1,5', 'x must be a whole number.'],
    [{ type: ['integer', 'string'] }, '1,5', 'x must be a whole number.'],
    [{ type: 'array' }, '{}', 'x must be a list: […].'],
    [{ type: 'array', items: { type: 'string' } }, '["a",1]', 'x[1] must be a text.'],
    [{ type: 'array', maxItems: 0 }, '[1]', 'x can hold at most 0.'],
    [calls.schema, '[]', 'x needs at least 1.'],
    [calls.schema, '[{}]', 'x[0].entrypoint is missing.'],
    [calls.schema, '[{"entrypoint":"a","extra":1}]', 'x[0].extra is not known.'],
  ])('refuses for a %p the text %p', (schema, text, expected) => {
    expect(fault(schema, text)).toBe(expected);
  });

  it('explains why a text is not JSON', () => {
    expect(fault({ type: 'object' }, '{"a":')).toMatch(/^x is not JSON: /u);
  });

  it('leaves out what is empty, and misses only what is required', () => {
    const params = [param('a', { type: 'string' }, true), param('b', { type: 'string' })];
    expect(fillParams(params, { a: '1', b: ' ' })).toEqual({ params: { a: '1' } });
    expect(fillParams(params, {})).toEqual({
      faults: { a: say('methods.fault.required', { name: 'a' }) },
    });
  });

  it('sends no params for a method that takes none', () => {
    expect(fillParams([], {})).toEqual({ params: undefined });
  });
});

describe('createSample', () => {
  const address = param('address', { type: 'string', examples: ['0x2'] }, true);

  it('puts the account in use if an account is asked', () => {
    expect(createSample([address], account)).toEqual({ address: account });
    expect(createSample([address], null)).toEqual({ address: '0x2' });
  });

  it('fills an address without an example with the account’s, whatever it is called', () => {
    const upgraded = param('contractAddress', { type: 'string' }, true);
    const token = param('contractAddress', { type: 'string', examples: ['0x3'] }, true);
    expect(createSample([upgraded], account)).toEqual({ contractAddress: account });
    expect(createSample([token], account)).toEqual({ contractAddress: '0x3' });
    expect(createSample([upgraded], null)).toEqual({ contractAddress: '' });
  });

  it('asks after the last transaction', () => {
    const transactionHash = param('transactionHash', { type: 'string' }, true);
    expect(createSample([transactionHash], account, '0x9')).toEqual({ transactionHash: '0x9' });
    expect(createSample([transactionHash], account)).toEqual({ transactionHash: '' });
  });

  it('fills in what is required by example, default or first choice, and nothing else', () => {
    const params = [
      param('tokenAddress', { type: 'string', examples: ['0x3'] }, true),
      param('pageSize', { enum: [10, 25], default: 25 }, true),
      param('chainId', { type: 'string', enum: ['0x1', '0x2'] }, true),
      param('deploy', { type: 'boolean', default: false }),
    ];
    expect(createSample(params, account)).toEqual({
      tokenAddress: '0x3',
      pageSize: '25',
      chainId: '0x1',
    });
  });

  it('starts on the test network', () => {
    const chainId = param('chainId', { enum: ['0x534e5f4d41494e', sepolia] }, true);
    expect(createSample([chainId], null)).toEqual({ chainId: sepolia });
  });

  it('gives samples that can be sent', () => {
    const example = [{ entrypoint: 'transfer', calldata: ['0x1'] }];
    const shown = { ...calls, schema: { ...calls.schema, examples: [example] } };
    expect(fillParams([shown], createSample([shown], account))).toEqual({
      params: { calls: example },
    });
  });
});

describe('listChoices', () => {
  it('offers both truth values', () => {
    expect(listChoices({ type: 'boolean' })).toEqual(['true', 'false']);
  });
});
