/** A number from 0 to 1 that only the seed and the key of a mutant decide. */
export function draw(seed: string, key: string): number;
