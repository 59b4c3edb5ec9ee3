import { sepolia } from '../chain/networks';
import type { Param, Schema } from './catalogue';
import { mismatch } from './mismatch';

/** How a parameter is entered. */
export type Field = 'text' | 'choice' | 'json';

/** What stands in the fields of a form, by parameter name; an empty text is not sent. */
export type Entered = { readonly [name: string]: string };

export type Filled =
  | { readonly params: Record<string, unknown> | undefined }
  | { readonly faults: { readonly [name: string]: string } };

const scalar = ['string', 'number', 'integer', 'boolean', 'null'];

const typesOf = (schema: Schema): readonly string[] =>
  typeof schema.type === 'string'
    ? [schema.type]
    : (schema.type ?? (schema.anyOf ?? schema.oneOf ?? []).flatMap(typesOf));

/** What a person can choose from, where a schema lists it; other spellings of the same stand beside. */
const listedIn = (schema: Schema): readonly unknown[] | undefined =>
  schema.enum ?? schema.anyOf?.find((part) => part.enum)?.enum;

export function fieldOf(schema: Schema): Field {
  const types = typesOf(schema);
  if (listedIn(schema) || (types.length === 1 && types[0] === 'boolean')) return 'choice';
  return types.length > 0 && types.every((type) => scalar.includes(type)) ? 'text' : 'json';
}

/** The texts that a person can choose from. */
export const choicesOf = (schema: Schema): readonly string[] =>
  (listedIn(schema) ?? [true, false]).map((choice) => textOf(choice));

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2);

/** A parameter's first example, as text for its field. */
export const exampleOf = ({ examples = [] }: Schema): string | null =>
  examples.length > 0 ? textOf(examples[0]) : null;

export const defaultOf = (schema: Schema): string | null =>
  schema.default === undefined ? null : textOf(schema.default);

const accountParams = ['address', 'userAddress', 'senderAddress', 'signerAddress'];

/** True for parameters that name the caller's own account. */
const isAccountParam = (name: string): boolean => accountParams.includes(name);
/** True for any parameter that takes an address. */
export const isAddressParam = (name: string): boolean => /address$/iu.test(name);

/**
 * A sample to start from: what is required, with the account in use where an account is asked, and
 * the last transaction where one is.
 */
export function sampleOf(
  params: readonly Param[],
  account: string | null,
  lastHash: string | null = null,
): Entered {
  const entries = params
    .filter(({ required }) => required)
    .map(({ name, schema }): [string, string] => {
      const example = exampleOf(schema);
      // An address without an example is the account's own, too, whatever its parameter is called.
      const isOwn = isAccountParam(name) || (isAddressParam(name) && example === null);
      if (account && isOwn) return [name, account];
      if (lastHash && name === 'transactionHash') return [name, lastHash];
      const choices = fieldOf(schema) === 'choice' ? choicesOf(schema) : [];
      // A sample starts on the test network, whatever order the networks come in.
      const firstChoice = choices.find((choice) => choice === sepolia) ?? choices[0];
      return [name, example ?? defaultOf(schema) ?? firstChoice ?? ''];
    });
  return Object.fromEntries(entries);
}

/** Turns what was entered into the params of the request, or says what is wrong with which. */
export function fillParams(params: readonly Param[], entered: Entered): Filled {
  const values: Record<string, unknown> = {};
  const faults: Record<string, string> = {};
  for (const { name, required, schema } of params) {
    const text = entered[name] ?? '';
    if (text.trim() === '') {
      if (required) faults[name] = `${name} is required.`;
      continue;
    }
    const read = readField(text, schema, name);
    if ('fault' in read) faults[name] = read.fault;
    else values[name] = read.value;
  }
  if (Object.keys(faults).length > 0) return { faults };
  return { params: params.length === 0 ? undefined : values };
}

type Read = { readonly value: unknown } | { readonly fault: string };

function readField(text: string, schema: Schema, name: string): Read {
  const read =
    fieldOf(schema) === 'json' ? readJson(text, name) : { value: readScalar(text, schema) };
  if ('fault' in read) return read;
  const fault = mismatch(read.value, schema, name);
  return fault === null ? read : { fault };
}

/** Reads the texts of a field as the type that its schema asks for, and else leaves them alone. */
function readScalar(text: string, schema: Schema): unknown {
  const listed = listedIn(schema)?.find((choice) => textOf(choice) === text);
  if (listed !== undefined) return listed;
  const types = typesOf(schema);
  const plain = text.trim();
  if (types.includes('boolean') && /^(true|false)$/u.test(plain)) return plain === 'true';
  const numeric = types.includes('integer') || types.includes('number');
  // One that JavaScript cannot hold stays the text that it is, where a text is taken as well.
  const isExact = !types.includes('string') || Number.isSafeInteger(Number(plain));
  if (numeric && isExact && /^-?\d+(\.\d+)?$/u.test(plain)) return Number(plain);
  if (types.includes('null') && plain === 'null') return null;
  return types.includes('string') ? plain : text;
}

function readJson(text: string, name: string): Read {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { fault: `${name} is not JSON: ${why}` };
  }
}
