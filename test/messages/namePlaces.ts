import { ModuleError } from '@xnet/clients/errors';
import { typedDataFacts } from '../../src/starknet/typedData/leaves';
import { parseTypedData } from '../../src/starknet/typedData/parse';
import { example, type Parts } from './typedDataExample';

type Place = { readonly in: readonly (0 | 1)[]; put(parts: Parts, name: string): void };

/** Every place in typed data where a site chooses a name. */
const places: Readonly<Record<string, Place>> = {
  'a type': {
    in: [0, 1],
    put({ types, message }, name) {
      types.Leg = [{ name: 'to', type: name }];
      types[name] = [{ name: 'x', type: 'felt' }];
      message.leg = { to: { x: 1 } };
    },
  },
  'the primary type': {
    in: [0, 1],
    put(parts, name) {
      const { Order, ...types } = parts.types;
      parts.types = { ...types, [name]: Order };
      parts.primaryType = name;
    },
  },
  'a field': {
    in: [0, 1],
    put({ types, message }, name) {
      types.Leg = [{ name, type: 'felt' }];
      message.leg = { [name]: 1 };
    },
  },
  'a leaf of a tree': {
    in: [0, 1],
    put({ types, message }, name) {
      types.Leg = [{ name: 'to', type: 'merkletree', contains: name }];
      types[name] = [{ name: 'x', type: 'felt' }];
      message.leg = { to: [{ x: 1 }] };
    },
  },
  'a variant': {
    in: [1],
    put({ types, message }, name) {
      types.Leg = [{ name: 'to', type: 'enum', contains: 'Choice' }];
      types.Choice = [{ name, type: '(u128)' }];
      message.leg = { to: { [name]: [1] } };
    },
  },
  'the name in the domain': {
    in: [0, 1],
    put: ({ domain }, text) => Object.assign(domain, { name: text }),
  },
  'the version in the domain': {
    in: [0, 1],
    put: ({ domain }, text) => Object.assign(domain, { version: text }),
  },
  'a text': {
    in: [0, 1],
    put({ types, message }, text) {
      types.Leg = [{ name: 'to', type: 'string' }];
      message.leg = { to: text };
    },
  },
};

/** Each place, in each revision that has it. */
export const namePlaces = Object.entries(places).flatMap(([place, one]) =>
  one.in.map((revision) => ({ ...one, place, revision })),
);
export const spoilt = ({ revision, put }: (typeof namePlaces)[number], text: string): Parts => {
  const parts = example(revision);
  put(parts, text);
  return parts;
};

/** All texts that a dialog could contain; none if the message is rejected. */
export function getShown(parts: Parts): string[] {
  try {
    const { message, ...rest } = parseTypedData(parts);
    const facts = typedDataFacts({ message, ...rest });
    return [message.type, ...facts.flatMap(({ path, type, value }) => [...path, type, value])];
  } catch (error) {
    if (error instanceof ModuleError && error.kind === 'invalidParams') return [];
    throw error;
  }
}
