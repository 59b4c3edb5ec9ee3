import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sessionMessage } from '../../../test/messages/sessionMessage';
import { example, type Parts } from '../../../test/messages/typedDataExample';
import { ADDRESS_BOUND } from '../../schema/primitives';
import { getSelector } from '../selector';
import { parseTypedData } from './parse';
import { parseSessions } from './session';

const read = (parts: Parts) => parseSessions(parseTypedData(parts));
const hex = (number: number) => `0x${number.toString(16)}`;
const market = `0x04${'8'.repeat(62)}`;

/** A session of revision 0, as the first session plugins signed it. */
const oldSession = (): Parts => ({
  ...example(0),
  types: {
    StarkNetDomain: example(0).types.StarkNetDomain,
    Policy: [
      { name: 'contractAddress', type: 'felt' },
      { name: 'selector', type: 'selector' },
    ],
    Session: [
      { name: 'key', type: 'felt' },
      { name: 'expires', type: 'felt' },
      { name: 'root', type: 'merkletree', contains: 'Policy' },
    ],
  },
  primaryType: 'Session',
  message: {
    key: '0x77',
    expires: 1_900_000_000,
    root: [{ contractAddress: market, selector: 'go' }],
  },
});

describe('parseSessions', () => {
  it('reads the key, the end and every permitted entry point', () => {
    expect(read(sessionMessage())).toEqual([
      {
        path: ['message', 'Allowed Methods'],
        key: '0x1234567890abcdef1234567890abcdef',
        expires: hex(1_800_003_600),
        methods: ['buy', 'sell'].map((entrypoint) => ({
          contract: market,
          entrypoint,
          selector: getSelector(entrypoint),
        })),
      },
    ]);
  });

  it('reads sessions of revision 0', () => {
    expect(read(oldSession())).toEqual([
      {
        path: ['message', 'root'],
        key: '0x77',
        expires: hex(1_900_000_000),
        methods: [{ contract: market, entrypoint: 'go', selector: getSelector('go') }],
      },
    ]);
  });

  it('recognizes a session by its domain alone, and by its shape alone', () => {
    const named = example(1);
    named.domain.name = 'SessionAccount.session';
    expect(read(named)).toEqual([{ path: ['message'], key: null, expires: null, methods: null }]);
    const renamed = sessionMessage();
    renamed.domain.name = 'Login';
    expect(read(renamed)[0]?.methods).toHaveLength(2);
  });

  it('recognizes a session inside another message', () => {
    const parts = sessionMessage();
    parts.types.Order = [{ name: 'inner', type: 'Session' }];
    parts.primaryType = 'Order';
    parts.message = { inner: parts.message };
    parts.domain.name = 'Shop';
    expect(read(parts)[0]?.methods).toHaveLength(2);
  });

  // @promise T14.2
  it('recognizes each of several sessions in one message', () => {
    const parts = sessionMessage();
    parts.types.Order = ['one', 'other'].map((name) => ({ name, type: 'Session' }));
    parts.primaryType = 'Order';
    const other = { ...parts.message, 'Session Key': '0x99' };
    parts.message = { one: parts.message, other };
    expect(read(parts).map(({ key }) => key)).toEqual([
      '0x1234567890abcdef1234567890abcdef',
      '0x99',
    ]);
  });

  it('reads no permissions if their root alone is signed, or one of them is something else', () => {
    const rooted = oldSession();
    delete rooted.types.Policy;
    rooted.types.Session = ['key', 'expires', 'root'].map((name) => ({ name, type: 'felt' }));
    rooted.message.root = '0x55';
    expect(read(rooted)).toEqual([]);
    const other = sessionMessage();
    other.types['Allowed Method'] = [{ name: 'Contract Address', type: 'ContractAddress' }];
    other.message['Allowed Methods'] = [{ 'Contract Address': market }];
    expect(read(other)[0]?.methods).toBeNull();
    const nowhere = oldSession();
    nowhere.message.root = [{ contractAddress: ADDRESS_BOUND.toString(), selector: 'go' }];
    expect(read(nowhere)).toEqual([]);
    nowhere.types.Policy = [{ name: 'selector', type: 'selector' }];
    nowhere.message.root = [{ selector: 'go' }];
    expect(read(nowhere)).toEqual([]);
  });

  it('reads the last time anywhere in the message as the end, by whatever name and type', () => {
    const endOf = (type: string, value: unknown, name = 'Execute Before') => {
      const parts = sessionMessage();
      const session = parts.types.Session as { name: string; type: string }[];
      session[0] = { name: 'terms', type: 'Terms' };
      parts.types.Terms = [{ name, type }];
      const { 'Expires At': _end, ...rest } = parts.message;
      parts.message = { ...rest, terms: { [name]: value } };
      return read(parts)[0]?.expires;
    };
    const end = 2_000_000_000;
    for (const name of ['Execute Before', 'seconds', 'not_after', 'ends_at', 'until', 'x'])
      for (const type of ['timestamp', 'u128', 'i128', 'felt'])
        expect([name, type, endOf(type, end, name)]).toEqual([name, type, hex(end)]);
    expect(endOf('felt', end * 1000)).toBe(hex(end));
    expect(endOf('string', '2033-05-18T03:33:20.000Z')).toBe(hex(end));
    expect(endOf('felt', end * 1_000_000)).toBe(hex(end));
    const newYear = hex(Date.parse('2033-01-01') / 1000);
    for (const zone of ['', 'T00:00', ' 00:00:00', 'T00:00:00.000Z', 'T02:00+0200', ' 00:00 UTC'])
      for (const type of ['string', 'felt', 'shortstring'])
        expect([zone, type, endOf(type, `2033-01-01${zone}`)]).toEqual([zone, type, newYear]);
    for (const text of [
      '2033-13-01',
      '2033-01/01',
      '2033-01-01 at night',
      '2033-01-01T',
      '2033-01',
    ])
      expect([text, endOf('string', text)]).toEqual([text, null]);
    expect(endOf('felt', '0xffffffffffffffff')).toBe('0xffffffffffffffff');
    expect(endOf('timestamp', 60)).toBe(hex(60));
    expect(endOf('felt', 60)).toBeNull();
    expect(endOf('string', 'tomorrow')).toBeNull();
  });

  it('reads words beside addresses as functions only beside a key', () => {
    const listed = (key: string): Parts => ({
      ...example(0),
      types: {
        StarkNetDomain: example(0).types.StarkNetDomain,
        Allow: [
          { name: 'x', type: 'felt' },
          { name: 'list', type: 'Row*' },
        ],
        Row: ['a', 'b'].map((name) => ({ name, type: 'felt' })),
      },
      primaryType: 'Allow',
      message: { x: key, list: [{ a: market, b: 'move' }] },
    });
    expect(read(listed(market))[0]?.methods).toMatchObject([{ entrypoint: 'move' }]);
    expect(read(listed('0x7'))).toEqual([]);
    const symbols = listed(market);
    symbols.message.list = [{ a: market, b: 'STRK' }];
    expect(read(symbols)).toEqual([]);
  });

  it('reads well-known functions by their words, whatever stands beside the list', () => {
    const beside = fc.uniqueArray(
      fc.constantFrom<[name: string, type: string, value: unknown]>(
        ['account', 'ContractAddress', hex(0xabc)],
        ['pubkey', 'felt', `0x3${'7'.repeat(62)}`],
        ['guardian', 'felt', `0x2${'9'.repeat(62)}`],
        ['nonce', 'felt', 5],
        ['note', 'string', 'Play without asking'],
        ['until', 'timestamp', 1_900_000_000],
      ),
      { selector: ([name]) => name },
    );
    const wordTypes = fc.constantFrom('felt', 'shortstring', 'string');
    const functions = fc.constantFrom('transfer', 'approve', 'withdraw');
    fc.assert(
      fc.property(beside, wordTypes, functions, (fields, type, entrypoint) => {
        const parts = example(1);
        parts.types = {
          StarknetDomain: parts.types.StarknetDomain,
          Allow: [...fields.map(([name, type]) => ({ name, type })), { name: 'may', type: 'May*' }],
          May: [
            { name: 'fn', type },
            { name: 'on', type: 'ContractAddress' },
          ],
        };
        parts.primaryType = 'Allow';
        parts.message = {
          ...Object.fromEntries(fields.map(([name, , value]) => [name, value])),
          may: [{ on: market, fn: entrypoint }],
        };
        const [session] = read(parts);
        expect(session?.methods).toMatchObject([{ contract: market, entrypoint }]);
      }),
    );
  });

  it('gives no name to a selector that is signed as a number', () => {
    const parts = sessionMessage({
      methods: [{ 'Contract Address': market, selector: getSelector('frobnicate') }],
    });
    expect(read(parts)[0]?.methods).toEqual([
      { contract: market, entrypoint: null, selector: getSelector('frobnicate') },
    ]);
  });

  it.each([0, 1] as const)('leaves ordinary messages alone (revision %i)', (revision) => {
    const parts = example(revision);
    expect(read(parts)).toEqual([]);
    for (const names of [
      ['key', 'expires'],
      ['key', 'root'],
      ['expires', 'root'],
    ]) {
      parts.types.Leg = names.map((name) => ({ name, type: 'felt' }));
      parts.message.leg = Object.fromEntries(names.map((name) => [name, 1]));
      expect(read(parts)).toEqual([]);
    }
  });
});
