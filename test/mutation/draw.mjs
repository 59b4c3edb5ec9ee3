import { createHash } from 'node:crypto';

/** A number from 0 to 1 that only the seed and the key of a mutant decide. */
export function draw(seed, key) {
  const hash = createHash('sha256').update(`${seed} ${key}`).digest();
  return hash.readUInt32BE() / 2 ** 32;
}
