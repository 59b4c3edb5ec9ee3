/** Versions of the Starknet wallet API that the module implements. */
export const apiVersions = [
  '0.7',
  '0.8',
  '0.9',
  '0.10',
  '0.8.0',
  '0.8.1',
  '0.9.0',
  '0.10.0',
  '0.10.1',
  '0.10.2',
  '0.10.3',
  '0.10.4',
];

/** Versions of the Starknet node API (starkware-libs/starknet-specs) that the module supports. */
export const specVersions = ['0.9', '0.10'];

const [oldest = 0, newestMinor = 0] = [specVersions.at(0), specVersions.at(-1)].map((version) =>
  Number(version?.split('.')[1]),
);

/**
 * How a node's version is taken: a newer minor version as the newest known one, until something of it
 * does not fit.
 * @param version as a node reports it, such as `0.10.2`
 */
export function takeVersion(version: string): 'known' | 'newer' | 'unsupported' {
  const minor = Number(/^0\.(\d{1,4})\./u.exec(version)?.[1]);
  if (!(minor >= oldest)) return 'unsupported';
  if (minor > newestMinor) return 'newer';
  return 'known';
}
