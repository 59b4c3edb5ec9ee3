import type { Clients } from '../../module';
import { ADDRESS_BOUND, type ChainId, sameFelt } from '../../schema/primitives';
import { toAddress, toHex } from '../../starknet/felt';
import { namingContracts } from '../../starknet/meaning/knownContracts';
import { decodeStarkName, encodeStarkName } from '../../starknet/starkName';
import { view, viewResult } from '../chain/batchTogether';

/** Calls the naming contract; undefined if it refuses, or if the network has none. */
async function askNames(
  module: Clients,
  chainId: ChainId,
  entryPoint: string,
  calldata: string[],
): Promise<readonly string[] | undefined> {
  const node = await module.node(chainId);
  const [answer] = await node.batch([
    view(toHex(BigInt(namingContracts[chainId])), entryPoint, calldata, 'latest'),
  ]);
  return viewResult(answer);
}

/** No hint: an off-chain resolver would need one. */
const NO_HINT = '0x0';

/**
 * The address that a .stark name resolves to; undefined if none is set.
 * @throws invalidParams for an invalid name, and the node's errors
 */
export async function addressOfName(
  module: Clients,
  chainId: ChainId,
  name: string,
): Promise<string | undefined> {
  const labels = encodeStarkName(name);
  const calldata = [toHex(BigInt(labels.length)), ...labels, NO_HINT];
  const [address, ...excess] =
    (await askNames(module, chainId, 'domain_to_address', calldata)) ?? [];
  if (address === undefined || excess.length > 0) return undefined;
  const number = BigInt(address);
  if (number > 0n && number < ADDRESS_BOUND) return toAddress(number);
  return undefined;
}

/**
 * The .stark name that an address has set, if the name resolves back to it: anyone can set any
 * name.
 * @throws the node's errors
 */
export async function nameOfAddress(
  module: Clients,
  chainId: ChainId,
  address: string,
): Promise<string | undefined> {
  const felts = await askNames(module, chainId, 'address_to_domain', [address, NO_HINT]);
  const [count, ...labels] = felts ?? [];
  if (count === undefined || BigInt(count) !== BigInt(labels.length)) return undefined;
  const name = decodeStarkName(labels);
  if (name === undefined) return undefined;
  const forward = await addressOfName(module, chainId, name);
  if (forward !== undefined && sameFelt(forward, address)) return name;
  return undefined;
}
