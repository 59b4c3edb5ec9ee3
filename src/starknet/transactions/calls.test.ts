import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { transaction } from 'starknet';
import { hidingCalls, STRK } from '../../../test/chain/hidingCalls';
import { sender, storedRecord } from '../../../test/wallet/records';
import type { Call } from '../../schema/call';
import { FIELD_PRIME } from '../../schema/primitives';
import { toAddress, toHex } from '../felt';
import { getSelector } from '../selector';
import { callsInRecord, decodeExecute, encodeExecute, readsOtherwise } from './calls';

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
  it('inverts encodeExecute', () => {
    fc.assert(
      fc.property(calls, versions, (several, version) => {
        const decoded = decodeExecute(encodeExecute(several, version), version);
        expect(decoded).toEqual(
          several.map(({ contractAddress, entrypoint, calldata }) => ({
            to: contractAddress,
            selector: getSelector(entrypoint),
            calldata,
          })),
        );
      }),
      runs,
    );
  });

  it('returns undefined when a felt is missing or left over', () => {
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
  ])('returns undefined for %s in Cairo 0', (_, table) => {
    expect(decodeExecute([...table, '0x2', '0x7', '0x8'], 0)).toBeUndefined();
    expect(decodeExecute([...table, '0x1', '0x7'], 0)).toBeUndefined();
  });

  it('returns undefined for a wrong count of the common calldata in Cairo 0', () => {
    const table = ['0x1', '0xa', '0x1', '0x0', '0x1'];
    expect(decodeExecute([...table, '0x1', '0x7'], 0)).toHaveLength(1);
    expect(decodeExecute([...table, '0x2', '0x7'], 0)).toBeUndefined();
  });

  it('returns undefined for counts larger than the calldata', () => {
    const huge = toHex(2n ** 250n);
    for (const version of [0, 1] as const) {
      expect(decodeExecute([huge], version)).toBeUndefined();
      expect(decodeExecute(['0x1', '0xa', '0x1', huge, huge], version)).toBeUndefined();
    }
  });
});

/** What an account of Cairo 0 runs: each row with its part of the common calldata. */
function runCairo0(calldata: readonly string[]) {
  const felts = calldata.map(BigInt);
  const calls = Number(felts[0]);
  const common = felts.slice(4 * calls + 2);
  if (BigInt(common.length) !== felts[4 * calls + 1]) throw new Error('It would not run.');
  return Array.from({ length: calls }, (_, row) => {
    const [to = 0n, selector = 0n, offset = 0n, length = 0n] = felts.slice(4 * row + 1);
    return { to, selector, calldata: common.slice(Number(offset), Number(offset + length)) };
  });
}

const changed = (felts: readonly string[], at: number, felt: string) =>
  felts.map((each, index) => (index === at ? felt : each));

describe('readsOtherwise', () => {
  // @promise T1.3
  it('finds a transfer that Cairo 0 would run in place of what Cairo 1 reads', () => {
    const calldata = encodeExecute(hidingCalls, 1);
    expect(runCairo0(calldata)[1]).toEqual({
      to: BigInt(STRK),
      selector: BigInt(getSelector('transfer')),
      calldata: [0xbadn, 0xffffffffn, 0n],
    });
    expect(readsOtherwise(calldata, 1)).toBe(true);
    expect(readsOtherwise(encodeExecute(hidingCalls, 0), 0)).toBe(false);
  });

  it('finds rows that reach back before the common calldata', () => {
    const [play, end] = hidingCalls;
    if (!play || !end) throw new Error('There are two.');
    const back = changed(play.calldata, 3, toHex(FIELD_PRIME - 4n));
    expect(readsOtherwise(encodeExecute([{ ...play, calldata: back }, end], 1), 1)).toBe(true);
  });

  it.each([
    ['all of the calldata', 0n, 2n, true],
    ['more than there is', 0n, 3n, false],
    ['what is behind it', 2n, 1n, false],
    ['nothing, wherever', 99n, 0n, true],
    ['all from the first felt on', FIELD_PRIME - 6n, 8n, true],
    ['what is before the first felt', FIELD_PRIME - 7n, 8n, false],
  ])('decides whether Cairo 0 could run a row that takes %s', (_, offset, length, could) => {
    const row = ['0xa', '0x1', toHex(offset), toHex(length)];
    const good = ['0xa', '0x1', '0x0', '0x1'];
    const data = ['0x7', '0x8'];
    expect(readsOtherwise(['0x1', ...row, '0x2', ...data], 1)).toBe(could);
    for (const count of ['0x1', '0x3'])
      expect(readsOtherwise(['0x1', ...row, count, ...data], 1)).toBe(false);
    // Another row before it puts the first felt farther away.
    const isNearer = offset === FIELD_PRIME - 7n;
    expect(readsOtherwise(['0x2', ...good, ...row, '0x2', ...data], 1)).toBe(could || isNearer);
  });

  it('finds calls that Cairo 1 would run in place of what Cairo 0 reads', () => {
    const entrypoint = '__default__';
    const three = ['0x6a3e', '0x6a3e', '0x4'].map((contractAddress) => ({
      contractAddress,
      entrypoint,
      calldata: [],
    }));
    expect(decodeExecute(encodeExecute(three, 0), 1)).toHaveLength(3);
    expect(readsOtherwise(encodeExecute(three, 0), 0)).toBe(true);
  });

  it('lets ordinary calls pass', () => {
    const calldata = ['0x6a3e0000000000000000000000000000000005', '0x64', '0x0'];
    const approve = { contractAddress: STRK, entrypoint: 'approve', calldata };
    const transfer = { contractAddress: STRK, entrypoint: 'transfer', calldata };
    const one = { ...transfer, calldata: changed(calldata, 1, '0x1') };
    for (const several of [[transfer], [one], [approve, transfer], [approve, one, transfer]])
      for (const version of [0, 1] as const)
        expect(readsOtherwise(encodeExecute(several, version), version)).toBe(false);
    fc.assert(
      fc.property(calls, versions, (several, version) => {
        expect(readsOtherwise(encodeExecute(several, version), version)).toBe(false);
      }),
      runs,
    );
  });
});

describe('callsInRecord', () => {
  const to = toAddress('0x5');
  const calls = [{ contractAddress: to, entrypoint: 'transfer', calldata: ['0x7', '0x8', '0x0'] }];
  const decoded = [{ to, selector: getSelector('transfer'), calldata: ['0x7', '0x8', '0x0'] }];
  const record = storedRecord(1);
  const executed = {
    ...record,
    contractAddress: sender,
    contractFuncName: '__execute__',
  };

  it.each([0, 1] as const)('decodes what an account of Cairo %s executed', (version) => {
    const contractCallData = encodeExecute(calls, version);
    expect(callsInRecord({ ...executed, contractCallData })).toEqual(decoded);
  });

  it('takes a named function for the only call', () => {
    const transfer = { contractAddress: to, contractFuncName: 'transfer' };
    const contractCallData = ['0x7', '0x8', '0x0'];
    expect(callsInRecord({ ...record, ...transfer, contractCallData })).toEqual(decoded);
  });

  it('takes __execute__ of another contract for a call of it', () => {
    const contractCallData = encodeExecute(calls, 1);
    expect(callsInRecord({ ...executed, contractAddress: to, contractCallData })).toEqual([
      { to, selector: getSelector('__execute__'), calldata: contractCallData },
    ]);
  });

  it('finds none if nothing was called, or it cannot be read', () => {
    const contractCallData = encodeExecute(calls, 1);
    for (const txnType of ['deploy', 'declare'] as const)
      expect(callsInRecord({ ...executed, txnType, contractCallData })).toEqual([]);
    expect(callsInRecord({ ...executed, contractCallData: ['0x9'] })).toEqual([]);
    for (const contractFuncName of ['', 'two words'])
      expect(callsInRecord({ ...executed, contractFuncName, contractCallData })).toEqual([]);
  });
});
