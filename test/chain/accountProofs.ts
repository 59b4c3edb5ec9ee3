import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromHex, keccak, toHexBytes, toTrimmed } from '@xnet/clients/proofs/bytes';
import type { AccountProof } from '@xnet/clients/proofs/verifyProof';

const recorded = (name: string) => {
  const text = readFileSync(join('test/vectors/execution-apis', `${name}.io`), 'utf8');
  const reply = text.split('\n').find((line) => line.startsWith('<<')) ?? '';
  return JSON.parse(reply.slice(2)).result;
};

/** A recorded proof, and the block whose state root it is checked against. */
export const proof: AccountProof = recorded('eth_getProof/get-account-proof-latest');
export const block = recorded('eth_getBlockByNumber/get-latest');
export const { stateRoot }: { stateRoot: string } = block;

/** A value in RLP: bytes, or a list of values. */
export type Tree = Uint8Array | readonly Tree[];

export const rlp = (item: Tree): Uint8Array => {
  const isList = !(item instanceof Uint8Array);
  const payload = isList ? Uint8Array.from(item.flatMap((part) => [...rlp(part)])) : item;
  if (!isList && payload.length === 1 && (payload[0] ?? 0) < 0x80) return payload;
  const base = isList ? 0xc0 : 0x80;
  if (payload.length < 56) return Uint8Array.of(base + payload.length, ...payload);
  const size = toTrimmed(BigInt(payload.length));
  return Uint8Array.of(base + 55 + size.length, ...size, ...payload);
};

/** A trie with one leaf: the smallest in which an entry can be proven. */
const trieOfOne = (key: Uint8Array, value: Uint8Array) => {
  const node = rlp([Uint8Array.of(0x20, ...keccak(key)), value]);
  return { root: keccak(node), proof: [toHexBytes(node)] };
};

const somewhere = { address: `0x${'ab'.repeat(20)}`, key: '0x7' };

/** An account with one storage entry, and the state root that proves both. */
export const withStorage = (value: bigint, { address, key } = somewhere) => {
  const slot = fromHex(`0x${key.slice(2).padStart(64, '0')}`) ?? new Uint8Array();
  const owner = fromHex(address) ?? new Uint8Array();
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
      storageProof: [{ key, value: `0x${value.toString(16)}`, proof: storage.proof }],
    },
  };
};
