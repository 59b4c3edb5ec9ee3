import { describe, expect, it } from '@jest/globals';
import { type AnyStruct, parse } from '@xnet/clients/schema/field';
import Ajv from 'ajv';
import fc from 'fast-check';
import { allMethods } from '../../src/rpc/allMethods';
import { ownName } from '../../src/rpc/names';
import { findNetwork } from '../../src/schema/primitives';
import { openrpc } from './generated';
import { createSample, type Schema } from './samples';

const isObjectText = (text: string): boolean => {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
};

/** A third-party validator, which knows only the document and not the module. */
const reader = new Ajv({ logger: false });
// The only keyword that plain JSON Schema validators do not check.
reader.removeKeyword('contentMediaType').addKeyword('contentMediaType', {
  validate: (_type: string, text: unknown) => typeof text !== 'string' || isObjectText(text),
});

type Param = { name: string; required: boolean; schema: Schema };
const methods = openrpc.methods.map(({ name, params }) => {
  const method = allMethods[ownName(name)];
  if (!method) throw new Error(`${name} is not defined.`);
  const listed: readonly Param[] = params;
  const schema: Schema = {
    type: 'object',
    properties: Object.fromEntries(listed.map((param) => [param.name, param.schema])),
    required: listed.filter(({ required }) => required).map((param) => param.name),
    additionalProperties: false,
  };
  /** True if a struct accepts a value; known networks are checked after it. */
  const takes = (value: unknown, struct: AnyStruct, isChain: boolean): boolean => {
    try {
      const read = parse(value, struct, 'invalidParams');
      return !isChain || method.chainIdIsSubject === true || findNetwork(read) !== undefined;
    } catch {
      return false;
    }
  };
  return { name, method, schema, takes };
});
const documented = (schema: Schema) =>
  reader.compile({ ...schema, components: openrpc.components });

/** Samples accepted and rejected, over all methods. */
const counted = { taken: 0, refused: 0 };
const agree = (isTaken: boolean, isDocumented: boolean): boolean => {
  counted[isTaken ? 'taken' : 'refused'] += 1;
  return isTaken === isDocumented;
};
const sum = (): number => counted.taken + counted.refused;

describe('openrpc.json and validation', () => {
  it.each(methods)('agrees on the params of $name', ({ schema, method, takes }) => {
    const before = sum();
    const structs = method.params.schema as Record<string, AnyStruct>;
    for (const [param, part] of Object.entries(schema.properties ?? {})) {
      const isDocumented = documented(part);
      const struct = structs[param] as AnyStruct;
      fc.assert(
        fc.property(createSample(part), (value) =>
          agree(takes(value, struct, param === 'chainId'), isDocumented(value) === true),
        ),
        { numRuns: 150 },
      );
    }
    const isDocumented = documented(schema);
    fc.assert(
      fc.property(createSample(schema), (params) => {
        // By position, empty params are the same as no params by name.
        fc.pre(!Array.isArray(params));
        const { chainId } = { ...(params as { chainId?: unknown } | null) };
        const isTaken =
          takes(params, method.params, false) &&
          (chainId === undefined || takes(chainId, structs.chainId as AnyStruct, true));
        return agree(isTaken, isDocumented(params) === true);
      }),
      { numRuns: 60 },
    );
    expect(sum() - before).toBeGreaterThan(50);
  });

  it('covers more than ten thousand samples, thousands of either kind', () => {
    expect(sum()).toBeGreaterThan(10_000);
    expect(counted.taken).toBeGreaterThan(3_000);
    expect(counted.refused).toBeGreaterThan(3_000);
  });

  const call = { contractAddress: '0x1', entrypoint: 'transfer', calldata: ['0x1'] };
  it.each<[string, string, unknown, boolean]>([
    ['xnet_createAccount', 'addressIndex', -1, false],
    ['xnet_createAccount', 'addressIndex', 2 ** 31, false],
    ['xnet_executeTxn', 'calls', [{ ...call, entrypoint: 'a b' }], false],
    ['xnet_executeTxn', 'calls', [{ ...call, calldata: ['abc'] }], false],
    ['xnet_executeTxn', 'calls', call, true],
    ['xnet_executeTxn', 'details', [], false],
    ['xnet_executeTxn', 'details', { nonce: 5 }, true],
    ['xnet_executeTxn', 'details', { nonce: 2 ** 53 }, false],
    ['xnet_executeTxn', 'details', { resourceBounds: {} }, false],
    [
      'xnet_executeTxn',
      'details',
      { blockIdentifier: { block_hash: `0x${'0'.repeat(64)}1` } },
      false,
    ],
    [
      'xnet_executeTxn',
      'details',
      { blockIdentifier: { block_hash: `0x${'0'.repeat(63)}1` } },
      true,
    ],
    ['xnet_executeTxn', 'chainId', 'SN_SEPOLIA', true],
    ['xnet_executeTxn', 'chainId', '0x1', false],
    ['xnet_executeTxn', 'address', `0x${'ab'.repeat(20)}`, false],
    ['xnet_estimateFee', 'invocations', { type: 'INVOKE', payload: [call] }, true],
    ['xnet_estimateFee', 'invocations', { type: 'MAGIC', payload: [call] }, false],
    ['xnet_addErc20Token', 'tokenDecimals', '18', true],
    ['xnet_addErc20Token', 'tokenDecimals', '37', false],
    ['xnet_addErc20Token', 'tokenName', '正直 Ether', true],
    ['xnet_addErc20Token', 'tokenName', 'Eth\x00er', false],
    ['xnet_addErc20Token', 'tokenDecimals', '0x12', true],
    ['xnet_addErc20Token', 'tokenDecimals', '0X24', true],
    ['xnet_addErc20Token', 'tokenDecimals', '0x25', false],
    ['xnet_addErc20Token', 'tokenDecimals', '0x', false],
    ['xnet_executeTxn', 'details', { version: '0x2' }, true],
    ['xnet_executeTxn', 'details', { version: 0 }, true],
    ['xnet_executeTxn', 'details', { version: '0x4' }, false],
  ])('agrees about %s, %s: %j', (name, param, value, isTaken) => {
    const found = methods.find((method) => method.name === name);
    const structs = found?.method.params.schema as Record<string, AnyStruct>;
    const struct = structs[param] as AnyStruct;
    expect(found?.takes(value, struct, param === 'chainId')).toBe(isTaken);
    expect(documented(found?.schema.properties?.[param] ?? {})(value)).toBe(isTaken);
  });
});
