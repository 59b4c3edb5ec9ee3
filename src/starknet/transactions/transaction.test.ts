import { describe, expect, it } from '@jest/globals';
import { exampleInvocation as example } from '../../../test/chain/exampleInvocation';
import { chainIds, FIELD_PRIME } from '../../schema/primitives';
import { toHex } from '../felt';
import {
  type InvokeTransaction,
  QUERY_VERSION,
  type ResourceBounds,
  type Transaction,
  transactionHash,
} from './transaction';

const {
  type: _type,
  sender_address,
  calldata: _calldata,
  account_deployment_data,
  ...common
} = example;
const sender = { sender_address, account_deployment_data };

describe('transactionHash', () => {
  it.each<[Transaction, string]>([
    [example, '0x4c899babbd8f5d52e9f7064295e9804f9e4c930cd2091abf78cce8c584deda0'],
    [
      { ...common, ...sender, type: 'DECLARE', class_hash: '0x9', compiled_class_hash: '0xa' },
      '0x24cb7152c11b885aa43c1a0651371f5c448606abc676c8cd62d989d3a197428',
    ],
    [
      {
        ...common,
        type: 'DEPLOY_ACCOUNT',
        class_hash: '0x9',
        contract_address_salt: '0xb',
        constructor_calldata: ['0xc'],
      },
      '0x102dcd22082611ba4dcc28852967eaf3e1e671264df2cc4a22e0ff2602d4a14',
    ],
  ])('equals that of starknet.js for %j', (transaction, expected) => {
    expect(transactionHash(transaction, chainIds.sepolia)).toBe(expected);
  });

  it.each([FIELD_PRIME, FIELD_PRIME + 1n, 2n ** 256n, -1n])(
    'refuses %s among the calldata, which is signed as another felt',
    (value) => {
      const hash = (felt: bigint) =>
        transactionHash({ ...example, calldata: [`${felt}`] }, chainIds.sepolia);
      expect(() => hash(value)).toThrow(expect.objectContaining({ kind: 'internal' }));
      expect(() => hash(FIELD_PRIME - 1n)).not.toThrow();
      expect(() => hash(0n)).not.toThrow();
    },
  );

  it('does not depend on the signature or on how an address is padded', () => {
    const expected = transactionHash(example, chainIds.sepolia);
    const respelt = {
      ...example,
      signature: ['0x1', '0x2'],
      sender_address: toHex(BigInt(example.sender_address)),
    };
    expect(transactionHash(respelt, chainIds.sepolia)).toBe(expected);
  });

  it('changes with every field that is signed', () => {
    const { l1_gas, l1_data_gas, l2_gas } = example.resource_bounds;
    const bounds = (change: Partial<ResourceBounds>) => ({
      resource_bounds: { ...example.resource_bounds, ...change },
    });
    const variants: Partial<InvokeTransaction>[] = [
      {},
      { version: QUERY_VERSION },
      { sender_address: '0x1' },
      { calldata: ['0x1'] },
      { nonce: '0x8' },
      { tip: '0x9' },
      { paymaster_data: ['0x0'] },
      { account_deployment_data: ['0x0'] },
      { nonce_data_availability_mode: 'L2' },
      { fee_data_availability_mode: 'L2' },
      bounds({ l1_gas: { ...l1_gas, max_amount: '0x9' } }),
      bounds({ l1_gas: { ...l1_gas, max_price_per_unit: '0x9' } }),
      bounds({ l1_data_gas: { ...l1_data_gas, max_amount: '0x9' } }),
      bounds({ l1_data_gas: { ...l1_data_gas, max_price_per_unit: '0x9' } }),
      bounds({ l2_gas: { ...l2_gas, max_amount: '0x9' } }),
      bounds({ l2_gas: { ...l2_gas, max_price_per_unit: '0x9' } }),
    ];
    const hashes = variants.map((change) =>
      transactionHash({ ...example, ...change }, chainIds.sepolia),
    );
    hashes.push(transactionHash(example, chainIds.mainnet));
    expect(new Set(hashes).size).toBe(variants.length + 1);
  });

  it.each([
    ['a tip above 64 bits', { tip: toHex(2n ** 64n) }],
    [
      'an amount above 64 bits',
      {
        resource_bounds: {
          ...example.resource_bounds,
          l1_gas: { max_amount: toHex(2n ** 64n), max_price_per_unit: '0x0' },
        },
      },
    ],
    [
      'a price above 128 bits',
      {
        resource_bounds: {
          ...example.resource_bounds,
          l2_gas: { max_amount: '0x0', max_price_per_unit: toHex(2n ** 128n) },
        },
      },
    ],
    ['a felt outside of the field', { calldata: [toHex(2n ** 252n)] }],
    ['another version', { version: '0x1' as '0x3' }],
  ])('refuses %s', (_, change: Partial<InvokeTransaction>) => {
    expect(() => transactionHash({ ...example, ...change }, chainIds.sepolia)).toThrow();
  });
});
