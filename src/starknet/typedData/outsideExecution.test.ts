import { describe, expect, it } from '@jest/globals';
import { ModuleError } from '@xnet/clients/errors';
import { hash, typedData } from 'starknet';
import {
  ANYONE,
  otherAccount,
  outsideMessage,
  outsideMessage3,
  token,
  transfer,
} from '../../../test/messages/outsideExecution';
import { example, type Json, type Parts } from '../../../test/messages/typedDataExample';
import { toAddress } from '../felt';
import { ANY_CALLER, parseOutsideExecution } from './outsideExecution';
import { parseTypedData } from './parse';

const read = (parts: Parts) => parseOutsideExecution(parseTypedData(parts));
const pathOf = (parts: Parts): string | undefined => {
  const parsed = parseTypedData(parts);
  try {
    parseOutsideExecution(parsed);
  } catch (error) {
    if (error instanceof ModuleError && error.kind === 'invalidParams') return error.data.path;
    throw error;
  }
  throw new Error('It was read.');
};
const callsOf = ({ message }: Parts) => (message.Calls ?? message.calls) as Json[];
const selector = hash.getSelectorFromName('transfer');
const calls = [
  ['0x5', '0x10', '0x0'],
  ['0x6', '0x11', '0x1'],
].map((calldata) => ({
  to: toAddress(token),
  selector,
  entrypoint: 'transfer',
  calldata,
}));

for (const version of ['1', '2'] as const)
  describe(`parseOutsideExecution, version ${version}`, () => {
    const message = (wish = {}) => outsideMessage({ version, ...wish });
    const Selector = version === '1' ? 'selector' : 'Selector';

    it('reads what starknet.js makes', () => {
      expect(read(message())).toEqual({
        version: Number(version),
        isStandardDomain: true,
        caller: ANY_CALLER,
        nonce: '0x99',
        after: '1000',
        before: '2000',
        calls,
        fee: null,
      });
      expect(read(message({ caller: otherAccount }))?.caller).toBe(toAddress(otherAccount));
      expect(read(message({ calls: [] }))?.calls).toEqual([]);
    });

    it('equals the type hash printed in the standard', () => {
      const { types } = message();
      const revision = version === '1' ? '0' : '1';
      expect(typedData.getTypeHash(types as never, 'OutsideExecution', revision)).toBe(
        version === '1'
          ? '0x11ff76fe3f640fa6f3d60bbd94a3b9d47141a2c96f87fdcfbeb2af1d03f7050'
          : '0x312b56c05a7965066ddbda31c016d8d05afc305071c0ca3cdc2192c3c2f1f0f',
      );
    });

    // @promise T14.1
    it('recognizes the message under another domain, and says so', () => {
      const parts = message();
      parts.domain.name = 'Login';
      expect(read(parts)).toMatchObject({ isStandardDomain: false, calls });
    });

    it('recognizes the message if the domain is written as a number', () => {
      const parts = example(version === '1' ? 0 : 1);
      parts.domain.name = '0x4163636f756e742e657865637574655f66726f6d5f6f757473696465';
      expect(pathOf(parts)).toBe('message');
    });

    it('gives no name to a selector that is not known', () => {
      const parts = message();
      Object.assign(callsOf(parts)[0] ?? {}, {
        [Selector]: hash.getSelectorFromName('frobnicate'),
      });
      expect(read(parts)?.calls[0]?.entrypoint).toBeNull();
    });

    // @promise T14.1
    it('refuses the domain of the standard with any other message', () => {
      const parts = example(version === '1' ? 0 : 1);
      parts.domain.name = 'Account.execute_from_outside';
      expect(pathOf(parts)).toBe('message');
    });

    it('leaves ordinary messages alone', () => {
      const parts = example(version === '1' ? 0 : 1);
      expect(read(parts)).toBeUndefined();
      for (const names of [
        ['calls', 'nonce'],
        ['caller', 'execute_after', 'execute_before'],
      ]) {
        parts.types.Leg = names.map((name) => ({ name, type: 'felt' }));
        parts.message.leg = Object.fromEntries(names.map((name) => [name, 1]));
        expect(read(parts)).toBeUndefined();
      }
    });

    it('shows every felt of the calls', () => {
      const long = transfer('0x5', 1n);
      long.calldata = Array.from({ length: 200 }, (_, i) => `${i}`);
      expect(read(message({ calls: [long] }))?.calls[0]?.calldata).toEqual(
        Array.from({ length: 200 }, (_, i) => `0x${i.toString(16)}`),
      );
    });
  });

describe('parseOutsideExecution, version 2', () => {
  it('reads a selector that is signed as a name', () => {
    const parts = outsideMessage({ version: '2' });
    for (const call of callsOf(parts)) call.Selector = 'frobnicate';
    expect(read(parts)?.calls[0]).toMatchObject({
      entrypoint: 'frobnicate',
      selector: hash.getSelectorFromName('frobnicate'),
    });
  });
});

describe('parseOutsideExecution, version 3', () => {
  const amount = { token_address: token, amount: { low: '0x10', high: '0x1' } };

  it('reads the calls, and what is paid beside them', () => {
    const paid = { 'Pay Fee': [{ 'Fee Amount': amount, 'Fee Receiver': otherAccount }] };
    expect(read(outsideMessage3(paid))).toMatchObject({
      version: 3,
      calls,
      fee: {
        token: toAddress(token),
        amount: (2n ** 128n + 16n).toString(),
        receiver: toAddress(otherAccount),
      },
    });
    expect(read(outsideMessage3({ 'No Fee': [] }))).toMatchObject({ version: 3, fee: null });
  });

  it('equals the hash of its type', () => {
    const { types } = outsideMessage3({ 'No Fee': [] });
    expect(typedData.getTypeHash(types as never, 'OutsideExecution', '1')).toBe(
      parseTypedData(outsideMessage3({ 'No Fee': [] })).message.typeHash,
    );
  });

  it('refuses a fee under the version of a message that has none', () => {
    const parts = outsideMessage3({ 'No Fee': [] });
    parts.domain.version = '2';
    expect(pathOf(parts)).toBe('domain.version');
  });
});

it('distinguishes anyone from a single caller', () => {
  expect(read(outsideMessage({ version: '2', caller: ANYONE }))?.caller).toBe(ANY_CALLER);
  expect(BigInt(ANY_CALLER)).toBe(0x414e595f43414c4c4552n);
});
