import { fail } from '@xnet/clients/errors';
import type { Clients, State } from '../../module';
import { starknet_getBlockWithTxHashes } from '../../remote/starknet/starknet_getBlockWithTxHashes';
import { type GasKind, gasFields } from '../../schema/gas';
import { lesser } from '../../schema/primitives';
import { parseMaxFee } from '../../schema/transactionDetails';
import { toHex } from '../../starknet/felt';
import { computeBounds, maximumFee } from '../../starknet/transactions/fees';
import type { ResourceBounds } from '../../starknet/transactions/transaction';
import type { Plan } from './build';
import { refuseAbsurdPrices } from './fees';
import { type PlanRequest, planTransaction } from './plan';

/**
 * L2 gas of the largest class: 4 MB of Sierra and 2.6 MB of bytecode at 1,280 per byte, plus the
 * usual margin of half; L1 data gas of a declaration's state changes.
 */
const LARGEST_CLASS_GAS = { l1_gas: 0n, l1_data_gas: 512n, l2_gas: 9_000_000_000n } as const;

/**
 * Nonce and bounds of a declaration with only its hashes given, so that no node can estimate it:
 * the cost of the largest class, but never more than the balance or `maxFee`. The network charges
 * the actual cost.
 * @throws insufficientFunds, feeAboveLimit, nonceTooLow and the node's errors
 */
export async function planDeclaration(
  module: State & Clients,
  request: PlanRequest,
): Promise<{ plan: Plan; bounds: ResourceBounds }> {
  const { account, context, details } = request;
  const node = await module.node(context.network.chainId);
  const { plan, answer, strkBalance } = await planTransaction(module, node, request, async () =>
    starknet_getBlockWithTxHashes({ block_id: 'latest' }),
  );
  if (details.resourceBounds) return { plan, bounds: details.resourceBounds };
  if (!answer.ok) throw answer.error;
  const block = answer.value;
  const priceOf = (kind: GasKind): string =>
    block[`${kind}_price`]?.price_in_fri ?? fail('nodeFault', 'Its block has no prices of gas.');
  const estimate = {
    ...gasFields('consumed', (kind) => toHex(LARGEST_CLASS_GAS[kind])),
    ...gasFields('price', priceOf),
    overall_fee: '0x0',
  };
  refuseAbsurdPrices(account.chainId, [estimate]);
  const bounds = computeBounds('DECLARE', estimate);
  const tip = details.tip ?? '0x0';
  const limit = lesser(parseMaxFee(details) ?? strkBalance, strkBalance);
  const excess = maximumFee(bounds, tip) - limit;
  if (excess <= 0n) return { plan, bounds };
  const { max_amount, max_price_per_unit } = bounds.l2_gas;
  const price = BigInt(max_price_per_unit) + BigInt(tip);
  const amount = BigInt(max_amount) - excess / price - 1n;
  if (amount <= 0n)
    fail(limit === strkBalance ? 'insufficientFunds' : 'feeAboveLimit', 'Nothing is left for gas.');
  return { plan, bounds: { ...bounds, l2_gas: { max_amount: toHex(amount), max_price_per_unit } } };
}
