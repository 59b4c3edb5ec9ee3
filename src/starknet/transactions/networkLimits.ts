import { fail, failWithPath } from '@xnet/clients/errors';
import type { ResourceBounds, Transaction } from './transaction';

export type TransactionType = Transaction['type'];

type NetworkLimits = {
  /** Most L2 gas that the bounds may name. */
  readonly l2Gas: bigint;
  /** FRI, lowest price of L2 gas that the bounds may name. */
  readonly l2GasPrice: bigint;
  /** Most felts of calldata, or of constructor calldata. */
  readonly calldata: number;
  readonly dataAvailability: 'L1';
  /** How far the nonce may be ahead of the one of the newest closed block. */
  readonly nonceAhead: bigint;
};

const ofAll = {
  l2Gas: 1_210_000_000n,
  l2GasPrice: 8_000_000_000n,
  calldata: 5_000,
  dataAvailability: 'L1',
  nonceAhead: 200n,
} as const satisfies NetworkLimits;

/**
 * Limits of the network's gateway, by the type of transaction: the sequencer's published
 * configuration (starkware-libs/sequencer, apollo_deployments/resources/app_configs, and the gateway's
 * validators), as of 2026-08-20. Local nodes accept more; `test/chain/gateway.ts` makes them refuse the
 * same.
 */
export const networkLimits: Readonly<Record<TransactionType, NetworkLimits>> = {
  INVOKE: ofAll,
  DEPLOY_ACCOUNT: { ...ofAll, nonceAhead: 0n },
  DECLARE: { ...ofAll, l2Gas: 2n ** 64n - 1n, nonceAhead: 0n },
};

/**
 * Refuses what the network would refuse of a transaction's form, whatever its fee.
 * @throws invalidParams
 */
export function requireForm(transaction: Transaction): void {
  const { calldata, dataAvailability } = networkLimits[transaction.type];
  const length = calldataOf(transaction).length;
  if (length > calldata)
    failWithPath(
      'calls',
      `they take ${length} felts, and the network accepts ${calldata} in one transaction. Send them in several.`,
    );
  for (const [field, path] of modes)
    if (transaction[field] !== dataAvailability)
      failWithPath(path, `the network accepts only ${dataAvailability}.`);
}

const modes = [
  ['nonce_data_availability_mode', 'details.nonceDataAvailabilityMode'],
  ['fee_data_availability_mode', 'details.feeDataAvailabilityMode'],
] as const;

function calldataOf(transaction: Transaction): readonly string[] {
  if (transaction.type === 'INVOKE') return transaction.calldata;
  if (transaction.type === 'DEPLOY_ACCOUNT') return transaction.constructor_calldata;
  return [];
}

/**
 * Refuses bounds given by a caller that the network would refuse.
 * @param isLocal true for a node on this machine, whose gas may be cheaper
 * @throws invalidParams
 */
export function requireGivenBounds(
  type: TransactionType,
  { l2_gas }: ResourceBounds,
  isLocal: boolean,
): void {
  const { l2Gas, l2GasPrice } = networkLimits[type];
  if (BigInt(l2_gas.max_amount) > l2Gas)
    failWithPath(
      'details.resourceBounds.l2_gas.max_amount',
      `the network accepts at most ${l2Gas}.`,
    );
  if (!isLocal && BigInt(l2_gas.max_price_per_unit) < l2GasPrice)
    failWithPath(
      'details.resourceBounds.l2_gas.max_price_per_unit',
      `the network accepts no less than ${l2GasPrice} FRI.`,
    );
}

/** True if bounds may name as much L2 gas as was estimated. */
export const fitsL2Gas = (type: TransactionType, estimated: bigint): boolean =>
  estimated <= networkLimits[type].l2Gas;

/**
 * An amount of L2 gas with its margin, at most what bounds may name.
 * @throws transactionReverts if not even the estimate fits
 */
export function capL2Gas(type: TransactionType, estimated: bigint, widest: bigint): bigint {
  const { l2Gas } = networkLimits[type];
  if (!fitsL2Gas(type, estimated))
    fail(
      'transactionReverts',
      `It needs ${estimated} L2 gas, and the network accepts ${l2Gas} in one transaction.`,
    );
  if (widest < l2Gas) return widest;
  return l2Gas;
}
