import { describe, expect, it } from '@jest/globals';
import { object } from '@metamask/superstruct';
import { ModuleError } from '@xnet/clients/errors';
import { type AnyStruct, parse } from '@xnet/clients/schema/field';
import fc from 'fast-check';
import {
  ADDRESS_BOUND,
  ChainIdParam,
  ContractAddress,
  chainIds,
  chainName,
  Felt,
  FIELD_PRIME,
  findNetwork,
  Hex,
  networks,
  parseNumber,
  RequiredChainId,
  sameFelt,
  U64,
  U128,
} from './primitives';

const read = (struct: AnyStruct, value: unknown): unknown =>
  parse({ at: value }, object({ at: struct }), 'invalidParams').at;
const fault = (struct: AnyStruct, value: unknown): string => {
  try {
    read(struct, value);
  } catch (error) {
    if (error instanceof ModuleError && error.kind === 'invalidParams') return error.message;
    throw error;
  }
  throw new Error(`It takes ${String(value)}.`);
};
const hex = (value: bigint) => `0x${value.toString(16)}`;

describe('parseNumber', () => {
  it.each([
    ['0x0', 0n],
    ['0xFf', 255n],
    ['0XFF', 255n],
    ['0x000000001', 1n],
    ['0', 0n],
    ['0012', 12n],
    [7, 7n],
    [Number.MAX_SAFE_INTEGER, BigInt(Number.MAX_SAFE_INTEGER)],
  ])('reads %p', (value, expected) => {
    expect(parseNumber(value)).toBe(expected);
  });

  // @promise T21.1
  it.each([
    ['0x'],
    [''],
    [' '],
    ['1\n'],
    ['1e21'],
    ['-1'],
    ['1_000'],
    ['0x1g'],
    ['１'],
    [`0x1${'0'.repeat(64)}`],
    ['1'.repeat(79)],
    [-1],
    [0.5],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [2 ** 53],
    [1n],
    [true],
    [null],
    [undefined],
    [['1']],
    [{ toString: () => '1' }],
  ])('does not read %p', (value) => {
    expect(parseNumber(value)).toBeUndefined();
  });
});

describe('Felt', () => {
  it.each([
    ['0x0', '0x0'],
    ['0x0001', '0x1'],
    ['0xABCdef', '0xabcdef'],
    ['255', '0xff'],
    [255, '0xff'],
    [0, '0x0'],
    [hex(FIELD_PRIME - 1n), hex(FIELD_PRIME - 1n)],
    [String(FIELD_PRIME - 1n), hex(FIELD_PRIME - 1n)],
  ])('accepts %p', (value, canonical) => {
    expect(read(Felt, value)).toBe(canonical);
  });

  it.each([
    [hex(FIELD_PRIME)],
    [String(FIELD_PRIME)],
    [`0x${'f'.repeat(64)}`],
    ['9'.repeat(78)],
    ['9'.repeat(79)],
    ['STRK'],
    [''],
    [-0.5],
    [-1],
    [2 ** 53],
    [Number.NaN],
    [null],
    [undefined],
    [true],
    [{}],
    [['0x1']],
  ])('refuses %p', (value) => {
    expect(fault(Felt, value)).toMatch(/^A parameter is missing or malformed\. at: Expected /u);
  });

  // @promise T21.1
  it('reads every spelling of a number as one canonical text', () => {
    const number = fc.bigInt(0n, FIELD_PRIME - 1n);
    fc.assert(
      fc.property(number, fc.nat(4), (value, zeros) => {
        const digits = value.toString(16);
        const padded = `0x${'0'.repeat(Math.min(zeros, 64 - digits.length))}${digits}`;
        for (const text of [hex(value), padded, padded.toUpperCase(), value.toString()])
          expect(read(Felt, text)).toBe(hex(value));
        expect(read(Felt, read(Felt, padded))).toBe(hex(value));
      }),
    );
  });

  it('names the range', () => {
    expect(fault(Felt, hex(FIELD_PRIME))).toContain(`below ${hex(FIELD_PRIME)}`);
  });
});

describe('ContractAddress', () => {
  const strk = '0x04718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';

  it.each([
    [strk],
    ['0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d'],
    ['0x4718F5A0FC34CC1AF16A1CDEE98FFB20C31F5CD61D6AB07201858F4287C938D'],
    ['0X4718F5A0FC34CC1AF16A1CDEE98FFB20C31F5CD61D6AB07201858F4287C938D'],
  ])('gives the spelling %p the form of 64 lower-case digits', (spelling) => {
    expect(read(ContractAddress, spelling)).toBe(strk);
  });

  // @promise T12.1
  it('accepts short addresses and pads them', () => {
    expect(read(ContractAddress, '0x1')).toBe(`0x${'1'.padStart(64, '0')}`);
  });

  // @promise T12.1
  it.each([
    ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
    ['0xd8da6bf26964af9d7eed9e03e53415d37aa96045'],
  ])('reports that %p looks like an address of Ethereum', (address) => {
    expect(fault(ContractAddress, address)).toMatch(/looks like an Ethereum address/u);
  });

  it.each([[hex(ADDRESS_BOUND)], [hex(FIELD_PRIME - 1n)], [`0x${'f'.repeat(64)}`]])(
    'refuses %p as out of range',
    (address) => {
      expect(fault(ContractAddress, address)).toMatch(/below 2\^251 - 256/u);
    },
  );

  // @promise T12.1
  it('accepts the highest address', () => {
    expect(read(ContractAddress, hex(ADDRESS_BOUND - 1n))).toBe(
      `0x0${(ADDRESS_BOUND - 1n).toString(16)}`,
    );
  });

  it.each([['123'], [5], ['0x'], [''], ['vitalik.eth'], ['0x1 '], [null], [undefined], [{}]])(
    'refuses %p, which is no hex',
    (address) => {
      expect(fault(ContractAddress, address)).toMatch(/^A parameter .* at: Expected /u);
    },
  );
});

describe('U64 and U128', () => {
  it.each([
    [U64, 64n],
    [U128, 128n],
  ])('accepts numbers up to their width and no more (%#)', (struct, bits) => {
    expect(read(struct, String(2n ** bits - 1n))).toBe(hex(2n ** bits - 1n));
    expect(fault(struct, hex(2n ** bits))).toContain(`${bits}-bit number`);
  });
});

describe('Hex', () => {
  it.each([['0x0'], ['0x1'], [`0x${'f'.repeat(64)}`]])('accepts %p', (value) => {
    expect(read(Hex, value)).toBe(value);
  });

  it.each([['0x'], ['0x01'], ['0xA'], ['1'], [`0x1${'0'.repeat(64)}`]])('refuses %p', (value) => {
    expect(fault(Hex, value)).toMatch(/at: Expected/u);
  });
});

describe('chain ids', () => {
  it.each([
    [chainIds.sepolia, chainIds.sepolia],
    ['0x534E5F5345504F4C4941', chainIds.sepolia],
    ['0X534E5F4D41494E', chainIds.mainnet],
    ['0x000534e5f4d41494e', chainIds.mainnet],
    ['SN_SEPOLIA', chainIds.sepolia],
    ['starknet:SN_SEPOLIA', chainIds.sepolia],
    ['sn_main', chainIds.mainnet],
    ['Sn_Main', chainIds.mainnet],
  ])('reads %p', (spelling, chainId) => {
    expect(read(ChainIdParam, spelling)).toBe(chainId);
    expect(read(RequiredChainId, spelling)).toBe(chainId);
  });

  it('defaults to Sepolia', () => {
    expect(read(ChainIdParam, undefined)).toBe(chainIds.sepolia);
  });

  it('fails if a required chain id is missing', () => {
    expect(fault(RequiredChainId, undefined)).toMatch(/at: Expected a string/u);
  });

  it.each([['0x1'], ['SN_GOERLI'], [''], ['0x0'], ['__proto__'], ['mainnet']])(
    'leaves %p as it is, for the dispatcher to refuse',
    (text) => {
      const kept = read(ChainIdParam, text);
      expect(findNetwork(String(kept))).toBeUndefined();
    },
  );

  it.each([[1], [null], [{}], [true]])('refuses %p, which is no text', (value) => {
    expect(fault(ChainIdParam, value)).toMatch(/at: Expected a string/u);
  });

  it('decodes chain ids as short strings', () => {
    expect(chainName(chainIds.mainnet)).toBe('SN_MAIN');
    expect(chainName(chainIds.sepolia)).toBe('SN_SEPOLIA');
    expect(chainName('0x1')).toBe('\u0001');
  });

  it('identifies one network by each chain id', () => {
    expect(networks.map(({ chainId }) => findNetwork(chainId)?.chainId)).toEqual(
      Object.values(chainIds),
    );
  });
});

describe('sameFelt', () => {
  it('compares numbers, not texts', () => {
    expect(sameFelt('0x01', '0x1')).toBe(true);
    expect(sameFelt('0xAB', '171')).toBe(true);
    expect(sameFelt('0x1', '0x10')).toBe(false);
  });
});
