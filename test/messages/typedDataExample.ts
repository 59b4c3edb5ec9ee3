import { expect } from '@jest/globals';
import { ModuleError } from '@xnet/clients/errors';
import { parseTypedData } from '../../src/starknet/typedData/parse';

export type Json = Record<string, unknown>;
export type Parts = {
  types: Record<string, unknown>;
  primaryType: unknown;
  domain: Json;
  message: Json;
};
type Revision = 0 | 1;

export const domainTypes = {
  0: ['name', 'version', 'chainId'].map((name) => ({ name, type: 'felt' })),
  1: ['name', 'version', 'chainId', 'revision'].map((name) => ({ name, type: 'shortstring' })),
};
export const domainNames = { 0: 'StarkNetDomain', 1: 'StarknetDomain' } as const;

/** A valid message; each case changes one thing. */
export const example = (revision: Revision): Parts => ({
  types: {
    [domainNames[revision]]: structuredClone(domainTypes[revision]),
    Order: [
      { name: 'amount', type: 'felt' },
      { name: 'leg', type: 'Leg' },
    ],
    Leg: [{ name: 'to', type: 'felt' }],
  },
  primaryType: 'Order',
  domain: {
    name: 'Shop',
    version: '1',
    chainId: 'SN_MAIN',
    ...(revision === 1 && { revision: 1 }),
  },
  message: { amount: '0x10', leg: { to: 7 } },
});
/** The example with a value of this type at message.leg.to. */
export const withType = (revision: Revision, type: string, value: unknown): Parts => {
  const parts = example(revision);
  parts.types.Leg = [{ name: 'to', type }];
  parts.message.leg = { to: value };
  return parts;
};

export const refusal = (value: unknown): { kind: string; path: string | undefined } => {
  try {
    parseTypedData(value);
  } catch (error) {
    if (!(error instanceof ModuleError)) throw error;
    return { kind: error.kind, path: error.data.path };
  }
  throw new Error('It was accepted.');
};
export const refused = (value: unknown, path: string) =>
  expect(refusal(value)).toEqual({ kind: 'invalidParams', path });

/** A message of one struct; types and values by field. */
export const message = (
  revision: 0 | 1,
  fields: Record<string, readonly [type: string, value: unknown]>,
  type = 'Order',
): Parts => {
  const parts = example(revision);
  delete parts.types.Order;
  delete parts.types.Leg;
  const entries = Object.entries(fields);
  parts.types[type] = entries.map(([name, [inner]]) => ({ name, type: inner }));
  parts.primaryType = type;
  parts.message = Object.fromEntries(entries.map(([name, [, value]]) => [name, value]));
  return parts;
};
