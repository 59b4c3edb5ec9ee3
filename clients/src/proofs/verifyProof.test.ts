import { describe, expect, it } from '@jest/globals';
import { proof, stateRoot, withStorage } from '../../../test/chain/accountProofs';
import { fromHex, keccak, toHexBytes } from './bytes';
import { EMPTY_ROOT } from './trie';
import { verifyProof } from './verifyProof';

it('equals the root of an empty trie, the hash of an empty text in RLP', () => {
  expect(EMPTY_ROOT).toBe(toHexBytes(keccak(Uint8Array.of(0x80))));
});

describe('verifyProof', () => {
  it('accepts a recorded proof of the state root of its block', () => {
    expect(verifyProof(proof, stateRoot)).toBeUndefined();
  });

  it.each(['balance', 'nonce'] as const)('refuses another %s', (field) => {
    expect(verifyProof({ ...proof, [field]: '0x123' }, stateRoot)).toEqual({ fault: 'account' });
  });

  it.each(['codeHash', 'storageHash'] as const)('refuses another %s', (field) => {
    const other = { ...proof, [field]: `0x${'11'.repeat(32)}` };
    expect(verifyProof(other, stateRoot)).toEqual({ fault: 'account' });
  });

  // @promise T8.3
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
    const codeHash = `0x${absent.codeHash.slice(2).toUpperCase()}`;
    expect(verifyProof({ ...absent, codeHash }, root)).toBeUndefined();
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

  // @promise T8.3
  it('accepts what storage holds, and that it holds nothing, and no other value', () => {
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
      { ...entry, value: 'none' },
      { ...absent, value: '' },
      { ...absent, value: 'x0x0' },
      { ...absent, value: '0x0x' },
      { ...entry, key: 'seven' },
      { ...entry, key: 'xx7' },
      { ...absent, key: `0x${'8'.padStart(66, '0')}` },
      { ...entry, proof: [] },
      { ...entry, proof: [...entry.proof, ...entry.proof] },
    ])
      expect(verifyProof({ ...all, storageProof: [wrong] }, root)).toEqual({
        fault: 'storage',
        key: wrong.key,
      });
    // No trie stores that there is nothing.
    const { stateRoot: other, proof: zero } = withStorage(0n);
    expect(verifyProof(zero, other)).toEqual({ fault: 'storage', key: '0x7' });
  });

  // @promise T8.3
  it('refuses an absent account that is told to have code or storage', () => {
    const { stateRoot: root, proof: present } = withStorage(5n);
    const hashOf = (bytes: Uint8Array) => toHexBytes(keccak(bytes));
    const hashes = { codeHash: hashOf(new Uint8Array()), storageHash: EMPTY_ROOT };
    const numbers = { nonce: '0x0', balance: '0x0', storageProof: [] };
    const absent = { ...present, ...numbers, ...hashes, address: `0x${'cd'.repeat(20)}` };
    expect(verifyProof(absent, root)).toBeUndefined();
    for (const lie of [{ codeHash: present.codeHash }, { storageHash: present.storageHash }])
      expect(verifyProof({ ...absent, ...lie }, root)).toEqual({ fault: 'account' });
    // No node at all shows the absence of anything in an empty trie alone.
    for (const accountProof of [[], ['0x80']]) {
      expect(verifyProof({ ...absent, accountProof }, root)).toEqual({ fault: 'account' });
      expect(verifyProof({ ...absent, accountProof }, EMPTY_ROOT)).toBeUndefined();
    }
    const unread = { ...absent, accountProof: ['none'] };
    expect(verifyProof(unread, EMPTY_ROOT)).toEqual({ fault: 'account' });
  });

  // @promise T8.3
  it('refuses what is none in any place, and never throws', () => {
    const { stateRoot: root, proof: all } = withStorage(5n);
    const [entry] = all.storageProof;
    if (!entry) throw new Error('There is no entry.');
    for (const number of ['none', '', '-0x1'])
      for (const field of ['balance', 'nonce'])
        expect(verifyProof({ ...all, [field]: number }, root)).toEqual({ fault: 'account' });
    for (const bytes of [0, 19, 21, 32]) {
      const other = { ...all, address: `0x${'cd'.repeat(bytes)}` };
      expect(verifyProof(other, root)).toEqual({ fault: 'malformed' });
    }
    for (const storageHash of ['0x', `0x${'11'.repeat(31)}`, 'none'])
      expect(verifyProof({ ...all, storageHash }, root)).toEqual({ fault: 'malformed' });
    for (const node of ['0x0', '0xzz', 'none']) {
      const accountProof = [...all.accountProof, node];
      expect(verifyProof({ ...all, accountProof }, root)).toEqual({ fault: 'account' });
      const storageProof = [{ ...entry, proof: [node] }];
      const fault = { fault: 'storage', key: entry.key };
      expect(verifyProof({ ...all, storageProof }, root)).toEqual(fault);
    }
  });

  it('refuses a proof of which any byte is another', () => {
    const nodes = proof.accountProof;
    for (const [at, node] of nodes.entries())
      for (let byte = 0; byte < (node.length - 2) / 2; byte += 16) {
        const changed = fromHex(node) ?? new Uint8Array();
        changed[byte] = (changed[byte] ?? 0) ^ 1;
        const accountProof = nodes.map((each, index) =>
          index === at ? toHexBytes(changed) : each,
        );
        expect(verifyProof({ ...proof, accountProof }, stateRoot)).toBeDefined();
      }
  });
});
