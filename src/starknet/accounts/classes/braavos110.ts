import type { AccountClass } from './accountClass';

/** The base from which Braavos 1.1.0 accounts are deployed; a deployment replaces it. */
export const braavos110: AccountClass = {
  family: 'braavos',
  classHash: '0x3d16c7a9a60b0593bd202f660a28c5d76e0403601d9ccc7e4fa253b6a70c201',
  cairoVersion: 1,
  constructorCalldata: (publicKey) => [publicKey],
  keySeed: 'key',
  // Its replacement has it.
  hasOutsideExecution: false,
  isFoundForSites: false,
};
