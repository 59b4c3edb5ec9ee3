import { describe, expect, it } from '@jest/globals';
import { parse } from '@xnet/clients/schema/field';
import { ContractAddress, Felt } from './primitives';

describe('zero padding', () => {
  it('reads an address and a felt alike with zero padding of any length', () => {
    const padded = `0x${'0'.repeat(60)}1234`;
    expect(parse(`0x${'0'.repeat(64)}1234`, ContractAddress, 'invalidParams')).toBe(padded);
    expect(parse(`0x${'0'.repeat(64)}1234`, Felt, 'invalidParams')).toBe('0x1234');
  });
});
