import { describe, expect, it } from '@jest/globals';
import { hexToBytes } from '@noble/hashes/utils.js';
import { exampleInvocation as example } from '../../../test/chain/exampleInvocation';
import { chainIds } from '../../schema/primitives';
import { publicKeyOf, verifyHash } from '../accounts/keys';
import {
  broadcastDeclaration,
  type DeclareTransaction,
  QUERY_VERSION,
  signTransaction,
  transactionHash,
} from './transaction';

describe('signTransaction', () => {
  const privateKey = hexToBytes(`${'00'.repeat(31)}2a`);

  it('signs the hash of the version that the transaction bears', () => {
    const real = signTransaction(example, chainIds.sepolia, privateKey);
    const query = signTransaction(
      { ...example, version: QUERY_VERSION },
      chainIds.sepolia,
      privateKey,
    );
    const realHash = transactionHash(example, chainIds.sepolia);
    expect(verifyHash(realHash, real.signature, publicKeyOf(privateKey))).toBe(true);
    expect(verifyHash(realHash, query.signature, publicKeyOf(privateKey))).toBe(false);
  });

  it('signs a declaration from the hashes alone, and hands the class to the node', () => {
    const { calldata: _calldata, ...rest } = example;
    const declaration: DeclareTransaction = {
      ...rest,
      type: 'DECLARE',
      class_hash: '0xabc',
      compiled_class_hash: '0xdef',
    };
    const signed = signTransaction(declaration, chainIds.sepolia, privateKey);
    const hashed = transactionHash(declaration, chainIds.sepolia);
    expect(verifyHash(hashed, signed.signature, publicKeyOf(privateKey))).toBe(true);
    const contractClass = {
      sierra_program: ['0x1'],
      contract_class_version: '0.1.0',
      entry_points_by_type: { CONSTRUCTOR: [], EXTERNAL: [], L1_HANDLER: [] },
      abi: '[]',
    } as const;
    const sent = broadcastDeclaration(signed, contractClass);
    expect(sent.contract_class).toBe(contractClass);
    expect(sent).not.toHaveProperty('class_hash');
    expect(sent.signature).toEqual(signed.signature);
  });

  it('changes nothing but the signature, and not the transaction given', () => {
    const before = structuredClone(example);
    const { signature, ...rest } = signTransaction(example, chainIds.sepolia, privateKey);
    expect(signature).toHaveLength(2);
    expect({ ...rest, signature: [] }).toEqual(before);
    expect(example).toEqual(before);
  });
});
