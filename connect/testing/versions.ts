const partsOf = (version: string): number[] => version.split('.').map(Number);

/** True if the first version is not older than the second. */
const isSince = (version: readonly number[], least: readonly number[]): boolean => {
  const at = version.findIndex((part, index) => part !== least[index]);
  return at < 0 || (version[at] ?? 0) > (least[at] ?? 0);
};

/**
 * True if a released version is in a semver range of the forms that pages use: `*`, `1.2.3`,
 * `^1.2.3`, `~1.2.3` and `>=1.2.3`. Any other form matches nothing.
 */
export function isInRange(version: string, range: string): boolean {
  if (range === '*') return true;
  const [, sign = '', least = ''] = /^(\^|~|>=|)(\d+\.\d+\.\d+)$/u.exec(range) ?? [];
  if (least === '') return false;
  const [own, from] = [partsOf(version), partsOf(least)];
  if (sign === '') return version === least;
  const fixed = fixedParts(sign, from);
  return isSince(own, from) && from.slice(0, fixed).every((part, index) => part === own[index]);
}

/** The number of parts that a range keeps: none, two, or those up to the first that is not 0. */
function fixedParts(sign: string, from: readonly number[]): number {
  if (sign === '>=') return 0;
  if (sign === '~') return 2;
  return from.findIndex((part) => part > 0) + 1;
}
