import { errorKinds } from '@xnet/clients/errors';
import { networkIds } from '../../src/networks/networks';
import { gasKinds } from '../../src/schema/gas';
import { chainName } from '../../src/schema/primitives';
import { type createOpenrpc, referredKinds } from './openrpc';

type Method = ReturnType<typeof createOpenrpc>['methods'][number];
type Schema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  required?: string[];
  pattern?: string;
  description?: string;
};
/** `own`: the method whose params an older name takes. */
type Listed = Method & { ownName?: string };
/** Callers may send a BigInt where a number is written as text. */
type Side = 'sent' | 'received';

const quoted = (value: unknown): string => JSON.stringify(value).replaceAll('"', "'");
const isNumeric = ({ pattern = '' }: Schema) => pattern.includes('0x0*[0-9a-fA-F]');
const comment = (text: string | undefined): string => {
  if (text === undefined) return '';
  return `/** ${text.replaceAll('*/', '* /')} */\n`;
};

function typeOf(schema: Schema, side: Side): string {
  if (schema.enum) return schema.enum.map(quoted).join(' | ');
  if (schema.const !== undefined) return quoted(schema.const);
  if (schema.anyOf) return anyType(schema.anyOf, side);
  return [schema.type]
    .flat()
    .map((type) => oneType(type, schema, side))
    .join(' | ');
}

/** Chain ids that callers may send as CAIP-2, too. */
const caip2 = networkIds.map((id) => quoted(`starknet:${chainName(id)}`)).join(' | ');
const isChainId = ({ enum: names }: Schema): boolean => names?.includes(networkIds[0]) ?? false;

/** In a union with named texts, a pattern for other spellings would widen the type to string. */
function anyType(parts: readonly Schema[], side: Side): string {
  const [first, ...spellings] = parts;
  const isNamed = first?.enum?.every((value) => typeof value === 'string') ?? false;
  const areSpellings = spellings.every(({ type, pattern }) => type === undefined || pattern);
  const typed = side === 'sent' && isNamed && areSpellings ? parts.slice(0, 1) : parts;
  const types = new Set(typed.map((part) => typeOf(part, side)));
  if (side === 'sent' && first && isChainId(first)) types.add(caip2);
  const hasNames = [...types].some((type) => type.startsWith("'"));
  // A plain string would swallow the names beside it.
  return [...types]
    .map((type) => (hasNames && type === 'string' ? '(string & {})' : type))
    .join(' | ');
}

function oneType(type: string | undefined, schema: Schema, side: Side): string {
  switch (type) {
    case 'string':
      if (side === 'sent' && isNumeric(schema)) return 'string | bigint';
      return 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
    case 'null':
      return type;
    case 'array':
      return `readonly (${schema.items ? typeOf(schema.items, side) : 'unknown'})[]`;
    case 'object':
      return objectType(schema, side);
    default:
      return 'unknown';
  }
}

/** Typed data, or its JSON text, as the closing module took it. */
const typedDataType = 'TypedData | string';

/** Types used in several places, with the properties that identify them. */
const shapes: Readonly<Record<string, readonly string[]>> = {
  Account: ['accountName', 'deployRequired'],
  Token: ['decimals', 'symbol'],
  Network: ['name', 'chainId'],
  Call: ['contractAddress', 'entrypoint'],
  ClassToDeploy: ['classHash', 'unique'],
  ClassToDeclare: ['contract', 'casm'],
  GasBound: ['max_amount', 'max_price_per_unit'],
  GasBounds: gasKinds.map(({ kind }) => kind),
  TransactionDetails: ['blockIdentifier', 'resourceBounds'],
};
/** The text of each named type, as first encountered. */
const namedTypes = new Map<string, string>();

/** The name of such a type, or the type itself. */
function nameOf(properties: Record<string, unknown>, text: string): string {
  const name = Object.keys(shapes).find(
    (one) => shapes[one]?.every((property) => property in properties) && !('type' in properties),
  );
  if (name === undefined) return text;
  if (!namedTypes.has(name)) namedTypes.set(name, text);
  if (namedTypes.get(name) === text) return name;
  return text;
}

function objectType(schema: Schema, side: Side): string {
  const { properties, required = [], additionalProperties } = schema;
  if (!properties) {
    if (typeof additionalProperties === 'object')
      return `{ readonly [name: string]: ${typeOf(additionalProperties, side)} }`;
    // Libraries type typed data as an interface, which has no index signature.
    if (side === 'sent') return 'object';
    return '{ readonly [name: string]: unknown }';
  }
  const fields = Object.entries(properties).map(([name, part]) => {
    const type = name === 'typedDataMessage' ? typedDataType : typeOf(part, side);
    if (required.includes(name)) return `${comment(part.description)}readonly ${name}: ${type};`;
    // Undefined values are not sent, so callers need no condition for them.
    const none = side === 'sent' ? ' | undefined' : '';
    return `${comment(part.description)}readonly ${name}?: ${type}${none};`;
  });
  return nameOf(properties, `{\n${fields.join('\n')}\n}`);
}

function methodType({ name, summary, params, result, errors, ownName }: Listed): string {
  const sentSchema = {
    properties: Object.fromEntries(params.map((param) => [param.name, param.schema as Schema])),
    required: params.filter(({ required }) => required).map((param) => param.name),
  };
  const received = result.schema as Schema;
  const sentType = params.length === 0 ? 'Record<string, never>' : objectType(sentSchema, 'sent');
  return [
    `${comment(summary)}'${name}': {`,
    `params: ${ownName ? `XnetMethods['${ownName}']['params']` : sentType};`,
    `${comment(received.description)}result: ${typeOf(received, 'received')};`,
    `errors: ${referredKinds(errors).map(quoted).join(' | ')};`,
    '};',
  ].join('\n');
}

/** Older names whose result has another shape. */
const olderMethods = (methods: readonly Method[]): Listed[] =>
  methods.flatMap((method) => {
    const olderReply = method['x-older'];
    if (!olderReply) return [];
    const name = method.name.replace('xnet_', 'starkNet_');
    const result = { ...method.result, schema: olderReply.result };
    return {
      ...method,
      name,
      own: method.name,
      result,
      errors: [...method.errors, ...olderReply.errors],
    };
  });

/** The client's types of all methods, generated from the definitions like the OpenRPC document. */
export function methodTypes(methods: readonly Method[]): string {
  const all = [...methods, ...olderMethods(methods)].map(methodType).join('\n\n');
  return [
    '// Generated by `npm run docs`.',
    "import type { TypedData } from './typedData';",
    '',
    ...[...namedTypes].map(([name, text]) => `type ${name} = ${text};\n`),
    '/** Params, result and errors of every method. */',
    'export type XnetMethods = {',
    all,
    '};',
    '',
    '/** Name of a method of the module. */',
    'export type MethodName = keyof XnetMethods;',
    '',
    '/** The names of the errors of the module, as they stand in `error.data.kind`. */',
    `export type ErrorKind = ${Object.keys(errorKinds).map(quoted).join(' | ')};`,
    '',
  ].join('\n');
}
