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
  proxyVersions: /^0\.2\./u,
  // The vendor calls a direct step to 0.4.0 unsafe.
  upgradesTo: 'argent031',
  upgradedVersions: /^0\.2\.\d/u,
  mustBeUpgraded: true,
  // Before version 0.2.3, there was no `__validate__`, without which nothing is executed.
  frozenVersions: /^0\.(?:[01]\.|2\.[0-2](?:\.|$))/u,
  hasOutsideExecution: false,
  maxTip: VERSION_1_MAX_TIP,
  isFoundForSites: true,
};
