import { fail } from '@xnet/clients/errors';
import type { StoredAccount } from '../../schema/account';
import type { Call } from '../../schema/call';
import { gasRecord } from '../../schema/gas';
import type { TransactionDetails } from '../../schema/transactionDetails';
import { accountClasses, getCairoVersion, isProxy } from '../../starknet/accounts/classes';
import { toHex } from '../../starknet/felt';
import { getSelector } from '../../starknet/selector';
import { encodeExecute, readsOtherwise } from '../../starknet/transactions/calls';
import type { ContractClass } from '../../starknet/transactions/contractClass';
import { computeBounds, type FeeEstimate, type Margins } from '../../starknet/transactions/fees';
import { requireForm, type TransactionType } from '../../starknet/transactions/networkLimits';
import {
  broadcastDeclaration,
  type DeclareTransaction,
  type DeployAccountTransaction,
  type InvokeTransaction,
  QUERY_VERSION,
  type ResourceBounds,
  type Transaction,
} from '../../starknet/transactions/transaction';
import { requireOwnFamily, requireTip } from './limits';

/** A class to declare, with the hashes that are signed instead. */
export type Declaration = DeclaredHashes & { readonly contractClass: ContractClass };

export type DeclaredHashes = { readonly classHash: string; readonly compiledClassHash: string };

/** A transaction before its fee is known. */
export type Plan = {
  account: StoredAccount;
  /** True if the account is not deployed yet: its deployment is sent first. */
  deploys: boolean;
  calls: readonly Call[];
  declares?: DeclaredHashes | undefined;
  /** Nonce of the first transaction. */
  nonce: bigint;
  details: TransactionDetails;
};

const noGas = { max_amount: '0x0', max_price_per_unit: '0x0' };

const none: ResourceBounds = gasRecord(() => noGas);

/** The types of a plan's transactions, in order. */
function typesOf({ deploys, declares, calls }: Omit<Plan, 'nonce'>): TransactionType[] {
  const types: TransactionType[] = [];
  if (deploys) types.push('DEPLOY_ACCOUNT');
  if (declares) types.push('DECLARE');
  if (calls.length > 0) types.push('INVOKE');
  return types;
}

/**
 * The bounds of a plan's transactions by their estimates, without any limit of the fee.
 * @throws as computeBounds
 */
export const computePlanBounds = (
  plan: Plan,
  estimates: readonly FeeEstimate[],
  margins?: Margins,
): ResourceBounds[] =>
  mapTypes(plan, estimates, (type, estimate) => computeBounds(type, estimate, margins));

/** A node that estimates more transactions than there are is not believed. */
export const mapTypes = <T>(
  plan: Plan,
  estimates: readonly FeeEstimate[],
  make: (type: TransactionType, estimate: FeeEstimate) => T,
): T[] => {
  const types = typesOf(plan);
  return estimates.map((estimate, index) =>
    make(types[index] ?? fail('nodeFault', 'It estimated more than was asked for.'), estimate),
  );
};

/** The transactions of a plan in query form, which a node estimates but never includes. */
export const queryTransactions = (plan: Plan): Transaction[] =>
  build(plan, QUERY_VERSION, () => none);

/** The transactions of a plan, unsigned; `bounds` in the order of the transactions. */
export const realTransactions = (plan: Plan, bounds: readonly ResourceBounds[]): Transaction[] =>
  build(plan, '0x3', (index) => bounds[index] ?? none);

function build(
  { account, deploys, calls, declares, nonce, details }: Plan,
  version: Transaction['version'],
  computePlanBounds: (index: number) => ResourceBounds,
): Transaction[] {
  requireTip(account, details);
  requireOwnFamily(account, calls.map(encoded));
  const shared = (index: number) =>
    ({
      version,
      signature: [],
      nonce: toHex(nonce + BigInt(index)),
      resource_bounds: computePlanBounds(index),
      tip: details.tip ?? '0x0',
      paymaster_data: [],
      nonce_data_availability_mode: details.nonceDataAvailabilityMode ?? 'L1',
      fee_data_availability_mode: details.feeDataAvailabilityMode ?? 'L1',
    }) as const;
  const { classHash, constructorCalldata } = accountClasses[account.addressClass];
  const transactions: Transaction[] = [];
  if (deploys)
    transactions.push({
      type: 'DEPLOY_ACCOUNT',
      ...shared(0),
      class_hash: classHash,
      contract_address_salt: account.publicKey,
      constructor_calldata: constructorCalldata(account.publicKey),
    } satisfies DeployAccountTransaction);
  if (declares)
    transactions.push({
      type: 'DECLARE',
      ...shared(transactions.length),
      sender_address: toHex(BigInt(account.address)),
      class_hash: declares.classHash,
      compiled_class_hash: declares.compiledClassHash,
      account_deployment_data: [],
    } satisfies DeclareTransaction);
  if (calls.length > 0)
    transactions.push({
      type: 'INVOKE',
      ...shared(transactions.length),
      // Felts of the node API have no leading zeros; stored addresses keep theirs.
      sender_address: toHex(BigInt(account.address)),
      calldata: calldataOf(account, calls),
      account_deployment_data: [],
    } satisfies InvokeTransaction);
  for (const transaction of transactions) requireForm(transaction);
  return transactions;
}

const encoded = ({ contractAddress, entrypoint, calldata }: Call) => ({
  to: contractAddress,
  selector: getSelector(entrypoint),
  calldata,
});

/**
 * Calldata in the encoding of the account's class. The class behind the old proxy is a node's
 * claim, so to the other possible class the calldata must mean the same, or nothing.
 * @throws invalidParams
 */
function calldataOf({ accountClass, addressClass }: StoredAccount, calls: readonly Call[]) {
  const cairoVersion = getCairoVersion(accountClass);
  const calldata = encodeExecute(calls, cairoVersion);
  const isDoubtful = isProxy(addressClass) || isProxy(accountClass);
  if (isDoubtful && readsOtherwise(calldata, cairoVersion))
    fail('invalidParams', 'It could run these calls as others: upgrade.');
  return calldata;
}

/** A signed transaction in wire form: a declaration includes its class. */
export const onWire = (transaction: Transaction, declares: Declaration | undefined): object => {
  if (transaction.type === 'DECLARE' && declares)
    return broadcastDeclaration(transaction, declares.contractClass);
  return transaction;
};
