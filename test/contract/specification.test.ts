import { describe, expect, it } from '@jest/globals';
import { ownName } from '../../src/rpc/names';
import { networks } from '../../src/schema/primitives';
import { openrpc } from './generated';
import specification from './spec.json';

type Wanted = {
  type: string | string[];
  required: boolean | null;
  default?: unknown;
  enum?: unknown[];
};
type Schema = {
  type?: string | string[];
  enum?: unknown[];
  anyOf?: Schema[];
  default?: unknown;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
};
/** A field in the specification's tables; `type` is absent if the table has none. */
type Field = { type?: string | string[]; items?: string; enum?: unknown[] };
type Fields = Record<string, Field>;
type Nested = { optional?: Fields; required?: Fields; each?: Fields };
type Result = Field & { object?: Fields; each?: Fields };
type Method = {
  name: string;
  params: Param[];
  result: { schema: Schema };
  'x-aliases': Record<string, string[] | undefined>;
};
type Param = { name: string; required: boolean; schema: Schema };

const wanted: Record<string, Record<string, Wanted>> = specification.methods;
const methods = openrpc.methods as unknown as Method[]; // reason: the document is read as JSON
const offered = new Map(methods.map(({ name, params }) => [name, params]));

/** Methods of the specification not implemented yet. Remove a name when its method lands. */
const pending: readonly string[] = [];

/** Params that the table lacks, each with the reason why they are accepted. */
const accepted: Record<string, Record<string, string>> = {
  xnet_addErc20Token: { logo: 'the token object has one, and nothing else could name it' },
  xnet_signTransaction: { abis: 'client libraries of today send them with the calls' },
  xnet_getTransactions: { cursor: 'the table has no way to reach a second page' },
};

/** Params that the table requires but that are optional here, each with the reason. */
const lenient: Record<string, Record<string, string>> = {
  xnet_addErc20Token: {
    address: 'the watch list is the same for all accounts',
    tokenName: 'the name that counts is the contract’s',
    tokenSymbol: 'the symbol that counts is the contract’s',
    chainId: 'absent it means Sepolia, as everywhere',
  },
};

/** True if a value of the JSON type passes the type keywords of a schema. */
function admits(schema: Schema, type: string): boolean {
  if (type === 'any') return Object.keys(schema).every((key) => key === 'description');
  if (schema.anyOf) return schema.anyOf.some((part) => admits(part, type));
  const spoken = schema.enum?.map((value) =>
    typeof value === 'number' ? 'integer' : typeof value,
  );
  const types = schema.type === undefined ? (spoken ?? [type]) : [schema.type].flat();
  // In the tables, number means integer.
  const numbers = ['integer', 'number'];
  return types.some((each) => each === type || (numbers.includes(each) && numbers.includes(type)));
}

describe('the specification against openrpc.json', () => {
  it('lists 18 methods, each either offered or named as pending', () => {
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

  const withParams = present.filter(([, params]) => Object.keys(params).length > 0);
  // @row methods.params
  it.each(withParams)(
    'gives the params of %s their types, defaults and choices',
    (name, params) => {
      for (const { name: param, required, schema } of offered.get(name) ?? []) {
        const row = params[param];
        if (!row) continue; // An accepted one, which is checked above.
        const excused = lenient[name]?.[param] !== undefined;
        const told = { param, required, default: schema.default, enum: schema.enum };
        expect(told).toEqual({
          param,
          required: excused ? false : (row.required ?? required),
          default: excused ? schema.default : row.default,
          // Two chain ids exist; the table does not repeat them for each method.
          enum: param === 'chainId' ? schema.enum : row.enum,
        });
        for (const type of [row.type].flat())
          expect({ param, type, admitted: admits(schema, type) }).toEqual({
            param,
            type,
            admitted: true,
          });
      }
    },
  );

  /** The part of a schema with fields: itself, one of its variants, or the items of a list. */
  const fieldsIn = (schema: Schema | undefined): Schema => {
    const forms = [schema, ...(schema?.anyOf ?? [])];
    const list = forms.find((form) => form?.items)?.items;
    return forms.find((form) => form?.properties) ?? (list ? fieldsIn(list) : {});
  };
  const expectField = (place: string, schema: Schema | undefined, field: Field) => {
    expect([place, schema !== undefined]).toEqual([place, true]);
    for (const type of [field.type ?? []].flat())
      expect({ place, type, admitted: admits(schema ?? {}, type) }).toEqual({
        place,
        type,
        admitted: true,
      });
    if (field.enum) expect([place, schema?.enum]).toEqual([place, field.enum]);
    if (field.items) expectField(`${place}[]`, schema?.items, { type: field.items });
  };

  const nested = Object.entries<Record<string, Nested>>(specification.nested);
  // @row methods.fields
  it.each(nested)('gives the objects in the params of %s the fields of the table', (name, rows) => {
    for (const [param, { optional = {}, required = {}, each = {} }] of Object.entries(rows)) {
      const found = offered.get(name)?.find((one) => one.name === param);
      const { properties = {}, required: needed = [] } = fieldsIn(found?.schema);
      for (const [field, row] of Object.entries({ ...optional, ...required, ...each }))
        expectField(`${name} ${param}.${field}`, properties[field], row);
      expect(needed.filter((field) => field in optional)).toEqual([]);
      expect(needed).toEqual(expect.arrayContaining(Object.keys(required)));
    }
  });

  const results = Object.entries<Result>(specification.results);
  it('lists a result for each of its methods', () => {
    expect(results.map(([name]) => name).sort()).toEqual(Object.keys(wanted).sort());
  });

  // @row methods.results
  it.each(results)('gives the result of %s the fields and types of the table', (name, row) => {
    const schema = methods.find((method) => method.name === name)?.result.schema;
    const { object, each } = row;
    const ownType = object ? 'object' : row.type;
    const type = each ? 'array' : ownType;
    expectField(name, schema, { ...row, ...(type && { type }) });
    const { properties = {}, required = [] } = fieldsIn(schema);
    for (const [field, fieldRow] of Object.entries(object ?? each ?? {})) {
      expectField(`${name}.${field}`, properties[field], fieldRow);
      expect([name, required]).toEqual([name, expect.arrayContaining([field])]);
    }
  });

  it('accepts the other names that the request examples use', () => {
    const named: Record<string, Record<string, string>> = specification.alsoNamed;
    for (const { name, 'x-aliases': aliases } of methods)
      for (const [param, other] of Object.entries(named[name] ?? {}))
        expect([name, aliases[param]]).toEqual([name, expect.arrayContaining([other])]);
  });

  // @row names.singular
  it('finds the method that a heading names in the singular', () => {
    expect(ownName('xnet_getTransaction')).toBe('xnet_getTransactions');
  });

  // @row networks
  it('lists the two networks of the specification wherever a chain id is taken, Sepolia by default', () => {
    const networks = ['0x534e5f4d41494e', '0x534e5f5345504f4c4941'];
    const params = [...offered.values()].flat().filter(({ name }) => name === 'chainId');
    expect(params.length).toBeGreaterThan(0);
    for (const { required, schema } of params) {
      expect(schema.anyOf?.[0]?.enum).toEqual(networks);
      expect(schema.default).toBe(required ? undefined : networks[1]);
    }
  });

  it('names the networks as the specification does', () => {
    expect(networks).toEqual([
      { name: 'Mainnet', chainId: '0x534e5f4d41494e' },
      { name: 'Testnet (Sepolia)', chainId: '0x534e5f5345504f4c4941' },
    ]);
  });
});
