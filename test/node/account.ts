import { hash } from 'starknet';
import { askChain, fund } from '../../scripts/start/localChain';
import { knownTokens } from '../../src/starknet/tokens/erc20';
import { transferCall } from '../chain/transferCall';
import { openModule } from '../wallet/openModule';

export const STRK = knownTokens.STRK.address;
/** 1 STRK in FRI. */
export const ONE = 10n ** 18n;

/** A transfer of STRK; the amount is in FRI. */
export const transfer = (amount: bigint, recipient = '0x7e57') =>
  transferCall(STRK, recipient, amount);

type OpenOptions = NonNullable<Parameters<typeof openModule>[0]>;
type Account = {
  /** Index of its key; tests on one chain use different ones, so that they do not interfere. */
  addressIndex: number;
  /** FRI from the faucet. */
  funds?: bigint;
  /** False leaves the account undeployed. */
  deployed?: boolean;
};

/** A module with one account on the local Sepolia chain, funded and deployed. */
export async function openAccount(
  chainUrl: string,
  { addressIndex, funds = 10n * ONE, deployed = true }: Account,
  options: OpenOptions = {},
) {
  const opened = openModule({ sepoliaUrl: chainUrl, ...options });
  const { address } = await opened.invoke('xnet_createAccount', { addressIndex });
  if (funds > 0n) await fund(chainUrl, address, funds);
  if (deployed) await opened.invoke('xnet_createAccount', { addressIndex, deploy: true });
  opened.dialogs.length = 0;
  return { ...opened, address: String(address) };
}

/** The account's pending balance in FRI, read without the module. */
export async function readStrk(chainUrl: string, address: string): Promise<bigint> {
  const [low, high] = await askChain<[string, string]>(chainUrl, 'starknet_call', {
    request: {
      contract_address: STRK,
      entry_point_selector: hash.getSelectorFromName('balanceOf'),
      calldata: [address],
    },
    block_id: 'pre_confirmed',
  });
  return BigInt(low) + BigInt(high) * 2n ** 128n;
}

/** The account's pending nonce on the node; undefined if it is not deployed. */
export const readNonce = (chainUrl: string, address: string): Promise<bigint | undefined> =>
  askChain<string>(chainUrl, 'starknet_getNonce', {
    block_id: 'pre_confirmed',
    contract_address: address,
  }).then(BigInt, (error: unknown) => {
    if (/contract not found/iu.test(String(error))) return undefined;
    throw error;
  });

/** A version 3 transaction as the node returns it. */
export type ChainTransaction = {
  transaction_hash: string;
  type: 'INVOKE' | 'DECLARE' | 'DEPLOY_ACCOUNT';
  version: string;
  nonce: string;
  tip: string;
  signature: string[];
  sender_address?: string;
  calldata?: string[];
  class_hash?: string;
  compiled_class_hash?: string;
  contract_address_salt?: string;
  constructor_calldata?: string[];
  resource_bounds: Record<
    'l1_gas' | 'l1_data_gas' | 'l2_gas',
    { max_amount: string; max_price_per_unit: string }
  >;
  nonce_data_availability_mode: string;
  fee_data_availability_mode: string;
};

export const readTransaction = (chainUrl: string, txnHash: string): Promise<ChainTransaction> =>
  askChain(chainUrl, 'starknet_getTransactionByHash', { transaction_hash: txnHash });

/** The fee paid for a transaction, in FRI. */
export async function readFee(chainUrl: string, txnHash: string): Promise<bigint> {
  const { actual_fee } = await askChain<{ actual_fee: { amount: string; unit: string } }>(
    chainUrl,
    'starknet_getTransactionReceipt',
    { transaction_hash: txnHash },
  );
  if (actual_fee.unit !== 'FRI') throw new Error(`The fee is in ${actual_fee.unit}.`);
  return BigInt(actual_fee.amount);
}
