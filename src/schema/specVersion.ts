/** Versions of the Starknet node API (starkware-libs/starknet-specs) that the module supports. */
export const specVersions = ['0.9', '0.10'];

/** @param version as a node reports it, such as `0.10.2` */
export const isSupported = (version: string): boolean =>
  specVersions.some((supported) => version.startsWith(`${supported}.`));
