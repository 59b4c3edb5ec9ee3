import { fromHex, keccak, sameBytes, toHexBytes, toTrimmed } from './bytes';
import { decodeRlp } from './rlp';
import { EMPTY_ROOT, walkProof } from './trie';

/** The result of eth_getProof (EIP-1186): hex texts; balance in wei. */
export type AccountProof = {
  readonly address: string;
  readonly balance: string;
  readonly codeHash: string;
  readonly nonce: string;
  readonly storageHash: string;
  readonly accountProof: readonly string[];
  readonly storageProof: readonly {
    readonly key: string;
    readonly value: string;
    readonly proof: readonly string[];
  }[];
};

/** Why a proof is invalid. */
export type ProofFault = {
  readonly fault: 'malformed' | 'account' | 'storage';
  readonly key?: string;
};

/** Some nodes report zero hashes for an absent account. */
const isHashOfNone = (hash: string, ofNone: string): boolean =>
  [ofNone, `0x${'0'.repeat(64)}`].includes(hash.toLowerCase());

export const hasCode = ({ codeHash }: AccountProof): boolean =>
  !isHashOfNone(codeHash, toHexBytes(keccak(new Uint8Array())));
const hasStorage = ({ storageHash }: AccountProof): boolean =>
  !isHashOfNone(storageHash, EMPTY_ROOT);

/**
 * Checks every field of a node's response about an account and its storage against the state root
 * of a trusted block, including absent accounts and absent entries.
 *
 * @param stateRoot 32 bytes, hex; of the block that the proof was requested for
 * @returns undefined if everything is proven
 * @example const fault = verifyProof(proof, block.stateRoot); // undefined where it is proven
 */
export function verifyProof(proof: AccountProof, stateRoot: string): ProofFault | undefined {
  const storage = hasStorage(proof) ? proof.storageHash : EMPTY_ROOT;
  const [root, address, storageRoot] = [stateRoot, proof.address, storage].map(fromHex);
  if (root?.length !== 32 || address?.length !== 20 || storageRoot?.length !== 32)
    return { fault: 'malformed' };
  const nodes = nodesOf(proof.accountProof);
  const account = nodes && walkProof(root, keccak(address), nodes);
  if (account === undefined || !isAccount(account, proof)) return { fault: 'account' };
  // For an existing account, `isAccount` has compared `storageHash` with its entry.
  for (const { key, value, proof: texts } of proof.storageProof) {
    const slot = word(key);
    const path = nodesOf(texts);
    const stored = slot && path && walkProof(storageRoot, keccak(slot), path);
    if (stored === undefined || !isValue(stored, value)) return { fault: 'storage', key };
  }
  return undefined;
}

function nodesOf(texts: readonly string[]): Uint8Array[] | undefined {
  const nodes = texts.map(fromHex);
  if (nodes.every((node) => node !== undefined)) return nodes;
  return undefined;
}

/** The account's entry is [nonce, balance, storage root, code hash]; an absent one is empty. */
function isAccount(entry: Uint8Array | null, proof: AccountProof): boolean {
  const numbers = [parseQuantity(proof.nonce), parseQuantity(proof.balance)];
  const hashes = [fromHex(proof.storageHash), fromHex(proof.codeHash)];
  if (entry === null)
    return numbers.every((number) => number === 0n) && !hasStorage(proof) && !hasCode(proof);
  const fields = decodeRlp(entry);
  const trimmed = numbers.map((number) => (number === undefined ? undefined : toTrimmed(number)));
  const expected = [...trimmed, ...hashes];
  return (
    Array.isArray(fields) &&
    fields.length === expected.length &&
    fields.every((field, index) => {
      const value = expected[index];
      return field instanceof Uint8Array && value !== undefined && sameBytes(field, value);
    })
  );
}

function isValue(stored: Uint8Array | null, value: string): boolean {
  const number = parseQuantity(value);
  if (number === undefined) return false;
  if (stored === null) return number === 0n;
  const bytes = decodeRlp(stored);
  return number !== 0n && bytes instanceof Uint8Array && sameBytes(bytes, toTrimmed(number));
}

const isWord = (text: string): boolean => /^0x[0-9a-f]{1,64}$/iu.test(text);

/** A quantity, or a value with leading zeros. */
const parseQuantity = (text: string): bigint | undefined => {
  if (isWord(text)) return BigInt(text);
  return undefined;
};

/** A storage key padded to 32 bytes; nodes may omit its leading zeros. */
const word = (key: string): Uint8Array | undefined => {
  if (isWord(key)) return fromHex(`0x${key.slice(2).padStart(64, '0')}`);
  return undefined;
};
