import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hash } from 'starknet';
import { chainIds } from '../../schema/primitives';
import { contractAddress } from '../accounts/classes';
import { toAddress, toHex } from '../felt';
import {
  type DeclareTransaction,
  type DeployAccountTransaction,
  type InvokeTransaction,
  QUERY_VERSION,
  type ResourceBounds,
  type Transaction,
  transactionHash,
} from './transaction';

const felt = fc
  .oneof(
    fc.bigInt(0n, 2n ** 251n),
    fc.bigInt(0n, 1000n),
    fc.constant(2n ** 251n + 17n * 2n ** 192n),
  )
  .map(toHex);
const upTo = (bits: bigint) =>
  fc.oneof(fc.bigInt(0n, 2n ** bits - 1n), fc.constantFrom(0n, 1n, 2n ** bits - 1n)).map(toHex);
const bound = fc.record({ max_amount: upTo(64n), max_price_per_unit: upTo(128n) });
const mode = fc.constantFrom<'L1' | 'L2'>('L1', 'L2');
const common = {
  version: fc.constantFrom<Transaction['version']>('0x3', QUERY_VERSION),
  signature: fc.constant([]),
  nonce: felt,
  resource_bounds: fc.record({ l1_gas: bound, l1_data_gas: bound, l2_gas: bound }),
  tip: upTo(64n),
  paymaster_data: fc.array(felt, { maxLength: 3 }),
  nonce_data_availability_mode: mode,
  fee_data_availability_mode: mode,
};
const address = fc.bigInt(0n, 2n ** 251n - 257n).map(toAddress);
const invoke: fc.Arbitrary<InvokeTransaction> = fc.record({
  ...common,
  type: fc.constant('INVOKE' as const),
  sender_address: address,
  calldata: fc.array(felt, { maxLength: 12 }),
  account_deployment_data: fc.array(felt, { maxLength: 3 }),
});
const deploy: fc.Arbitrary<DeployAccountTransaction> = fc.record({
  ...common,
  type: fc.constant('DEPLOY_ACCOUNT' as const),
  class_hash: felt,
  contract_address_salt: felt,
  constructor_calldata: fc.array(felt, { maxLength: 6 }),
});
const declare: fc.Arbitrary<DeclareTransaction> = fc.record({
  ...common,
  type: fc.constant('DECLARE' as const),
  sender_address: address,
  class_hash: felt,
  compiled_class_hash: felt,
  account_deployment_data: fc.array(felt, { maxLength: 3 }),
});
const chainId = fc.constantFrom(...Object.values(chainIds));

const boundsOf = (bounds: ResourceBounds) => {
  const big = (kind: keyof ResourceBounds) => ({
    max_amount: BigInt(bounds[kind].max_amount),
    max_price_per_unit: BigInt(bounds[kind].max_price_per_unit),
  });
  return { l1_gas: big('l1_gas'), l2_gas: big('l2_gas'), l1_data_gas: big('l1_data_gas') };
};
const modes = { L1: 0, L2: 1 } as const;

/** The same transaction as starknet.js wants it. */
const commonOf = (tx: Transaction, chain: (typeof chainIds)[keyof typeof chainIds]) => ({
  version: tx.version,
  chainId: chain,
  nonce: tx.nonce,
  nonceDataAvailabilityMode: modes[tx.nonce_data_availability_mode],
  feeDataAvailabilityMode: modes[tx.fee_data_availability_mode],
  resourceBounds: boundsOf(tx.resource_bounds),
  tip: tx.tip,
  paymasterData: [...tx.paymaster_data],
});

describe('transactionHash', () => {
  it('agrees with starknet.js on any invocation', () => {
    fc.assert(
      fc.property(invoke, chainId, (tx, chain) => {
        const expected = hash.calculateInvokeTransactionHash({
          ...commonOf(tx, chain),
          senderAddress: tx.sender_address,
          compiledCalldata: [...tx.calldata],
          accountDeploymentData: [...tx.account_deployment_data],
        });
        expect(transactionHash(tx, chain)).toBe(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('agrees with starknet.js on any declaration', () => {
    fc.assert(
      fc.property(declare, chainId, (tx, chain) => {
        const expected = hash.calculateDeclareTransactionHash({
          ...commonOf(tx, chain),
          classHash: tx.class_hash,
          compiledClassHash: tx.compiled_class_hash,
          senderAddress: tx.sender_address,
          accountDeploymentData: [...tx.account_deployment_data],
        });
        expect(transactionHash(tx, chain)).toBe(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('agrees with starknet.js on any deployment of an account', () => {
    fc.assert(
      fc.property(deploy, chainId, (tx, chain) => {
        const expected = hash.calculateDeployAccountTransactionHash({
          ...commonOf(tx, chain),
          contractAddress: contractAddress({
            salt: tx.contract_address_salt,
            classHash: tx.class_hash,
            constructorCalldata: tx.constructor_calldata,
          }),
          classHash: tx.class_hash,
          compiledConstructorCalldata: [...tx.constructor_calldata],
          salt: tx.contract_address_salt,
        });
        expect(transactionHash(tx, chain)).toBe(expected);
      }),
      { numRuns: 60 },
    );
  });
});
