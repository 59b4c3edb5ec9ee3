import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fromHex, keccak, toHexBytes, toTrimmed } from './bytes';
import { type AccountProof, verifyProof } from './verifyProof';

const recorded = (name: string) => {
  const text = readFileSync(join('test/vectors/execution-apis', `${name}.io`), 'utf8');
  const reply = text.split('\n').find((line) => line.startsWith('<<')) ?? '';
  return JSON.parse(reply.slice(2)).result;
};

const proof: AccountProof = recorded('eth_getProof/get-account-proof-latest');
const { stateRoot } = recorded('eth_getBlockByNumber/get-latest');

const rlp = (item: Uint8Array | readonly unknown[]): Uint8Array => {
  const isList = !(item instanceof Uint8Array);
  const payload = isList
    ? Uint8Array.from((item as readonly Uint8Array[]).flatMap((part) => [...rlp(part)]))
    : item;
  if (!isList && payload.length === 1 && (payload[0] ?? 0) < 0x80) return payload;
  const base = isList ? 0xc0 : 0x80;
  if (payload.length < 56) return Uint8Array.of(base + payload.length, ...payload);
  const size = toTrimmed(BigInt(payload.length));
  return Uint8Array.of(base + 55 + size.length, ...size, ...payload);
};

/** A trie of one leaf: the smallest in which an entry can be proven. */
const trieOfOne = (key: Uint8Array, value: Uint8Array) => {
  const node = rlp([Uint8Array.of(0x20, ...keccak(key)), value]);
  return { root: keccak(node), proof: [toHexBytes(node)] };
};

const slot = fromHex(`0x${'0'.repeat(63)}7`) ?? new Uint8Array();
const owner = fromHex(`0x${'ab'.repeat(20)}`) ?? new Uint8Array();

/** An account with one entry in its storage, and the root that proves both. */
const withStorage = (value: bigint) => {
  const storage = trieOfOne(slot, rlp(toTrimmed(value)));
  const codeHash = keccak(Uint8Array.of(1));
  const account = [toTrimmed(3n), toTrimmed(10n ** 18n), storage.root, codeHash];
  const state = trieOfOne(owner, rlp(account));
  return {
    stateRoot: toHexBytes(state.root),
    proof: {
      address: toHexBytes(owner),
      nonce: '0x3',
      balance: `0x${(10n ** 18n).toString(16)}`,
      codeHash: toHexBytes(codeHash),
      storageHash: toHexBytes(storage.root),
      accountProof: state.proof,
      storageProof: [{ key: '0x7', value: `0x${value.toString(16)}`, proof: storage.proof }],
    },
  };
};

describe('verifyProof', () => {
  it('takes a recorded proof of the state root of its block', () => {
    expect(verifyProof(proof, stateRoot)).toBeUndefined();
  });

  it.each(['balance', 'nonce'] as const)('refuses another %s', (field) => {
    expect(verifyProof({ ...proof, [field]: '0x123' }, stateRoot)).toEqual({ fault: 'account' });
  });

  it.each(['codeHash', 'storageHash'] as const)('refuses another %s', (field) => {
    const other = { ...proof, [field]: `0x${'11'.repeat(32)}` };
    expect(verifyProof(other, stateRoot)).toEqual({ fault: 'account' });
  });

  it('refuses the proof of another block, of another account, and a root that is none', () => {
    expect(verifyProof(proof, `0x${'22'.repeat(32)}`)).toEqual({ fault: 'account' });
    const other = { ...proof, address: `0x${'33'.repeat(20)}` };
    expect(verifyProof(other, stateRoot)).toEqual({ fault: 'account' });
    expect(verifyProof(proof, '0x1')).toEqual({ fault: 'malformed' });
  });

  it('shows that an account is absent, and believes nothing else of it', () => {
    const { stateRoot: root, proof: present } = withStorage(5n);
    const absent = {
      ...present,
      address: `0x${'cd'.repeat(20)}`,
      nonce: '0x0',
      balance: '0x0',
      codeHash: toHexBytes(keccak(new Uint8Array())),
      storageHash: toHexBytes(keccak(Uint8Array.of(0x80))),
      storageProof: [{ key: '0x7', value: '0x0', proof: [] }],
    };
    expect(verifyProof(absent, root)).toBeUndefined();
    expect(verifyProof({ ...absent, codeHash: `0x${'00'.repeat(32)}` }, root)).toBeUndefined();
    const zero = `0x${'00'.repeat(32)}`;
    const entry = { key: '0x8', value: '0x0', proof: [] };
    const asGeth = { ...absent, codeHash: zero, storageHash: zero, storageProof: [entry] };
    expect(verifyProof(asGeth, root)).toBeUndefined();
    const more = { ...asGeth, storageProof: [{ ...entry, value: '0x1' }] };
    expect(verifyProof(more, root)).toEqual({ fault: 'storage', key: '0x8' });
    expect(verifyProof({ ...present, storageHash: zero }, root)).toEqual({ fault: 'account' });
    expect(verifyProof({ ...absent, balance: '0x1' }, root)).toEqual({ fault: 'account' });
    expect(verifyProof({ ...absent, address: present.address }, root)).toEqual({
      fault: 'account',
    });
  });

  it('takes what storage holds, and that it holds nothing, and no other value', () => {
    const { stateRoot: root, proof: all } = withStorage(0x1234n);
    const [entry] = all.storageProof;
    if (!entry) throw new Error('There is no entry.');
    expect(verifyProof(all, root)).toBeUndefined();
    const whole = { ...entry, value: `0x${'1234'.padStart(64, '0')}` };
    expect(verifyProof({ ...all, storageProof: [whole] }, root)).toBeUndefined();
    const absent = { ...entry, key: '0x8', value: '0x0' };
    expect(verifyProof({ ...all, storageProof: [absent] }, root)).toBeUndefined();
    for (const wrong of [
      { ...entry, value: '0x1235' },
      { ...entry, value: '0x0' },
      { ...absent, value: '0x1' },
      { ...entry, key: 'seven' },
      { ...entry, proof: [] },
      { ...entry, proof: [...entry.proof, ...entry.proof] },
    ])
      expect(verifyProof({ ...all, storageProof: [wrong] }, root)).toEqual({
        fault: 'storage',
        key: wrong.key,
      });
  });

  it('refuses 10,000 mutated nodes', () => {
    const stored = withStorage(0x1234n);
    const proofs = [
      { stateRoot, proof },
      { stateRoot: stored.stateRoot, proof: stored.proof },
    ];
    let refused = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...proofs),
        fc.boolean(),
        fc.nat(),
        fc.nat(),
        fc.constantFrom('flip', 'cut', 'grow', 'drop', 'double', 'swap'),
        fc.integer({ min: 1, max: 255 }),
        (known, inStorage, which, where, how, mask) => {
          const [entry] = known.proof.storageProof;
          const nodes = inStorage && entry ? entry.proof : known.proof.accountProof;
          const changed = mutate(nodes, { which, where, how, mask });
          if (changed.join() === nodes.join()) return;
          const lie =
            inStorage && entry
              ? { ...known.proof, storageProof: [{ ...entry, proof: changed }] }
              : { ...known.proof, accountProof: changed };
          expect(verifyProof(lie, known.stateRoot)).toBeDefined();
          refused += 1;
        },
      ),
      { numRuns: 12_000 },
    );
    expect(refused).toBeGreaterThan(10_000);
  });
});

type Mutation = { which: number; where: number; how: string; mask: number };

function mutate(nodes: readonly string[], { which, where, how, mask }: Mutation): string[] {
  const at = which % nodes.length;
  const bytes = Array.from(fromHex(nodes[at] ?? '') ?? []);
  const byte = where % bytes.length;
  const put = (changed: number[]) =>
    nodes.map((node, index) => (index === at ? toHexBytes(Uint8Array.from(changed)) : node));
  switch (how) {
    case 'flip':
      return put(bytes.map((each, index) => (index === byte ? each ^ mask : each)));
    case 'cut':
      return put(bytes.slice(0, byte));
    case 'grow':
      return put([...bytes, mask]);
    case 'drop':
      return nodes.filter((_, index) => index !== at);
    case 'double':
      return [...nodes, nodes[at] ?? ''];
    default:
      return [...nodes].reverse();
  }
}
