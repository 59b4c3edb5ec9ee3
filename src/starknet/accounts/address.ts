import { ADDRESS_BOUND } from '../../schema/primitives';
import { shortString, toAddress } from '../felt';
import { pedersenHashMany } from '../hash/pedersen';

const PREFIX = BigInt(shortString('STARKNET_CONTRACT_ADDRESS'));

/**
 * Address of a contract, known before it is deployed; `deployer` is 0 for an account that deploys
 * itself. The same on every network.
 */
export function contractAddress({
  deployer = '0x0',
  salt,
  classHash,
  constructorCalldata,
}: {
  readonly deployer?: string;
  readonly salt: string;
  readonly classHash: string;
  readonly constructorCalldata: readonly string[];
}): string {
  const calldataHash = pedersenHashMany(constructorCalldata.map(BigInt));
  const parts = [PREFIX, BigInt(deployer), BigInt(salt), BigInt(classHash), calldataHash];
  return toAddress(pedersenHashMany(parts) % ADDRESS_BOUND);
}
