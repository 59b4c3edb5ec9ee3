import { CallData, cairo, hash } from 'starknet';
import { askChain } from '../../scripts/start/localChain';
import { type openAccount, STRK } from './account';

/** Deploys any class (Universal Deployer Contract, docs.openzeppelin.com). */
export const DEPLOYER = '0x041a78e741e5af2fec34b695679bc6891742439f7afb8484ecd7766661ad02bf';

type Token = { name: string; symbol: string; decimals: number; supply?: bigint };

/**
 * The call that deploys a token of STRK's class under other names, and the token's address. Its
 * owner gets the supply.
 */
export async function tokenDeployment(
  chainUrl: string,
  owner: string,
  { name, symbol, decimals, supply = 1_000_000n }: Token,
) {
  const at = { block_id: 'latest', contract_address: STRK };
  const classHash = await askChain<string>(chainUrl, 'starknet_getClassHashAt', at);
  const { abi } = await askChain<{ abi: string }>(chainUrl, 'starknet_getClassAt', at);
  const calldata = new CallData(JSON.parse(abi)).compile('constructor', {
    name,
    symbol,
    decimals,
    initial_supply: cairo.uint256(supply),
    recipient: owner,
    permitted_minter: owner,
    provisional_governance_admin: owner,
    upgrade_delay: 0,
  });
  const salt = hash.getSelectorFromName(name);
  return {
    call: {
      contractAddress: DEPLOYER,
      entrypoint: 'deployContract',
      calldata: [classHash, salt, '0x0', `0x${calldata.length.toString(16)}`, ...calldata],
    },
    address: hash.calculateContractAddressFromHash(salt, classHash, calldata, 0),
  };
}

/** Deploys a token; returns its address. */
export async function deployToken(
  chainUrl: string,
  { invoke, address }: Pick<Awaited<ReturnType<typeof openAccount>>, 'invoke' | 'address'>,
  token: Token,
): Promise<string> {
  const deployment = await tokenDeployment(chainUrl, address, token);
  await invoke('xnet_executeTxn', { address, calls: deployment.call });
  return deployment.address;
}
