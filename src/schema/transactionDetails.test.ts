import { describe, expect, it } from '@jest/globals';
import { ModuleError } from '@xnet/clients/errors';
import { parse } from '@xnet/clients/schema/field';
import { FIELD_PRIME } from './primitives';
import { parseMaxFee, TransactionDetails } from './transactionDetails';

const read = (details: unknown) => parse(details, TransactionDetails, 'invalidParams');
const faultOf = (details: unknown): ModuleError => {
  try {
    read(details);
  } catch (error) {
    if (error instanceof ModuleError) return error;
    throw error;
  }
  throw new Error('They are taken.');
};
const bound = { max_amount: '0x10', max_price_per_unit: 16 };

describe('TransactionDetails', () => {
  it('accepts an empty object', () => {
    expect(read({})).toEqual({});
  });

  it('accepts every field of the specification at once', () => {
    const details = {
      nonce: 5,
      blockIdentifier: 'pending',
      maxFee: '1000',
      tip: '0x00',
      paymasterData: [],
      accountDeploymentData: [],
      nonceDataAvailabilityMode: 0,
      feeDataAvailabilityMode: 'L1',
      version: '0x3',
      resourceBounds: { l1_gas: bound, l1_data_gas: bound, l2_gas: bound },
      skipValidate: true,
    };
    const canonical = { max_amount: '0x10', max_price_per_unit: '0x10' };
    expect(read(details)).toEqual({
      ...details,
      nonce: '0x5',
      blockIdentifier: 'pre_confirmed',
      maxFee: '0x3e8',
      tip: '0x0',
      nonceDataAvailabilityMode: 'L1',
      resourceBounds: { l1_gas: canonical, l1_data_gas: canonical, l2_gas: canonical },
    });
  });

  it.each([
    ['latest', 'latest'],
    ['pending', 'pre_confirmed'],
    ['pre_confirmed', 'pre_confirmed'],
    ['l1_accepted', 'l1_accepted'],
    [0, { block_number: 0 }],
    [123, { block_number: 123 }],
    ['123', { block_number: 123 }],
    ['0xABC', { block_hash: '0xabc' }],
    [{ block_number: 7 }, { block_number: 7 }],
    [{ block_hash: '0x7' }, { block_hash: '0x7' }],
  ])('reads the block %j', (value, block) => {
    expect(read({ blockIdentifier: value }).blockIdentifier).toEqual(block);
  });

  it.each([
    ['earliest'],
    [''],
    [-1],
    [1.5],
    [null],
    [true],
    [[]],
    [{}],
    ['9'.repeat(16)],
    [`0x${'1'.repeat(65)}`],
    [{ block_number: '7' }],
    [{ block_number: -1 }],
    [{ block_number: 2 ** 53 }],
    [{ block_hash: 7 }],
    [{ block_hash: '7' }],
    [{ block_hash: 'latest' }],
    [{ block_number: 1, block_hash: '0x1' }],
    [{ block_id: '0x1' }],
    [`0x${'f'.repeat(64)}`],
  ])('refuses the block %j', (value) => {
    expect(faultOf({ blockIdentifier: value }).data).toEqual({ path: 'blockIdentifier' });
  });

  it.each([
    [0, 'L1'],
    [1, 'L2'],
    ['0x1', 'L2'],
    ['0', 'L1'],
    ['L2', 'L2'],
  ])('reads the data availability mode %p', (value, mode) => {
    expect(read({ feeDataAvailabilityMode: value }).feeDataAvailabilityMode).toBe(mode);
    expect(read({ nonceDataAvailabilityMode: value }).nonceDataAvailabilityMode).toBe(mode);
  });

  it.each([[2], [-1], ['l1'], [''], [null], [{}], ['constructor']])(
    'refuses the data availability mode %p',
    (value) => {
      expect(faultOf({ feeDataAvailabilityMode: value }).data.path).toBe('feeDataAvailabilityMode');
    },
  );

  it.each([
    ['0x3'],
    [3],
    ['3'],
    ['0x1'],
    [1],
    ['0x0'],
    [0],
    ['0x2'],
    ['2'],
    ['0x100000000000000000000000000000000'],
    ['0x100000000000000000000000000000001'],
    ['0x100000000000000000000000000000002'],
    ['0x100000000000000000000000000000003'],
  ])('accepts version %p', (version) => {
    expect(read({ version })).toEqual({ version });
  });

  it.each([['0x4'], [-1], [4], ['v3'], [null], [''], ['0x200000000000000000000000000000003']])(
    'refuses version %p and says which one the network takes',
    (version) => {
      expect(faultOf({ version }).message).toContain('version: Expected version 3');
    },
  );

  it('accepts a tip and bounds up to their width and no further', () => {
    const max = (bits: bigint) => `0x${(2n ** bits - 1n).toString(16)}`;
    expect(read({ tip: max(64n) })).toEqual({ tip: max(64n) });
    expect(faultOf({ tip: `0x1${'0'.repeat(16)}` }).message).toContain('64-bit');
    const bounds = (l2_gas: unknown) => ({
      resourceBounds: { l1_gas: bound, l1_data_gas: bound, l2_gas },
    });
    expect(read(bounds({ max_amount: max(64n), max_price_per_unit: max(128n) }))).toBeDefined();
    const wide = { max_amount: '0x0', max_price_per_unit: `0x1${'0'.repeat(32)}` };
    expect(faultOf(bounds(wide)).data.path).toBe('resourceBounds.l2_gas.max_price_per_unit');
    expect(faultOf(bounds(undefined)).data.path).toBe('resourceBounds.l2_gas');
    const older = { resourceBounds: { l1_gas: bound, l2_gas: bound } };
    expect(faultOf(older).data.path).toBe('resourceBounds.l1_data_gas');
    expect(faultOf(bounds({ ...bound, unit: 'FRI' })).data.path).toBe('resourceBounds.l2_gas.unit');
  });

  it.each(['paymasterData', 'accountDeploymentData'])('keeps %s empty', (name) => {
    expect(faultOf({ [name]: ['0x1'] }).data.path).toBe(name);
  });

  it('keeps nonce and maxFee in the field', () => {
    const prime = `0x${FIELD_PRIME.toString(16)}`;
    expect(faultOf({ nonce: prime }).data.path).toBe('nonce');
    expect(faultOf({ maxFee: prime }).data.path).toBe('maxFee');
    expect(faultOf({ nonce: -1 }).data.path).toBe('nonce');
  });

  it('names a field that it does not know', () => {
    expect(faultOf({ max_fee: '0x1' }).data).toEqual({ path: 'max_fee' });
  });
});

describe('parseMaxFee', () => {
  const one = { max_amount: '0x1', max_price_per_unit: '0x1' };
  const resourceBounds = { l1_gas: one, l1_data_gas: one, l2_gas: one };

  it('reads a cap, and 0 as no cap beside bounds alone', () => {
    expect(parseMaxFee({})).toBeUndefined();
    expect(parseMaxFee({ maxFee: '0x10' })).toBe(16n);
    expect(parseMaxFee({ maxFee: '0x0' })).toBe(0n);
    expect(parseMaxFee({ maxFee: '0x0', resourceBounds })).toBeUndefined();
    expect(parseMaxFee({ maxFee: '0x1', resourceBounds })).toBe(1n);
  });
});
