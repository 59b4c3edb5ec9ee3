import { describe, expect, it } from '@jest/globals';
import { ModuleError } from '@xnet/clients/errors';
import { example, type Parts, refusal } from '../../../test/messages/typedDataExample';
import { hiddenCharacters, hiddenIn, hostileTexts } from '../../../test/random/hostileTexts';
import { RIGHT_TO_LEFT } from '../../schema/primitives';
import { typedDataFacts } from './leaves';
import { parseTypedData } from './parse';

type Place = { readonly in: readonly (0 | 1)[]; put(parts: Parts, name: string): void };

/** Every place of typed data that a site fills with a name of its own. */
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

const cases = Object.entries(places).flatMap(([place, one]) =>
  one.in.map((revision) => ({ ...one, place, revision })),
);
const spoilt = ({ revision, put }: (typeof cases)[number], text: string): Parts => {
  const parts = example(revision);
  put(parts, text);
  return parts;
};

/** All texts that a dialog could be made of; none where the message is refused. */
function shown(parts: Parts): string[] {
  try {
    const { message, ...rest } = parseTypedData(parts);
    const facts = typedDataFacts({ message, ...rest });
    return [message.type, ...facts.flatMap(({ path, type, value }) => [...path, type, value])];
  } catch (error) {
    if (error instanceof ModuleError && error.kind === 'invalidParams') return [];
    throw error;
  }
}

describe.each(cases)('$place of typed data (revision $revision)', (one) => {
  it('takes letters of any script that are written from left to right', () => {
    // Values are ASCII alone.
    const isValue = /domain|text/u.test(one.place);
    for (const name of isValue ? ['order'] : ['order', 'größe', '価格', 'цена'])
      expect(() => parseTypedData(spoilt(one, name))).not.toThrow();
  });

  it.each(['amount\u05d0', '\u0627mount', 'a\ufe8et', 'a\u{1ee01}t', 'a\u07c0', 'a\u{10a00}t'])(
    'refuses a letter that is written from right to left: %s',
    (name) => {
      expect(refusal(spoilt(one, name)).kind).toBe('invalidParams');
    },
  );

  it('refuses each of two hundred hidden characters', () => {
    expect(hiddenCharacters.length).toBeGreaterThan(200);
    for (const { character } of hiddenCharacters)
      for (const name of [`a${character}b`, `${character}a`, `a${character}`, character])
        expect([name, shown(spoilt(one, name))]).toEqual([name, []]);
  });

  it('shows nothing of five hundred hostile texts that hides or turns round', () => {
    for (const text of hostileTexts) {
      const parts = spoilt(one, text);
      for (const each of shown(parts)) {
        expect([text, hiddenIn(each)]).toEqual([text, []]);
        expect(each.search(RIGHT_TO_LEFT)).toBe(-1);
      }
    }
  });
});
