import { pedersen } from '@scure/starknet';
import { ADDRESS_BOUND } from '../schema/primitives';
import { shortString, toAddress } from './felt';

const PREFIX = BigInt(shortString('STARKNET_CONTRACT_ADDRESS'));

/** Pedersen chain over the values and their count, from 0. */
const hashChain = (values: readonly bigint[]): bigint =>
  [...values, BigInt(values.length)].reduce((hash, value) => BigInt(pedersen(hash, value)), 0n);

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
  const calldataHash = hashChain(constructorCalldata.map(BigInt));
  const parts = [PREFIX, BigInt(deployer), BigInt(salt), BigInt(classHash), calldataHash];
  return toAddress(hashChain(parts) % ADDRESS_BOUND);
}
