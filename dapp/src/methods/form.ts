import { sepolia } from '../chain/networks';
import { say, type TextRef } from '../texts';
import { getMessage } from '../wallet/failure';
import type { Param, Schema } from './catalogue';
import { mismatch } from './mismatch';

/** How a parameter is entered. */
export type Field = 'text' | 'choice' | 'json';

/** Texts of a form's fields by parameter name; empty ones are not sent. */
export type Entered = { readonly [name: string]: string };

export type Filled =
  | { readonly params: Record<string, unknown> | undefined }
  | { readonly faults: { readonly [name: string]: TextRef } };

const scalar = ['string', 'number', 'integer', 'boolean', 'null'];

const typesOf = (schema: Schema): readonly string[] => {
  if (typeof schema.type === 'string') return [schema.type];
  return schema.type ?? (schema.anyOf ?? schema.oneOf ?? []).flatMap(typesOf);
};

/** The values that a schema enumerates; alternatives may allow other spellings of them. */
const listedIn = (schema: Schema): readonly unknown[] | undefined =>
  schema.enum ?? schema.anyOf?.find((part) => part.enum)?.enum;

export function createField(schema: Schema): Field {
  const types = typesOf(schema);
  if (listedIn(schema) || (types.length === 1 && types[0] === 'boolean')) return 'choice';
  if (types.length > 0 && types.every((type) => scalar.includes(type))) return 'text';
  return 'json';
}

/** The texts to choose from. */
export const listChoices = (schema: Schema): readonly string[] =>
  (listedIn(schema) ?? [true, false]).map((choice) => textOf(choice));

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  return JSON.stringify(value, null, 2);
};

/** The first example of a parameter, as text. */
export const getExample = ({ examples = [] }: Schema): string | null => {
  if (examples.length > 0) return textOf(examples[0]);
  return null;
};

export const getDefault = (schema: Schema): string | null => {
  if (schema.default === undefined) return null;
  return textOf(schema.default);
};

const accountParams = ['address', 'userAddress', 'senderAddress', 'signerAddress'];

/** True for parameters that identify the caller's own account. */
const isAccountParam = (name: string): boolean => accountParams.includes(name);
/** True for any parameter that takes an address. */
export const isAddressParam = (name: string): boolean => /address$/iu.test(name);

/**
 * A sample of the required params, with the current account and the latest transaction where the
 * method expects them.
 */
export function createSample(
  params: readonly Param[],
  account: string | null,
  lastHash: string | null = null,
): Entered {
  const entries = params
    .filter(({ required }) => required)
    .map(({ name, schema }): [string, string] => {
      const example = getExample(schema);
      // Any address parameter without an example also gets the account's address.
      const isOwn = isAccountParam(name) || (isAddressParam(name) && example === null);
      if (account && isOwn) return [name, account];
      if (lastHash && name === 'transactionHash') return [name, lastHash];
      const choices = createField(schema) === 'choice' ? listChoices(schema) : [];
      // Samples use the test network, whatever the order of the networks.
      const firstChoice = choices.find((choice) => choice === sepolia) ?? choices[0];
      return [name, example ?? getDefault(schema) ?? firstChoice ?? ''];
    });
  return Object.fromEntries(entries);
}

/** Converts the entered texts to the request's params, or returns an error per parameter. */
export function fillParams(params: readonly Param[], entered: Entered): Filled {
  const values: Record<string, unknown> = {};
  const faults: Record<string, TextRef> = {};
  for (const { name, required, schema } of params) {
    const text = entered[name] ?? '';
    if (text.trim() === '') {
      if (required) faults[name] = say('methods.fault.required', { name });
      continue;
    }
    const read = readField(text, schema, name);
    if ('fault' in read) faults[name] = read.fault;
    else values[name] = read.value;
  }
  if (Object.keys(faults).length > 0) return { faults };
  return { params: params.length === 0 ? undefined : values };
}

type Read = { readonly value: unknown } | { readonly fault: TextRef };

function readField(text: string, schema: Schema, name: string): Read {
  const read =
    createField(schema) === 'json' ? readJson(text, name) : { value: readScalar(text, schema) };
  if ('fault' in read) return read;
  const fault = mismatch(read.value, schema, name);
  if (fault === null) return read;
  return { fault };
}

/** Converts a field's text to the type in its schema, if possible. */
function readScalar(text: string, schema: Schema): unknown {
  const listed = listedIn(schema)?.find((choice) => textOf(choice) === text);
  if (listed !== undefined) return listed;
  const types = typesOf(schema);
  const plain = text.trim();
  if (types.includes('boolean') && /^(true|false)$/u.test(plain)) return plain === 'true';
  const numeric = types.includes('integer') || types.includes('number');
  // Numbers that JavaScript cannot represent exactly remain text, if text is accepted.
  const isExact = !types.includes('string') || Number.isSafeInteger(Number(plain));
  if (numeric && isExact && /^-?\d+(\.\d+)?$/u.test(plain)) return Number(plain);
  if (types.includes('null') && plain === 'null') return null;
  if (types.includes('string')) return plain;
  return text;
}

function readJson(text: string, name: string): Read {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    const reason = getMessage(error);
    return { fault: say('methods.fault.notJson', { name, why: reason }) };
  }
}
