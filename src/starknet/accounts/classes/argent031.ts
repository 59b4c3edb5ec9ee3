import type { AccountClass } from './accountClass';

export const argent031: AccountClass = {
  family: 'argent',
  classHash: '0x29927c8af6bccf3f6fda035981e765a7bdbf18a2dc0d630494f8758aa908e2b',
  cairoVersion: 1,
  version: '0.3.1',
  // owner, guardian
  constructorCalldata: (publicKey) => [publicKey, '0x0'],
  keySeed: 'key',
  upgradesTo: 'argent040',
  upgradedVersions: /^0\.3\.\d/u,
  hasOutsideExecution: true,
  isFoundForSites: true,
};
