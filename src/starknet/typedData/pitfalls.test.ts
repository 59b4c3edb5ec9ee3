import { describe, expect, it } from '@jest/globals';
import { type TypedData as OracleData, typedData as oracle } from 'starknet';
import {
  domainNames,
  domainTypes,
  example,
  type Json,
  type Parts,
  refusal,
  withType,
} from '../../../test/messages/typedDataExample';
import { getSelector } from '../selector';
import { typedDataHash } from './hash';
import { typedDataFacts } from './leaves';
import { parseTypedData, typedDataChainId } from './parse';

type Revision = 0 | 1;
/** A message with a trap in it, and the path at which it is refused; or what is shown of it. */
type Vector =
  | { readonly parts: Parts; readonly refusedAt: string; readonly because?: RegExp }
  | { readonly parts: Parts; readonly shows: readonly string[] };
type Row = Readonly<Record<Revision, Vector>>;

const spoilt = (revision: Revision, spoil: (parts: Parts) => void): Parts => {
  const parts = example(revision);
  spoil(parts);
  return parts;
};
/** The same trap in both revisions. */
const both = (spoil: (parts: Parts, revision: Revision) => string, because?: RegExp): Row => {
  const vector = (revision: Revision): Vector => {
    const parts = example(revision);
    return { refusedAt: spoil(parts, revision), parts, ...(because && { because }) };
  };
  return { 0: vector(0), 1: vector(1) };
};
const refused = (revision: Revision, type: string, value: unknown, refusedAt: string): Vector => ({
  parts: withType(revision, type, value),
  refusedAt,
});
const shown = (revision: Revision, type: string, value: unknown, shows: string[]): Vector => ({
  parts: withType(revision, type, value),
  shows,
});
const LEG = 'message.leg.to';
const LEG_TYPE = 'types.Leg.0.type';

const choice = (value: Json): Parts =>
  spoilt(1, (parts) => {
    parts.types.Leg = [{ name: 'to', type: 'enum', contains: 'Choice' }];
    parts.types.Choice = [
      { name: 'sell', type: '(u128)' },
      { name: 'buy', type: '(u128)' },
    ];
    parts.message.leg = { to: value };
  });
const without = (member: string) =>
  both(({ types, domain }, revision) => {
    const name = domainNames[revision];
    types[name] = (types[name] as Json[]).filter((each) => each.name !== member);
    delete domain[member];
    return `types.${name}`;
  });
const unsigned = (revision: Revision): Vector => ({
  parts: spoilt(revision, ({ types }) => {
    types.Receive = [{ name: 'amount', type: 'felt' }];
  }),
  shows: ['leg.to number 7'],
});
/** Types that no library reads as a felt in revision 0. */
const unknownIn0 = (type: string, value: unknown): Vector => refused(0, type, value, LEG_TYPE);

/** In the text that is hashed, such a name reads like other types or members beside it. */
const separated = (name: string) =>
  both(({ types }) => {
    types[name] = types.Leg;
    delete types.Leg;
    types.Order = [
      { name: 'amount', type: 'felt' },
      { name: 'leg', type: name },
    ];
    return `types.${name}`;
  }, /holds none of/u);

const rows: Readonly<Record<string, Row>> = {
  'a type with a comma in its name': separated('Leg,to'),
  'a type with a colon in its name': separated('Leg:felt'),
  'a type with a bracket in its name': separated('Leg(to'),
  'an extra field of the message': both(({ message }) => {
    message.note = 'You will RECEIVE 100 ETH';
    return 'message.note';
  }),
  'an extra field of a nested struct': both(({ message }) => {
    Object.assign(message.leg as Json, { note: 'You will RECEIVE 100 ETH' });
    return 'message.leg.note';
  }),
  'an extra field of the domain': both(({ domain }) => {
    domain.note = 'You will RECEIVE 100 ETH';
    return 'domain.note';
  }),
  // It changes nothing of what is signed, and nothing of it is shown.
  'a dangling type': {
    0: unsigned(0),
    1: unsigned(1),
  },
  'both kinds of domain': both(({ types }) => {
    types.StarkNetDomain = domainTypes[0];
    types.StarknetDomain = domainTypes[1];
    return 'types';
  }),
  'a basic type that is defined again': both(({ types }) => {
    types.felt = [{ name: 'x', type: 'bool' }];
    types.Leg = [{ name: 'to', type: 'felt' }];
    return 'types.felt';
  }, /belongs to a type of the standard/u),
  'a preset that is defined again': {
    // Revision 0 has no presets: what is called so is an ordinary struct, and is shown as one.
    0: {
      parts: spoilt(0, ({ types, message }) => {
        types.u256 = ['low', 'high'].map((name) => ({ name, type: 'felt' }));
        types.Leg = [{ name: 'to', type: 'u256' }];
        message.leg = { to: { low: 5, high: 1 } };
      }),
      shows: ['leg.to.low number 5', 'leg.to.high number 1'],
    },
    1: {
      parts: spoilt(1, ({ types, message }) => {
        types.u256 = ['high', 'low'].map((name) => ({ name, type: 'u128' }));
        types.Leg = [{ name: 'to', type: 'u256' }];
        message.leg = { to: { low: 5, high: 1 } };
      }),
      refusedAt: 'types.u256',
    },
  },
  'a domain without a chain': without('chainId'),
  'a domain without a version': without('version'),
  'two variants of an enum': {
    0: {
      parts: spoilt(0, ({ types }) => {
        types.Leg = [{ name: 'to', type: 'enum', contains: 'Order' }];
      }),
      refusedAt: 'types.Leg.0.contains',
    },
    1: { parts: choice({ sell: [1], buy: [1_000] }), refusedAt: LEG },
  },
  'a variant with more than it holds': {
    0: unknownIn0('(felt)', { x: [1, 2] }),
    1: { parts: choice({ sell: [1, 1_000] }), refusedAt: `${LEG}.sell` },
  },
  'a variant that does not exist': {
    0: unknownIn0('enum', { lend: [1] }),
    1: { parts: choice({ lend: [1] }), refusedAt: `${LEG}.lend` },
  },
  'a selector as a number that has a well-known name': {
    0: shown(0, 'selector', getSelector('approve'), ['leg.to selector approve']),
    1: shown(1, 'selector', getSelector('approve'), ['leg.to selector approve']),
  },
  'a selector as a number without a name': {
    0: shown(0, 'selector', '0x1234', ['leg.to selector 0x1234 unreadableSelector']),
    1: shown(1, 'selector', '0x1234', ['leg.to selector 0x1234 unreadableSelector']),
  },
  'a type that nobody defined': {
    0: unknownIn0('notAType', 1),
    1: refused(1, 'notAType', 1, LEG_TYPE),
  },
  'a preset as a single number': {
    0: unknownIn0('u256', '0x10'),
    1: refused(1, 'u256', '0x10', LEG),
  },
  'a short text that is a number too': {
    0: shown(0, 'string', 'A', ['leg.to text A 0x41']),
    1: shown(1, 'shortstring', 'A', ['leg.to text A 0x41']),
  },
  'a number that is a short text too': {
    0: shown(0, 'felt', '65', ['leg.to number 65 0x41 also A']),
    1: shown(1, 'shortstring', '65', ['leg.to number 65 0x41 also A']),
  },
  'the domain as the message': both((parts, revision) => {
    parts.primaryType = domainNames[revision];
    parts.message = parts.domain;
    return 'primaryType';
  }),
  'a type that contains itself': both(({ types }) => {
    types.Leg = [{ name: 'to', type: 'Leg' }];
    return LEG_TYPE;
  }),
  'a primary type of every object': both((parts) => {
    parts.primaryType = 'constructor';
    return 'primaryType';
  }),
  'the address 0': {
    0: shown(0, 'ContractAddress', 0, [`leg.to address 0x${'0'.repeat(64)} 0x0 zeroAddress`]),
    1: shown(1, 'ContractAddress', 0, [`leg.to address 0x${'0'.repeat(64)} 0x0 zeroAddress`]),
  },
  'an address that no contract can have': {
    0: refused(0, 'ContractAddress', `0x7${'f'.repeat(60)}00`, LEG),
    1: refused(1, 'ContractAddress', `0x7${'f'.repeat(60)}00`, LEG),
  },
};

/** What is shown of the leg: path, kind, value, raw felt where it differs, doubts. */
const shownOf = (parts: Parts): string[] =>
  typedDataFacts(parseTypedData(parts))
    .filter(({ path }) => path[1] === 'leg')
    .map(({ path, as, value, raw, alsoReads, warning }) =>
      [
        path.slice(1).join('.'),
        as,
        value,
        ...(as === 'text' || as === 'address' || alsoReads !== undefined ? [raw] : []),
        ...(alsoReads === undefined ? [] : [`also ${alsoReads}`]),
        ...(warning === undefined ? [] : [warning]),
      ].join(' '),
    );

describe('each pitfall of typed data, in both revisions', () => {
  for (const [row, vectors] of Object.entries(rows))
    for (const revision of [0, 1] as const) {
      const vector = vectors[revision];
      // @promise T13.1 T20.1
      it(`shows or refuses ${row} (revision ${revision})`, () => {
        if ('refusedAt' in vector) {
          const { refusedAt: path, parts, because = /./u } = vector;
          expect(() => parseTypedData(parts)).toThrow(because);
          return expect(refusal(parts)).toEqual({ kind: 'invalidParams', path });
        }
        expect(shownOf(vector.parts)).toEqual(vector.shows);
        const expected = oracle.getMessageHash(vector.parts as unknown as OracleData, '0x5'); // not as its types have it
        const hash = typedDataHash(parseTypedData(vector.parts), '0x5');
        return expect(BigInt(hash)).toBe(BigInt(expected));
      });
    }

  for (const revision of [0, 1] as const)
    it.each(['SN_MAIN', '0x534e5f4d41494e', '0x0534E5F4D41494E', '23448594291968334'])(
      `reads the chain as a felt, however it is spelt: %s (revision ${revision})`,
      (chainId) => {
        const parts = spoilt(revision, ({ domain }) => {
          domain.chainId = chainId;
        });
        expect(typedDataChainId(parseTypedData(parts))).toBe('0x534e5f4d41494e');
      },
    );
});
