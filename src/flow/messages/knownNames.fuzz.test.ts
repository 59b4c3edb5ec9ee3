import { describe, expect, it } from '@jest/globals';
import { layerOf } from '../../../test/messages/layers';
import { ordinary } from '../../../test/messages/ordinary';
import { listMembers, type Names, renameParts } from '../../../test/messages/renamed';
import { structural } from '../../../test/messages/structural';
import type { Parts } from '../../../test/messages/typedDataExample';

const all: [string, Parts][] = [
  ...structural.map(([name, { parts }]): [string, Parts] => [name, parts]),
  ...Object.entries(ordinary),
];
const members = all.flatMap(([, parts]) => listMembers(parts));
/** Every name that any message has, and those of what is harmless. */
const knownTypeNames = new Set([
  ...members.map(([type]) => type),
  ...[
    'Login',
    'Vote',
    'Permit',
    'Session',
    'Delegation',
    'Message',
    'u256',
    'Uint256',
    'timestamp',
  ],
]);
const knownNames = new Set([
  ...members.flatMap(([, names]) => names),
  ...['nonce', 'salt', 'statement', 'uri', 'note', 'version', 'low', 'high', '0', '1'],
]);

describe('readGrant', () => {
  // @promise T13.3
  it.each(all)('tells no less of %s with any known name for any part', (_, parts) => {
    const layer = layerOf(parts);
    const tellsLess = (typeOf: Names['typeOf'], memberOf: Names['memberOf']) =>
      layerAfter(renameParts(parts, { typeOf, memberOf })) < layer;
    const lowered = listMembers(parts).flatMap(([type, names]) => [
      ...[...knownTypeNames].filter(
        (name) =>
          !(name in parts.types) &&
          tellsLess(
            (one) => (one === type ? name : one),
            (_type, member) => member,
          ),
      ),
      ...names.flatMap((member) =>
        [...knownNames].filter(
          (name) =>
            !names.includes(name) &&
            tellsLess(
              (one) => one,
              (one, other) => (one === type && other === member ? name : other),
            ),
        ),
      ),
    ]);
    expect(lowered).toEqual([]);
  });
});

/** A name that the standard keeps for itself is refused, so nothing is signed. */
function layerAfter(parts: Parts): number {
  try {
    return layerOf(parts);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
