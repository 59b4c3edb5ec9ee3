import type { AccountClass } from './accountClass';

export const argent040: AccountClass = {
  family: 'argent',
  classHash: '0x36078334509b514626504edc9fb252328d1a240e4e948bef8d0c08dff45927f',
  cairoVersion: 1,
  version: '0.4.0',
  // owner: Signer::Starknet(public key), guardian: Option::None
  constructorCalldata: (publicKey) => ['0x0', publicKey, '0x1'],
  keySeed: 'key',
  hasOutsideExecution: true,
  endsSessions: true,
  isFoundForSites: true,
};
