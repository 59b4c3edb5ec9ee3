import { describe, expect, it } from '@jest/globals';
import openrpc from '../../openrpc.json';
import specification from './spec.json';

type Wanted = {
  type: string | string[];
  required: boolean | null;
  default?: unknown;
  enum?: unknown[];
};
type Schema = { type?: string | string[]; enum?: unknown[]; anyOf?: Schema[]; default?: unknown };
type Param = { name: string; required: boolean; schema: Schema };

const wanted: Record<string, Record<string, Wanted>> = specification.methods;
const methods: { name: string; params: Param[] }[] = openrpc.methods;
const offered = new Map(methods.map(({ name, params }) => [name, params]));

/** Methods of the specification that are still to come. Take a name out when its method lands. */
const pending: readonly string[] = [
  'xnet_addErc20Token',
  'xnet_declareContract',
  'xnet_displayPrivateKey',
  'xnet_recoverAccounts',
  'xnet_signDeclareTransaction',
  'xnet_signMessage',
  'xnet_signTransaction',
  'xnet_verifySignedMessage',
];

/** Params that the table does not have, each with the reason for which it is taken. */
const accepted: Record<string, Record<string, string>> = {
  xnet_signDeclareTransaction: { senderAddress: 'the request example names the sender so' },
  xnet_signTransaction: { senderAddress: 'the request example names the sender so' },
};

/** True when a value of the JSON type passes the type keywords of a schema. */
function admits(schema: Schema, type: string): boolean {
  if (type === 'any') return Object.keys(schema).every((key) => key === 'description');
  if (schema.anyOf) return schema.anyOf.some((part) => admits(part, type));
  const spoken = schema.enum?.map((value) =>
    typeof value === 'number' ? 'integer' : typeof value,
  );
  const types = schema.type === undefined ? (spoken ?? [type]) : [schema.type].flat();
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}

describe('the specification against openrpc.json', () => {
  it('has 18 methods, each either offered or named as pending', () => {
    expect(Object.keys(wanted)).toHaveLength(18);
    const missing = Object.keys(wanted).filter((name) => !offered.has(name));
    expect([...pending].sort()).toEqual(missing.sort());
  });

  const present = Object.entries(wanted).filter(([name]) => offered.has(name));

  it.each(present)('gives %s the params of the table and no others', (name, params) => {
    const extra = Object.keys(accepted[name] ?? {});
    const names = (offered.get(name) ?? []).map((param) => param.name);
    expect(names.sort()).toEqual([...Object.keys(params), ...extra].sort());
  });

  it.each(present)('gives the params of %s their types, defaults and choices', (name, params) => {
    for (const { name: param, required, schema } of offered.get(name) ?? []) {
      const row = params[param];
      if (!row) continue; // An accepted one, which is checked above.
      const told = { param, required, default: schema.default, enum: schema.enum };
      expect(told).toEqual({
        param,
        required: row.required ?? required,
        default: row.default,
        // Two chain ids exist; the table does not list them beside each method.
        enum: param === 'chainId' ? schema.enum : row.enum,
      });
      for (const type of [row.type].flat())
        expect({ param, type, admitted: admits(schema, type) }).toEqual({
          param,
          type,
          admitted: true,
        });
    }
  });

  it('lists the two networks of the specification wherever a chain id is taken', () => {
    const networks = ['0x534e5f4d41494e', '0x534e5f5345504f4c4941'];
    const params = [...offered.values()].flat().filter(({ name }) => name === 'chainId');
    expect(params.length).toBeGreaterThan(0);
    for (const { schema } of params) expect(schema.enum).toEqual(networks);
  });
});
