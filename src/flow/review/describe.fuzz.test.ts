import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type ChainId, chainIds, findNetwork } from '../../schema/primitives';
import { type Transaction, transactionHash } from '../../starknet/transactions/transaction';
import { signedFields } from './describe';

const below = (bits: bigint) => fc.bigInt(0n, 2n ** bits - 1n).map((n) => `0x${n.toString(16)}`);
const felt = below(251n);
const felts = fc.array(felt, { maxLength: 5 });
const mode = fc.constantFrom('L1' as const, 'L2' as const);
const bound = fc.record({ max_amount: below(64n), max_price_per_unit: below(128n) });
const common = {
  version: fc.constant('0x3' as const),
  signature: fc.constant([]),
  nonce: felt,
  resource_bounds: fc.record({ l1_gas: bound, l1_data_gas: bound, l2_gas: bound }),
  tip: below(64n),
  paymaster_data: felts,
  nonce_data_availability_mode: mode,
  fee_data_availability_mode: mode,
};
const sent = { ...common, sender_address: felt, account_deployment_data: felts };
const transaction: fc.Arbitrary<Transaction> = fc.oneof(
  fc.record({ type: fc.constant('INVOKE' as const), ...sent, calldata: felts }),
  fc.record({
    type: fc.constant('DECLARE' as const),
    ...sent,
    class_hash: felt,
    compiled_class_hash: felt,
  }),
  fc.record({
    type: fc.constant('DEPLOY_ACCOUNT' as const),
    ...common,
    class_hash: felt,
    contract_address_salt: felt,
    constructor_calldata: felts,
  }),
);

const senderOf = (tx: Transaction) => ('sender_address' in tx ? tx.sender_address : '0x1');
const writeFields = (tx: Transaction, chainId: ChainId = chainIds.sepolia) =>
  signedFields(tx, { name: findNetwork(chainId)?.name ?? '', chainId }, senderOf(tx));

/** Every value that a field holds, as it is drawn: felts of data in hex, numbers in decimal. */
const leavesOf = (tx: Transaction): string[] => {
  const { type: _type, signature: _signature, resource_bounds, ...fields } = tx;
  const numbers = ['nonce', 'tip', 'version'];
  const bounds = Object.values(resource_bounds).flatMap((each) => Object.values(each));
  return [
    ...bounds.map((value) => String(BigInt(value))),
    ...Object.entries(fields).flatMap(([name, value]) =>
      [value].flat().map((one) => (numbers.includes(name) ? String(BigInt(one)) : one)),
    ),
  ];
};

describe('signedFields', () => {
  // @promise T1.1
  it('shows every value that any transaction’s hash covers', () => {
    fc.assert(
      fc.property(transaction, (tx) => {
        const drawn = JSON.stringify(writeFields(tx));
        for (const leaf of leavesOf(tx)) expect(drawn).toContain(leaf);
        expect(drawn).toContain(chainIds.sepolia);
      }),
      { numRuns: 300 },
    );
  });

  // @promise T1.1
  it('shows two transactions alike only if they have one hash', () => {
    const fields = (tx: Transaction) =>
      Object.keys(tx).filter((name) => !['type', 'signature', 'version'].includes(name));
    fc.assert(
      fc.property(transaction, transaction, fc.nat(), (one, other, choice) => {
        // One field of another transaction of the same type, or a part of the bounds.
        const names = fields(one);
        const name = names[choice % names.length] ?? '';
        if (!(name in other)) return;
        const changed = { ...one, [name]: other[name as keyof Transaction] } as Transaction;
        if ('sender_address' in one !== 'sender_address' in other) return;
        const isSame = (read: (tx: Transaction) => unknown) =>
          JSON.stringify(read(one)) === JSON.stringify(read(changed));
        expect(isSame((tx) => writeFields(tx))).toBe(
          isSame((tx) => transactionHash(tx, chainIds.sepolia)),
        );
      }),
      { numRuns: 300 },
    );
  });

  // @promise T4.2
  it('shows the network', () => {
    fc.assert(
      fc.property(transaction, (tx) => {
        expect(writeFields(tx, chainIds.mainnet)).not.toEqual(writeFields(tx));
        expect(JSON.stringify(writeFields(tx, chainIds.mainnet))).toContain('Mainnet');
      }),
      { numRuns: 10 },
    );
  });
});
