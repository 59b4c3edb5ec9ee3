import { type AccountClass, VERSION_1_MAX_TIP } from './accountClass';
import { ARGENT_PROXY, proxyCalldata } from './argentProxy';

/** Argent 0.2.3.1, which is known as 0.2.4. */
export const argent024: AccountClass = {
  family: 'argent',
  classHash: ARGENT_PROXY,
  cairoVersion: 0,
  constructorCalldata: proxyCalldata(
    '0x33434ad846cdd5f23eb73ff09fe6fddd568284a0fb7d1be20ee482f044dabe2',
  ),
  keySeed: 'key',
  // The vendor calls a direct step to 0.4.0 unsafe.
  upgradesTo: 'argent031',
  maxTip: VERSION_1_MAX_TIP,
  isFoundForSites: true,
};
