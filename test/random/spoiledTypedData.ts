import { domainTypes, type Json, type Parts } from '../messages/typedDataExample';

/** One case per row of the table; the path names what is rejected. */
export const spoiled: Record<string, (parts: Parts, domain: string) => string> = {
  'a field of the message that is in no type': ({ message }) => {
    message.note = 'You will RECEIVE 100 ETH';
    return 'message.note';
  },
  'a nested field that is in no type': ({ message }) => {
    message.leg = { to: 7, note: 1 };
    return 'message.leg.note';
  },
  'a field of the domain that is in no type': ({ domain }) => {
    domain.salt = '1';
    return 'domain.salt';
  },
  'a part beside the four': (parts) => {
    Object.assign(parts, { note: 'x' });
    return 'note';
  },
  'a missing field': ({ message }) => {
    delete message.amount;
    return 'message.amount';
  },
  'a field without a value': ({ message }) => {
    message.amount = null;
    return 'message.amount';
  },
  'both kinds of domain': ({ types }) => {
    types.StarkNetDomain = domainTypes[0];
    types.StarknetDomain = domainTypes[1];
    return 'types';
  },
  'no domain': ({ types }, domain) => {
    delete types[domain];
    return 'types';
  },
  'a basic name that is defined again': ({ types }) => {
    types.felt = [{ name: 'x', type: 'bool' }];
    return 'types.felt';
  },
  'a domain type without a chain': ({ types, domain }, name) => {
    types[name] = (types[name] as Json[]).filter((member) => member.name !== 'chainId');
    delete domain.chainId;
    return `types.${name}`;
  },
  'a domain type without a version': ({ types, domain }, name) => {
    types[name] = (types[name] as Json[]).filter((member) => member.name !== 'version');
    delete domain.version;
    return `types.${name}`;
  },
  'a domain type with two chains': ({ types, domain }, name) => {
    types[name] = [...(types[name] as Json[]), { name: 'chain_id', type: 'felt' }];
    domain.chain_id = 'SN_MAIN';
    return `types.${name}`;
  },
  'a domain type with a structure in it': ({ types, domain }, name) => {
    types[name] = [...(types[name] as Json[]), { name: 'salt', type: 'Leg' }];
    domain.salt = { to: 1 };
    return `types.${name}`;
  },
  'a domain whose fields have other types': ({ types }, name) => {
    types[name] = (types[name] as Json[]).map((member) => ({ ...member, type: 'bool' }));
    return `types.${name}`;
  },
  'another revision than that of the domain': ({ domain }) => {
    domain.revision = 2;
    return 'domain.revision';
  },
  'a type that nobody defined': ({ types }) => {
    types.Leg = [{ name: 'to', type: 'notAType' }];
    return 'types.Leg.0.type';
  },
  'a name that every object has': ({ types }) => {
    types.Leg = [{ name: 'to', type: 'toString' }];
    return 'types.Leg.0.type';
  },
  'the domain as the message': (parts, domain) => {
    parts.primaryType = domain;
    return 'primaryType';
  },
  'the domain inside of the message': ({ types }, domain) => {
    types.Leg = [{ name: 'to', type: domain }];
    return 'types.Leg.0.type';
  },
  'a primary type from the prototype': (parts) => {
    parts.primaryType = 'constructor';
    return 'primaryType';
  },
  'a primary type that is no text': (parts) => {
    parts.primaryType = ['Order'];
    return 'primaryType';
  },
  'a type that contains itself': ({ types }) => {
    types.Leg = [{ name: 'to', type: 'Leg' }];
    return 'types.Leg.0.type';
  },
  'a type that contains an array of itself': ({ types }) => {
    types.Leg = [{ name: 'to', type: 'Order*' }];
    return 'types.Leg.0.type';
  },
  'an array of arrays of structures': ({ types }) => {
    types.Order = [{ name: 'leg', type: 'Leg**' }];
    return 'types.Order.0.type';
  },
  'a type named like a prototype': ({ types }) => {
    Object.assign(types, { valueOf: [] });
    return 'types.valueOf';
  },
  'a type without a name': ({ types }) => {
    types[''] = [];
    return 'types.';
  },
  'a member without a name': ({ types }) => {
    types.Leg = [{ name: '', type: 'felt' }];
    return 'types.Leg.0.name';
  },
  'a member named like a prototype': ({ types }) => {
    types.Leg = [{ name: '__proto__', type: 'felt' }];
    return 'types.Leg.0.name';
  },
  'two members of one name': ({ types }) => {
    types.Leg = ['felt', 'bool'].map((type) => ({ name: 'to', type }));
    return 'types.Leg';
  },
  'a member that says more than name and type': ({ types }) => {
    types.Leg = [{ name: 'to', type: 'felt', note: 1 }];
    return 'types.Leg.0.note';
  },
  'a basic type that contains something': ({ types }) => {
    types.Leg = [{ name: 'to', type: 'felt', contains: 'Order' }];
    return 'types.Leg.0.contains';
  },
  'a type in parentheses outside of an enum': ({ types }) => {
    types.Leg = [{ name: 'to', type: '(felt)' }];
    return 'types.Leg.0.type';
  },
  'a Merkle tree of nothing in particular': ({ types }) => {
    types.Leg = [{ name: 'to', type: 'merkletree' }];
    return 'types.Leg.0.contains';
  },
  'a Merkle tree of arrays': ({ types }) => {
    types.Leg = [{ name: 'to', type: 'merkletree', contains: 'felt*' }];
    return 'types.Leg.0.type';
  },
  'an array of Merkle trees': ({ types }) => {
    types.Leg = [{ name: 'to', type: 'merkletree*' }];
    return 'types.Leg.0.type';
  },
  'a Merkle tree without leaves': ({ types, message }) => {
    types.Leg = [{ name: 'to', type: 'merkletree', contains: 'felt' }];
    message.leg = { to: [] };
    return 'message.leg.to';
  },
  'too many types': ({ types }) => {
    for (let i = 0; i < 64; i++) types[`T${i}`] = [];
    return 'types.T61';
  },
  'an object in the place of an array': ({ types, message }) => {
    types.Leg = [{ name: 'to', type: 'felt*' }];
    message.leg = { to: { length: 1, 0: 1 } };
    return 'message.leg.to';
  },
  'an array in the place of an object': ({ message }) => {
    message.leg = [7];
    return 'message.leg';
  },
};

const poisons: unknown[] = [
  null,
  true,
  -1,
  1.5,
  '',
  ' ',
  '0x',
  '65',
  'A',
  [],
  {},
  'felt',
  'enum',
  'merkletree',
  '()',
  'u256',
  'felt*',
  '__proto__',
  'StarknetDomain',
  { low: 1, high: 2 },
  ['felt'],
  1e21,
];
/** Replaces, removes or adds something at one random place. */
export const spoilAnywhere = (value: unknown, choose: (max: number) => number): void => {
  const places: { holder: Record<string, unknown>; key: string }[] = [];
  const collect = (holder: unknown): void => {
    if (typeof holder !== 'object' || holder === null) return;
    for (const key of Object.keys(holder)) {
      places.push({ holder: holder as Record<string, unknown>, key });
      collect((holder as Record<string, unknown>)[key]);
    }
  };
  collect(value);
  const place = places[choose(places.length - 1)];
  if (!place) return;
  // A copy: one that was put into itself would have no end.
  const poison = structuredClone(poisons[choose(poisons.length - 1)]);
  const { holder, key } = place;
  const how = choose(3);
  if (how === 0) delete holder[key];
  else if (how === 1) holder[`${key}2`] = poison;
  else holder[key] = poison;
};
