import { describe, expect, it } from '@jest/globals';
import { SigningKey, Transaction, type TransactionLike } from 'ethers';
import { hashOfSent } from './sentBefore';

const signer = new SigningKey(`0x${'11'.repeat(32)}`);
const method = 'eth_sendRawTransaction';
const address = `0x${'ab'.repeat(20)}`;
const common = { to: address, nonce: 5, gasLimit: 21_000n, chainId: 1n, value: 7n };
const fees = { maxFeePerGas: 9n, maxPriorityFeePerGas: 1n };
const accessList = [{ address, storageKeys: [`0x${'01'.repeat(32)}`] }];
const blob = { data: `0x${'01'.repeat(131_072)}`, commitment: `0x${'c0'.repeat(48)}` };

/** EIP-7594: the sidecar begins with its version. */
const cells = { blobWrapperVersion: 1 };

const kinds: Record<string, TransactionLike> = {
  'of type 0': { ...common, type: 0, gasPrice: 3n },
  'of type 1': { ...common, type: 1, gasPrice: 3n, accessList },
  'of type 2': { ...common, ...fees, type: 2, accessList },
  'of type 3, without blobs': {
    ...common,
    ...fees,
    type: 3,
    accessList,
    maxFeePerBlobGas: 1n,
    blobVersionedHashes: [`0x01${'22'.repeat(31)}`],
  },
  'of type 3, with blobs': {
    ...common,
    ...fees,
    type: 3,
    accessList,
    maxFeePerBlobGas: 1n,
    blobs: [
      { ...blob, proof: `0x${'f0'.repeat(48)}` },
      { ...blob, proof: `0x${'f0'.repeat(48)}` },
    ],
  },
  'of type 3, with cell proofs': {
    ...common,
    ...fees,
    ...cells,
    type: 3,
    accessList,
    maxFeePerBlobGas: 1n,
    blobs: [{ ...blob, proof: `0x${'f0'.repeat(48 * 128)}` }],
  },
};

describe('hashOfSent', () => {
  it.each(Object.entries(kinds))('returns the hash of a transaction %s', (_kind, like) => {
    const transaction = Transaction.from(like);
    transaction.signature = signer.sign(transaction.unsignedHash);
    expect(hashOfSent({ method, params: [transaction.serialized] })).toBe(transaction.hash);
  });

  it('returns none of what is no transaction in hex, nor for another method', () => {
    for (const params of [[], ['02f0'], ['0x'], ['0x0'], [5], { raw: '0x02f0' }])
      expect(hashOfSent({ method, params })).toBeUndefined();
    expect(hashOfSent({ method: 'eth_call', params: ['0x02f0'] })).toBeUndefined();
    for (const raw of ['0x03', '0x03c0', '0x03f8', '0x03c1ff', '0x03c2c5'])
      expect(hashOfSent({ method, params: [raw] })).toMatch(/^0x[\da-f]{64}$/);
  });
});
