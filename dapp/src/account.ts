import { tokens } from './chain/tokens';

type Invoke = (method: string, params: object) => Promise<unknown>;
type Account = { readonly address: string; readonly chainId: string };

/** Whether the account is on the chain. @throws what the module says, such as `unknownAccount` */
export async function readDeployed(invoke: Invoke, { address, chainId }: Account) {
  const nothingSent = {
    contractAddress: tokens.STRK,
    entrypoint: 'transfer',
    calldata: [address, '0x0', '0x0'],
  };
  const params = { address, invocations: [nothingSent], chainId };
  const estimate = (await invoke('xnet_estimateFee', params)) as { includeDeploy: boolean };
  return !estimate.includeDeploy;
}

/** What the account has in STRK, in FRI, with what is under way. */
export async function readStrk(invoke: Invoke, { address, chainId }: Account): Promise<bigint> {
  const params = { tokenAddress: tokens.STRK, userAddress: address, chainId };
  const { balancePending } = (await invoke('xnet_getErc20TokenBalance', params)) as {
    balancePending: string;
  };
  return BigInt(balancePending);
}
