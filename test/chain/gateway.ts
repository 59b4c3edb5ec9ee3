import { askChain } from '../../scripts/start/localChain';
import { isQuery } from '../../src/schema/transactionDetails';
import { contractAddress } from '../../src/starknet/accounts/classes';
import { toHex } from '../../src/starknet/felt';
import { networkLimits } from '../../src/starknet/transactions/networkLimits';
import type { Transaction } from '../../src/starknet/transactions/transaction';

type Refusal = { readonly code: number; readonly message: string; readonly data?: string };

/** Codes of the node API with which nodes pass on what the gateway says. */
const failsValidation = (data: string): Refusal => ({
  code: 55,
  message: 'Account validation failed',
  data,
});
const badNonce = (data: string): Refusal => ({
  code: 52,
  message: 'Invalid transaction nonce',
  data,
});

/** The calldata that the gateway limits. */
function calldataOf(transaction: Transaction): readonly string[] {
  if (transaction.type === 'INVOKE') return transaction.calldata;
  if (transaction.type === 'DEPLOY_ACCOUNT') return transaction.constructor_calldata;
  return [];
}

/**
 * What the network's gateway says of a transaction, in its own words (starkware-libs/sequencer,
 * crates/apollo_gateway, 2026-08-20); undefined if it accepts it.
 * @param committed the account's nonce in the newest closed block
 * @param leastPrice FRI per unit of L2 gas; local chains are cheaper than the network
 */
export function gatewayRefusal(
  transaction: Transaction,
  committed: bigint,
  leastPrice = networkLimits.INVOKE.l2GasPrice,
): Refusal | undefined {
  const { type, version, resource_bounds, nonce } = transaction;
  const { l2Gas, calldata: mostFelts, nonceAhead } = networkLimits[type];
  if (isQuery(version)) return { code: 61, message: 'the transaction version is not supported' };
  const amount = BigInt(resource_bounds.l2_gas.max_amount);
  if (amount > l2Gas)
    return failsValidation(
      `Max gas amount is too high: GasAmount(${amount}), maximum allowed gas amount: ${l2Gas}.`,
    );
  const price = BigInt(resource_bounds.l2_gas.max_price_per_unit);
  if (price < leastPrice)
    return failsValidation(
      `Max gas price is too low: GasPrice(${price}), minimum required gas price: ${leastPrice}.`,
    );
  const felts = calldataOf(transaction);
  if (felts.length > mostFelts)
    return failsValidation(
      `Calldata length exceeded maximum: length ${felts.length}\n        (allowed length: ${mostFelts}).`,
    );
  for (const field of ['nonce', 'fee'] as const)
    if (transaction[`${field}_data_availability_mode`] !== 'L1')
      return failsValidation(`Invalid ${field} data availability mode.`);
  return nonceRefusal(type, BigInt(nonce), committed, nonceAhead);
}

/** A nonce that is used is left to the node, which may know the very same transaction. */
function nonceRefusal(
  type: Transaction['type'],
  nonce: bigint,
  committed: bigint,
  ahead: bigint,
): Refusal | undefined {
  if (nonce <= committed + ahead) return undefined;
  const expected =
    type === 'INVOKE'
      ? `${toHex(committed)} <= nonce <= ${toHex(committed + ahead)}`
      : `nonce = ${toHex(committed)}`;
  return badNonce(`Invalid transaction nonce. Expected: ${expected}, got: ${toHex(nonce)}.`);
}

const senderOf = (transaction: Transaction): string =>
  transaction.type === 'DEPLOY_ACCOUNT'
    ? contractAddress({
        salt: transaction.contract_address_salt,
        classHash: transaction.class_hash,
        constructorCalldata: transaction.constructor_calldata,
      })
    : transaction.sender_address;

/**
 * The gateway's answer to a request that sends a transaction which it refuses; undefined for any other.
 * @param target URL of the node behind it
 */
export async function gatewayAnswer(target: string, asked: string): Promise<string | undefined> {
  if (!asked.includes('"starknet_add')) return undefined;
  const { id, params = {} }: { id?: unknown; params?: object } = JSON.parse(asked);
  const [transaction] = Object.values(params) as Transaction[];
  // The node refuses by itself a body that cannot be read, or a batch.
  if (!transaction?.resource_bounds) return undefined;
  const nonce = await askChain<string>(target, 'starknet_getNonce', {
    block_id: 'latest',
    contract_address: senderOf(transaction),
  }).catch(() => '0x0');
  const error = gatewayRefusal(transaction, BigInt(nonce), 0n);
  return error && JSON.stringify({ jsonrpc: '2.0', id, error });
}
