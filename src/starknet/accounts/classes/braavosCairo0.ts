import { getSelector } from '../../selector';
import type { AccountClass } from './accountClass';

/** The Cairo 0 proxy of Braavos, before 2024. */
export const braavosCairo0: AccountClass = {
  family: 'braavos',
  classHash: '0x3131fa018d520a037686ce3efddeab8f28895662f019ca3ca18a626650f7d1e',
  cairoVersion: 0,
  constructorCalldata: (publicKey) => [
    '0x5aa23d5bb71ddaa783da7ea79d405315bafa7cf0387a74f4593578c3e9e6570',
    getSelector('initializer'),
    '0x1',
    publicKey,
  ],
  keySeed: 'key',
  isUnopened: true,
  hasOutsideExecution: false,
  isFoundForSites: false,
};
