import { pbkdf2Sync } from 'node:crypto';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { HDKey } from '@scure/bip32';
import { getStarkKey, grindKey } from '@scure/starknet';
import { errorKinds, ModuleError } from '@xnet/clients/errors';
import fc from 'fast-check';
import { ec } from 'starknet';
import vectors from '../../../test/vectors/accounts.json';
import { entropyNode } from '../../../test/wallet/fakeWallet';
import { type Bip44Node, derivationPath, derivePublicKey, grind, withPrivateKey } from './keys';

const seed = pbkdf2Sync(vectors.mnemonic, 'mnemonic', 2048, 64, 'sha512');
const parent = HDKey.fromMasterSeed(seed).derive("m/44'/9004'/0'/0");
const node: Bip44Node = entropyNode(parent);
const hexOf = (privateKey: Uint8Array) => bytesToHex(privateKey);
const keep = (bytes: Uint8Array) => bytes;

afterEach(() => {
  jest.restoreAllMocks();
});

describe('withPrivateKey', () => {
  // @promise T26.1
  it.each(vectors.accounts)('derives account $addressIndex of the vectors', (account) => {
    const { addressIndex, publicKey } = account;
    expect(withPrivateKey(node, addressIndex, derivePublicKey)).toBe(publicKey);
    const privateKey = withPrivateKey(node, addressIndex, hexOf);
    expect(privateKey).toHaveLength(64);
    if (account.privateKey) expect(BigInt(`0x${privateKey}`)).toBe(BigInt(account.privateKey));
  });

  it('grinds twice at index 33, pads a child key at 70 and shortens a public key at 312', () => {
    const child = (index: number) => parent.deriveChild(index).privateKey ?? new Uint8Array();
    const tries: Uint8Array[] = [];
    const counted = (bytes: Uint8Array) => {
      if (bytes.length === 33) tries.push(bytes);
      return bytes;
    };
    grind(child(33), counted);
    expect(tries.map((input) => input[32])).toEqual([0, 1]);
    expect(child(70)[0]).toBe(0);
    expect(withPrivateKey(node, 312, derivePublicKey).length).toBeLessThan(2 + 63);
    for (const index of [33, 70, 312]) {
      const expected = grindKey(child(index));
      expect(withPrivateKey(node, index, derivePublicKey)).toBe(
        ec.starkCurve.getStarkKey(expected),
      );
    }
  });

  // @promise T26.1
  it('agrees with @scure/bip32 and @scure/starknet on any node and index', () => {
    const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });
    const index = fc.oneof(fc.nat(400), fc.nat(2 ** 31 - 1), fc.constant(2 ** 31 - 1));
    fc.assert(
      fc.property(bytes, bytes, index, (privateKey, chainCode, addressIndex) => {
        fc.pre(privateKey.some((byte) => byte > 0) && privateKey[0] !== 255);
        const any = new HDKey({ privateKey, chainCode, depth: 4 });
        const expected = grindKey(any.deriveChild(addressIndex).privateKey ?? new Uint8Array());
        const actual = withPrivateKey(entropyNode(any), addressIndex, hexOf);
        expect(actual).toBe(expected.padStart(64, '0'));
      }),
      { numRuns: 40 },
    );
  });

  it('returns what its user returns', () => {
    expect(withPrivateKey(node, 0, (key) => key.length)).toBe(32);
  });

  // @promise T25.1
  it('wipes the key before it returns', () => {
    const lent = withPrivateKey(node, 0, (key) => {
      expect(key.some((byte) => byte !== 0)).toBe(true);
      return key;
    });
    expect(lent).toEqual(new Uint8Array(32));
  });

  // @promise T25.1
  it('wipes the key when its user throws', () => {
    let lent: Uint8Array = new Uint8Array();
    const use = (key: Uint8Array) => {
      lent = key;
      throw new Error('refused');
    };
    expect(() => withPrivateKey(node, 0, use)).toThrow('refused');
    expect(lent).toEqual(new Uint8Array(32));
  });

  // @promise T25.1
  it('wipes every key and chain code on the way', () => {
    const wiped = new Set<string>();
    const fill = Uint8Array.prototype.fill;
    jest.spyOn(Uint8Array.prototype, 'fill').mockImplementation(function (
      this: Uint8Array,
      ...args: Parameters<typeof fill>
    ) {
      wiped.add(bytesToHex(this));
      return fill.apply(this, args);
    });
    const used = withPrivateKey(node, 33, hexOf);
    const child = parent.deriveChild(33);
    const [above, account] = [parent, child].map(({ privateKey }) => hexOf(privateKey ?? seed));
    const [code, codeBelow] = [parent, child].map(({ chainCode }) => hexOf(chainCode ?? seed));
    expect([...wiped]).toEqual(expect.arrayContaining([above, code, account, used]));
    // The digest that makes the child: a number to add, and a chain code.
    expect([...wiped].some((text) => text.length === 128 && text.endsWith(`${codeBelow}`))).toBe(
      true,
    );
    // What the digest is of: the parent's compressed public key and the index.
    expect([...wiped]).toContain(`${hexOf(parent.publicKey ?? seed)}00000021`);
    expect([...wiped]).toEqual(expect.arrayContaining([`${account}00`, `${account}01`]));
  });

  // @promise T25.1
  it('refuses work that would go on after the key is wiped', () => {
    const use = async (key: Uint8Array) => key[0];
    expect(() => withPrivateKey(node, 0, use)).toThrow(errorKinds.internal.meaning);
  });

  it.each([-1, 2 ** 31, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses index %p', (index) => {
    const use = jest.fn();
    expect(() => withPrivateKey(node, index, use)).toThrow('addressIndex');
    expect(() => derivationPath(index)).toThrow('addressIndex');
    expect(use).not.toHaveBeenCalled();
  });

  it.each([
    ['at another depth', { ...node, depth: 3 }],
    ['without a private key', { ...node, privateKey: undefined }],
    ['with a short chain code', { ...node, chainCode: '0x00' }],
    [
      'with a compressed public key',
      { ...node, publicKey: `0x${hexOf(parent.publicKey ?? seed)}` },
    ],
  ])('refuses a node %s and does not name its key', (_, bad: Bip44Node) => {
    const error = thrownBy(() => withPrivateKey(bad, 0, hexOf));
    expect(error).toBeInstanceOf(ModuleError);
    expect(String(error)).not.toContain(String(node.privateKey).slice(2, 12));
  });
});

describe('grind', () => {
  it.each([
    // Origin: test/vectors/SOURCES.md. The second seed needs more than one attempt.
    [
      '86f3e7293141f20a8baff320e8ee4accb9d4a4bf2b4d295e8cee784db46e0519',
      '05c8c8683596c732541a59e03007b2d30dbbbb873556fe65b5fb63c16688f941',
    ],
    [
      '94f3e7293141f20a8baff320e8ee4accb9d4a4bf2b4d295e8cee784db46e0595',
      '033880b9aba464c1c01c9f8f5b4fc1134698f9b0a8d18505cab6cdd34d93dc02',
    ],
  ])('makes the published key of seed %s', (from, key) => {
    expect(hexOf(grind(hexToBytes(from), keep))).toBe(key);
  });
});

describe('derivePublicKey', () => {
  it('agrees with @scure/starknet and starknet.js', () => {
    for (let index = 0; index < 10; index++) {
      const privateKey = withPrivateKey(node, index, hexOf);
      const publicKey = withPrivateKey(node, index, derivePublicKey);
      expect(publicKey).toBe(getStarkKey(privateKey));
      expect(publicKey).toBe(ec.starkCurve.getStarkKey(privateKey));
    }
  });

  // @promise T26.1
  it.each([
    ['zero', new Uint8Array(32)],
    ['above the order of the curve', new Uint8Array(32).fill(255)],
    ['of the wrong length', new Uint8Array(31).fill(1)],
  ])('refuses a key that is %s', (_, privateKey) => {
    expect(() => derivePublicKey(privateKey)).toThrow('out of range');
  });
});

it('writes the path of an account', () => {
  expect(derivationPath(7)).toBe("m/44'/9004'/0'/0/7");
});

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}
