import { describe, expect, it } from '@jest/globals';
import { exampleInvocation as example } from '../../../test/chain/exampleInvocation';
import { broadcastDeclaration, type DeclareTransaction } from './transaction';

describe('broadcastDeclaration', () => {
  it('hands the class to the node in place of its hash', () => {
    const { calldata: _calldata, ...rest } = example;
    const declaration: DeclareTransaction = {
      ...rest,
      type: 'DECLARE',
      class_hash: '0xabc',
      compiled_class_hash: '0xdef',
      signature: ['0x1', '0x2'],
    };
    const contractClass = {
      sierra_program: ['0x1'],
      contract_class_version: '0.1.0',
      entry_points_by_type: { CONSTRUCTOR: [], EXTERNAL: [], L1_HANDLER: [] },
      abi: '[]',
    } as const;
    const sent = broadcastDeclaration(declaration, contractClass);
    expect(sent.contract_class).toBe(contractClass);
    expect(sent).not.toHaveProperty('class_hash');
    expect(sent.signature).toEqual(['0x1', '0x2']);
  });
});
