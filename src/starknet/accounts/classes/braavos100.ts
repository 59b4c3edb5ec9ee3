import type { AccountClass } from './accountClass';

/** The base from which Braavos 1.0.0 accounts are deployed; a deployment replaces it. */
export const braavos100: AccountClass = {
  family: 'braavos',
  classHash: '0x13bfe114fb1cf405bfc3a7f8dbe2d91db146c17521d40dcf57e16d6b59fa8e6',
  cairoVersion: 1,
  constructorCalldata: (publicKey) => [publicKey],
  keySeed: 'key',
  // Its replacement has it.
  hasOutsideExecution: false,
  isFoundForSites: false,
};
