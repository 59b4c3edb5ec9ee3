import { describe, expect, it } from '@jest/globals';
import { hexToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { ec } from 'starknet';
import { toHex } from '../felt';
import { derivePublicKey, signHash, verifyHash } from './keys';

const STARK_ORDER = ec.starkCurve.CURVE.n;
const keyOf = (hex: string) => hexToBytes(hex.replace('0x', '').padStart(64, '0'));
const privateKeys = fc.bigInt(1n, STARK_ORDER - 1n).map((scalar) => keyOf(toHex(scalar)));
const hashes = fc.oneof(
  fc.bigInt(0n, 2n ** 251n - 1n),
  fc.bigInt(0n, 2n ** 64n),
  fc.constantFrom(0n, 1n, 2n ** 251n - 1n),
);

/** Origin of both tables: test/vectors/SOURCES.md. */
const orders = [
  {
    hash: '0x397e76d1667c4454bfb83514e120583af836f8e32a516765497823eabe16a3f',
    privateKey: '0x3c1e9550e66958296d11b60f8e8e7a7ad990d07fa65d5f7652c4a6c87d4e3cc',
    publicKey: '0x77a3b314db07c45076d11f62b6f9e748a39790441823307743cf00d6597ea43',
    signature: [
      '0x173fd03d8b008ee7432977ac27d1e9d1a1f6c98b1a2f05fa84a21c84c44e882',
      '0x4b6d75385aed025aa222f28a0adc6d58db78ff17e51c3f59e259b131cd5a1cc',
    ],
  },
  {
    hash: '0x6adb14408452ede28b89f40ca1847eca4de6a2dd6eb2c7d6dc5584f9399586',
    privateKey: '0x4c1e9550e66958296d11b60f8e8e7a7ad990d07fa65d5f7652c4a6c87d4e3cc',
    publicKey: '0x3d8a9687c613b2be32b55c5c0460e012b592e2fbbb4fc281fb87b0d8c441b3e',
    signature: [
      '0x2ee2b8927122f93dd5fc07a11980f0fab4c8358e5d1306bfee5e095355d2ad0',
      '0x64d393473af2ebab736c579ad511bf439263e4740f9ad299498bda2e75b0e9',
    ],
  },
];
const lengths: [hash: string, r: string, s: string][] = [
  [
    '0x0',
    '0x443b6a567dfeae1c8c77dc589cdde204649f85ba45e54bead543299e5888233',
    '0x12bcacdadecfca0773945071b371adda1bc47fce319f80aa590b06d45a996f5',
  ],
  [
    '0x40dc8abe9797b6ef5c0886ad4a78405cd393493d2b6a8733b77250f61',
    '0x78a73ac7f793e706e50871da2efc2f83c30852a90110cab71108ff6a3af864e',
    '0x49ec9e6aa783e7518ffc05ec054db3ddf2d8ad301e4ee790392841fa759431e',
  ],
  [
    '0x40dc8abe9797b6ef5c0886ad4a78405cd393493d2b6a8733b77250f610c1d',
    '0x7f313dc69e5f785a7071a9acc12a1294bce54d199a90b1ecdd39fd654c55190',
    '0x7a2902b67913c013557f0ea61902a1edc8539aa1321549bef9a47dbb9af0eba',
  ],
  [
    '0x40dc8abe9797b6ef5c0886ad4a78405cd393493d2b6a8733b77250f610c1d00',
    '0x73bab8d7be901dc6bdba59f458c3ddeb4e0264657c60ff1b42a403d69e84718',
    '0x4cb6384d5b82bf873c87e02e11d32cefb1f10cc6d3d67895662d6c87c6df505',
  ],
];
const lengthsKey = keyOf('7d0f499b250763f4cacf0d8d9e267d012c03503ce5de876b33d3a3837dc90af');

describe('signHash', () => {
  // @promise T27.1
  it.each(orders)('makes the published signature of $hash', (order) => {
    const privateKey = keyOf(order.privateKey);
    expect(derivePublicKey(privateKey)).toBe(order.publicKey);
    expect(signHash(order.hash, privateKey)).toEqual(order.signature);
    expect(verifyHash(order.hash, order.signature, order.publicKey)).toBe(true);
  });

  it.each(lengths)('makes the published signature of %s, whatever its length', (hash, r, s) => {
    expect(signHash(hash, lengthsKey)).toEqual([r, s]);
  });

  // @promise T27.1
  it('agrees with starknet.js and verifies', () => {
    fc.assert(
      fc.property(hashes.map(toHex), privateKeys, (hash, privateKey) => {
        const signature = signHash(hash, privateKey);
        const { r, s } = ec.starkCurve.sign(hash.slice(2), privateKey);
        expect(signature).toEqual([toHex(r), toHex(s)]);
        expect(verifyHash(hash, signature, derivePublicKey(privateKey))).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  // @promise T28.1
  it('keeps r, s and the inverse of s below 2^251', () => {
    fc.assert(
      fc.property(hashes.map(toHex), privateKeys, (hash, privateKey) => {
        const [r, s] = signHash(hash, privateKey).map(BigInt);
        expect(r).toBeLessThan(2n ** 251n);
        const inverse = modInverse(s ?? 0n);
        expect(inverse).toBeLessThan(2n ** 251n);
      }),
      { numRuns: 30 },
    );
  });

  it('leaves the key as it is, for its lender to wipe', () => {
    const before = Uint8Array.from(lengthsKey);
    signHash('0x1', lengthsKey);
    expect(lengthsKey).toEqual(before);
  });

  // @promise T29.1
  it('refuses a hash of 2^251 and above', () => {
    expect(signHash(toHex(2n ** 251n - 1n), lengthsKey)).toHaveLength(2);
    expect(() => signHash(toHex(2n ** 251n), lengthsKey)).toThrow('below 2^251');
  });

  it.each([new Uint8Array(32), new Uint8Array(32).fill(255)])(
    'refuses a key out of range',
    (key) => {
      expect(() => signHash('0x1', key)).toThrow('out of range');
    },
  );
});

describe('verifyHash', () => {
  const [order] = orders;
  if (!order) throw new Error('There is a vector.');
  const { hash, signature, publicKey } = order;
  const [r, s] = signature.map(BigInt) as [bigint, bigint];

  it.each([
    ['another hash', toHex(BigInt(hash) + 1n), signature, publicKey],
    ['another r', hash, [toHex(r + 1n), toHex(s)], publicKey],
    ['another s', hash, [toHex(r), toHex(s + 1n)], publicKey],
    ['another key', hash, signature, orders[1]?.publicKey ?? ''],
    ['s of zero', hash, [toHex(r), '0x0'], publicKey],
    ['r above 2^251', hash, [toHex(2n ** 251n), toHex(s)], publicKey],
    ['a hash above 2^251', toHex(2n ** 251n), signature, publicKey],
    ['an x that is not on the curve', hash, signature, '0x5'],
    ['one number', hash, [toHex(r)], publicKey],
    ['three numbers', hash, [...signature, '0x1'], publicKey],
    ['text', hash, ['r', 's'], publicKey],
  ])('returns false for %s', (_, ...args) => {
    expect(verifyHash(...args)).toBe(false);
  });

  // @promise T28.1
  it('accepts (r, n - s) too: a signature is no identifier', () => {
    expect(verifyHash(hash, [toHex(r), toHex(STARK_ORDER - s)], publicKey)).toBe(true);
  });
});

/** s^(n-2) mod n, the inverse by Fermat. */
function modInverse(value: bigint): bigint {
  let [result, base, exponent] = [1n, value, STARK_ORDER - 2n];
  for (; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = (result * base) % STARK_ORDER;
    base = (base * base) % STARK_ORDER;
  }
  return result;
}
