import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { transaction } from 'starknet';
import type { Call } from '../../schema/call';
import { toAddress, toHex } from '../felt';
import { selectorOf } from '../selector';
import { decodeExecute, encodeExecute } from './calls';

const felts = fc.bigInt(0n, 2n ** 251n - 1n).map(toHex);
const calls = fc.array(
  fc.record({
    contractAddress: fc.bigInt(0n, 2n ** 251n - 257n).map(toAddress),
    entrypoint: fc.stringMatching(/^[a-z_][A-Za-z0-9_]{0,20}$/u),
    calldata: fc.array(felts, { maxLength: 6 }),
  }),
  { maxLength: 5 },
);
const versions = fc.constantFrom<0 | 1>(0, 1);
const runs = { numRuns: 150 };

/** In starknet.js both versions are texts, and felts come out as decimals. */
const reference = (several: readonly Call[], version: 0 | 1) =>
  transaction
    .getExecuteCalldata([...several], version === 0 ? '0' : '1')
    .map((felt) => toHex(BigInt(felt)));

describe('encodeExecute', () => {
  it('agrees with starknet.js for Cairo 0 and Cairo 1', () => {
    fc.assert(
      fc.property(calls, versions, (several, version) => {
        expect(encodeExecute(several, version)).toEqual(reference(several, version));
      }),
      runs,
    );
  });

  it('refuses an entry point that is no name', () => {
    const call = { contractAddress: '0x1', entrypoint: '0x2', calldata: [] };
    expect(() => encodeExecute([call], 1)).toThrow('identifier');
  });
});

describe('decodeExecute', () => {
  it('is the inverse of encodeExecute', () => {
    fc.assert(
      fc.property(calls, versions, (several, version) => {
        const decoded = decodeExecute(encodeExecute(several, version), version);
        expect(decoded).toEqual(
          several.map(({ contractAddress, entrypoint, calldata }) => ({
            to: contractAddress,
            selector: selectorOf(entrypoint),
            calldata,
          })),
        );
      }),
      runs,
    );
  });

  it('is undefined when a felt is missing or left over', () => {
    fc.assert(
      fc.property(calls, versions, (several, version) => {
        const whole = encodeExecute(several, version);
        expect(decodeExecute([...whole, '0x0'], version)).toBeUndefined();
        for (let length = 0; length < whole.length; length++)
          expect(decodeExecute(whole.slice(0, length), version)).toBeUndefined();
      }),
      { numRuns: 40 },
    );
  });

  it.each([
    ['calls that share calldata', ['0x2', '0xa', '0x1', '0x0', '0x1', '0xb', '0x2', '0x0', '0x1']],
    ['calls that skip calldata', ['0x1', '0xa', '0x1', '0x1', '0x1']],
  ])('is undefined for %s in Cairo 0', (_, table) => {
    expect(decodeExecute([...table, '0x2', '0x7', '0x8'], 0)).toBeUndefined();
    expect(decodeExecute([...table, '0x1', '0x7'], 0)).toBeUndefined();
  });

  it('is undefined for a wrong count of the common calldata in Cairo 0', () => {
    const table = ['0x1', '0xa', '0x1', '0x0', '0x1'];
    expect(decodeExecute([...table, '0x1', '0x7'], 0)).toHaveLength(1);
    expect(decodeExecute([...table, '0x2', '0x7'], 0)).toBeUndefined();
  });

  it('is undefined for counts larger than the calldata', () => {
    const huge = toHex(2n ** 250n);
    for (const version of [0, 1] as const) {
      expect(decodeExecute([huge], version)).toBeUndefined();
      expect(decodeExecute(['0x1', '0xa', '0x1', huge, huge], version)).toBeUndefined();
    }
  });
});
