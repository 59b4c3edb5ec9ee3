import type { Client } from '@xnet/connect';
import type { ChainId } from './chain/networks';
import { tokens } from './chain/tokens';

type Invoke = Client['request'];
type Account = { readonly address: string; readonly chainId: ChainId };

/** True if the account is deployed. @throws the module's error, such as `unknownAccount` */
export async function readDeployed(invoke: Invoke, { address, chainId }: Account) {
  const nothingSent = {
    contractAddress: tokens.STRK,
    entrypoint: 'transfer',
    calldata: [address, '0x0', '0x0'],
  };
  const params = { address, invocations: [nothingSent], chainId };
  return !(await invoke('xnet_estimateFee', params)).includeDeploy;
}

/** STRK balance of the account in FRI, including pending transactions. */
export async function readStrk(invoke: Invoke, { address, chainId }: Account): Promise<bigint> {
  const params = { tokenAddress: tokens.STRK, userAddress: address, chainId };
  return BigInt((await invoke('xnet_getErc20TokenBalance', params)).balancePending);
}
