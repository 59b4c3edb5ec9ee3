import { fail } from '@xnet/clients/errors';
import { type GasKind, gasKinds } from '../../schema/gas';
import { FIELD_PRIME } from '../../schema/primitives';
import { contractAddress } from '../accounts/classes';
import { finish, type Steps } from '../effort';
import { shortString, toHex } from '../felt';
import { poseidonHashMany, poseidonSteps } from '../hash/poseidon';
import type { ContractClass } from './contractClass';

/** Version 3 with the query bit (2^128): its signature is only valid for estimates. */
export const QUERY_VERSION = '0x100000000000000000000000000000003';
export type TransactionVersion = '0x3' | typeof QUERY_VERSION;

/** The maximum amount of one resource, and the maximum price per unit in FRI; hex. */
export type ResourceBound = { readonly max_amount: string; readonly max_price_per_unit: string };
export type ResourceBounds = Readonly<Record<GasKind, ResourceBound>>;
export type DataAvailabilityMode = 'L1' | 'L2';

type Common = {
  readonly version: TransactionVersion;
  readonly signature: readonly string[];
  readonly nonce: string;
  readonly resource_bounds: ResourceBounds;
  /** FRI per unit of L2 gas, in addition to its price; hex, below 2^64. */
  readonly tip: string;
  readonly paymaster_data: readonly string[];
  readonly nonce_data_availability_mode: DataAvailabilityMode;
  readonly fee_data_availability_mode: DataAvailabilityMode;
};

/** BROADCASTED_INVOKE_TXN_V3 of the Starknet JSON-RPC specification 0.9 and 0.10. */
export type InvokeTransaction = Common & {
  readonly type: 'INVOKE';
  readonly sender_address: string;
  readonly calldata: readonly string[];
  readonly account_deployment_data: readonly string[];
};

/** BROADCASTED_DEPLOY_ACCOUNT_TXN_V3 of the same specification. */
export type DeployAccountTransaction = Common & {
  readonly type: 'DEPLOY_ACCOUNT';
  readonly class_hash: string;
  readonly contract_address_salt: string;
  readonly constructor_calldata: readonly string[];
};

/**
 * DECLARE_TXN_V3 of the same specification: the hashed and signed part of a declaration. The node
 * receives the class itself instead of its hash, see `broadcastDeclaration`.
 */
export type DeclareTransaction = Common & {
  readonly type: 'DECLARE';
  readonly sender_address: string;
  readonly class_hash: string;
  /** Hash of the class as compiled for the virtual machine (CASM). */
  readonly compiled_class_hash: string;
  readonly account_deployment_data: readonly string[];
};

/** The transactions that an account sends. */
export type Transaction = InvokeTransaction | DeployAccountTransaction | DeclareTransaction;

/** A signed transaction with the hash that was signed. */
export type Signed = { readonly hash: string; readonly transaction: Transaction };

/** BROADCASTED_DECLARE_TXN_V3 of the same specification. */
export type BroadcastDeclaration = Omit<DeclareTransaction, 'class_hash'> & {
  readonly contract_class: ContractClass;
};

/** A signed declaration as nodes accept it; the class must be the one that was hashed. */
export function broadcastDeclaration(
  { class_hash: _hash, ...declaration }: DeclareTransaction,
  contractClass: ContractClass,
): BroadcastDeclaration {
  return { ...declaration, contract_class: contractClass };
}

/** Parses a value to be packed: a value that is too wide would corrupt its neighbour. */
function parseUnsigned(text: string, bits: number, name: string): bigint {
  const value = BigInt(text);
  if (value >> BigInt(bits) !== 0n) fail('internal', `${name} is above ${bits} bits.`);
  return value;
}

function feltOf(text: string): bigint {
  const value = BigInt(text);
  if (value < 0n || value >= FIELD_PRIME) fail('internal', 'A value is outside of the field.');
  return value;
}

const hashFelts = (felts: readonly string[]): Steps<bigint> => poseidonSteps(felts.map(feltOf));

/** SNIP-8: 60 bits of name, 64 of amount, 128 of price. */
function packBound(name: string, { max_amount, max_price_per_unit }: ResourceBound): bigint {
  const amount = parseUnsigned(max_amount, 64, `The maximum amount of ${name}`);
  const price = parseUnsigned(max_price_per_unit, 128, `The maximum price of ${name}`);
  return (BigInt(shortString(name)) << 192n) | (amount << 128n) | price;
}

const hashedGas = [...gasKinds].sort((one, second) => one.inHash.position - second.inHash.position);

function hashFee(tip: string, bounds: ResourceBounds): bigint {
  return poseidonHashMany([
    parseUnsigned(tip, 64, 'The tip'),
    ...hashedGas.map(({ kind, inHash }) => packBound(inHash.name, bounds[kind])),
  ]);
}

const modes = { L1: 0n, L2: 1n } as const satisfies Record<DataAvailabilityMode, bigint>;

/** The parts specific to each type: prefix, sender, and the felts after the common ones. */
function* hashedParts(
  tx: Transaction,
): Steps<{ prefix: string; sender: string; ownParts: bigint[] }> {
  if (tx.type === 'INVOKE')
    return {
      prefix: 'invoke',
      sender: tx.sender_address,
      ownParts: [yield* hashFelts(tx.account_deployment_data), yield* hashFelts(tx.calldata)],
    };
  if (tx.type === 'DECLARE')
    return {
      prefix: 'declare',
      sender: tx.sender_address,
      ownParts: [
        yield* hashFelts(tx.account_deployment_data),
        feltOf(tx.class_hash),
        feltOf(tx.compiled_class_hash),
      ],
    };
  return {
    prefix: 'deploy_account',
    sender: contractAddress({
      salt: tx.contract_address_salt,
      classHash: tx.class_hash,
      constructorCalldata: tx.constructor_calldata,
    }),
    ownParts: [
      yield* hashFelts(tx.constructor_calldata),
      feltOf(tx.class_hash),
      feltOf(tx.contract_address_salt),
    ],
  };
}

/**
 * Hash of a version 3 transaction (Poseidon; SNIP-8 and docs.starknet.io, "Transactions"). The
 * version in `tx` determines whether it is the hash of the real transaction or of its query
 * variant. It does not cover the signature. Proof facts (SNIP-36) are not supported.
 * @param chainId hex of the short string, such as 0x534e5f4d41494e
 * @throws internal if a value does not fit its field
 */
export const transactionHash = (tx: Transaction, chainId: string): string =>
  finish(transactionHashSteps(tx, chainId));

/** The same in steps: ten thousand felts of calldata take half a second. */
export function* transactionHashSteps(tx: Transaction, chainId: string): Steps<string> {
  if (tx.version !== '0x3' && tx.version !== QUERY_VERSION)
    fail('internal', 'Only transactions of version 3 have a hash here.');
  const { prefix, sender, ownParts } = yield* hashedParts(tx);
  const nonceMode = modes[tx.nonce_data_availability_mode];
  const feeMode = modes[tx.fee_data_availability_mode];
  return toHex(
    poseidonHashMany([
      BigInt(shortString(prefix)),
      BigInt(tx.version),
      feltOf(sender),
      hashFee(tx.tip, tx.resource_bounds),
      yield* hashFelts(tx.paymaster_data),
      feltOf(chainId),
      feltOf(tx.nonce),
      (nonceMode << 32n) | feeMode,
      ...ownParts,
    ]),
  );
}
