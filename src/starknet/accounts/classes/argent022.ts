import type { AccountClass } from './accountClass';
import { ARGENT_PROXY, proxyCalldata } from './argentProxy';

/**
 * Accounts of the closing module from 2022. The network executes nothing for this implementation
 * any more; an account that was upgraded in time works.
 */
export const argent022: AccountClass = {
  family: 'argent',
  classHash: ARGENT_PROXY,
  cairoVersion: 0,
  constructorCalldata: proxyCalldata(
    '0x3e327de1c40540b98d05cbcb13552008e36f0ec8d61d46956d2f9752c294328',
  ),
  keySeed: 'keyAndChainCode',
  isDeployedFrozen: true,
  hasOutsideExecution: false,
  isFoundForSites: false,
};
