import { ec, hash } from 'starknet';
import type { ChainTransaction } from './account';

type ResourceBound = ChainTransaction['resource_bounds']['l1_gas'];
type ChainId = Parameters<typeof hash.calculateInvokeTransactionHash>[0]['chainId'];

/** The calls in `__execute__` calldata, in the encoding of Cairo 1 accounts. */
export function listCalls({ calldata = [] }: ChainTransaction) {
  const calls: { to: string; selector: string; calldata: string[] }[] = [];
  let at = 1;
  for (let left = Number(calldata[0]); left > 0; left -= 1) {
    const [to = '', selector = '', length = ''] = calldata.slice(at, at + 3);
    calls.push({ to, selector, calldata: calldata.slice(at + 3, at + 3 + Number(length)) });
    at += 3 + Number(length);
  }
  if (at !== calldata.length) throw new Error('There is call data that belongs to no call.');
  return calls;
}

/** The maximum fee by the signed resource bounds, in FRI. */
export function readMaximum({ resource_bounds, tip }: ChainTransaction): bigint {
  const of = ({ max_amount, max_price_per_unit }: ResourceBound) =>
    BigInt(max_amount) * BigInt(max_price_per_unit);
  const { l1_gas, l1_data_gas, l2_gas } = resource_bounds;
  return of(l1_gas) + of(l1_data_gas) + of(l2_gas) + BigInt(tip) * BigInt(l2_gas.max_amount);
}

const addressMadeBy = ({
  class_hash = '',
  constructor_calldata = [],
  contract_address_salt = '',
}: ChainTransaction) =>
  hash.calculateContractAddressFromHash(contract_address_salt, class_hash, constructor_calldata, 0);

/** The sender; for a deployment, the deployed account. */
export const getSender = (transaction: ChainTransaction): string =>
  transaction.sender_address ?? addressMadeBy(transaction);

/** starknet.js's hash of the node's transaction, on that chain. */
export function computeHash(chainId: string, transaction: ChainTransaction): string {
  const { l1_gas, l1_data_gas, l2_gas } = transaction.resource_bounds;
  const bound = ({ max_amount, max_price_per_unit }: ResourceBound) => ({
    max_amount: BigInt(max_amount),
    max_price_per_unit: BigInt(max_price_per_unit),
  });
  const modes: Record<string, 0 | 1> = { L1: 0, L2: 1 };
  const common = {
    version: '0x3' as const,
    chainId: chainId as ChainId,
    nonce: transaction.nonce,
    tip: transaction.tip,
    paymasterData: [],
    nonceDataAvailabilityMode: modes[transaction.nonce_data_availability_mode] ?? 0,
    feeDataAvailabilityMode: modes[transaction.fee_data_availability_mode] ?? 0,
    resourceBounds: {
      l1_gas: bound(l1_gas),
      l1_data_gas: bound(l1_data_gas),
      l2_gas: bound(l2_gas),
    },
  };
  if (transaction.type === 'INVOKE')
    return hash.calculateInvokeTransactionHash({
      ...common,
      senderAddress: transaction.sender_address ?? '',
      compiledCalldata: transaction.calldata ?? [],
      accountDeploymentData: [],
    });
  if (transaction.type === 'DECLARE')
    return hash.calculateDeclareTransactionHash({
      ...common,
      classHash: transaction.class_hash ?? '',
      compiledClassHash: transaction.compiled_class_hash ?? '',
      senderAddress: transaction.sender_address ?? '',
      accountDeploymentData: [],
    });
  return hash.calculateDeployAccountTransactionHash({
    ...common,
    contractAddress: addressMadeBy(transaction),
    classHash: transaction.class_hash ?? '',
    compiledConstructorCalldata: transaction.constructor_calldata ?? [],
    salt: transaction.contract_address_salt ?? '',
  });
}

/** True if the signature over the hash on that chain is by this key, checked with starknet.js. */
export function isSigned(
  chainId: string,
  transaction: ChainTransaction,
  publicKey: string,
): boolean {
  const [r = '', s = ''] = transaction.signature;
  const signature = new ec.starkCurve.Signature(BigInt(r), BigInt(s));
  const digits = (felt: string) => BigInt(felt).toString(16).padStart(64, '0');
  const message = digits(computeHash(chainId, transaction));
  // The key is an x coordinate; as on chain, either of its points is accepted.
  return ['02', '03'].some((parity) =>
    ec.starkCurve.verify(signature, message, `${parity}${digits(publicKey)}`),
  );
}
