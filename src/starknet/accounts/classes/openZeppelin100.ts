import type { AccountClass } from './accountClass';

export const openZeppelin100: AccountClass = {
  family: 'openZeppelin',
  classHash: '0x5b4b537eaa2399e3aa99c4e2e0208ebd6c71bc1467938cd52c798c601e43564',
  cairoVersion: 1,
  constructorCalldata: (publicKey) => [publicKey],
  keySeed: 'key',
  hasOutsideExecution: true,
  isFoundForSites: true,
};
