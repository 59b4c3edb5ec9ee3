import { describe, expect, it } from '@jest/globals';
import { sessionMessage } from '../../../test/messages/sessionMessage';
import { example, type Parts } from '../../../test/messages/typedDataExample';
import { selectorOf } from '../selector';
import { parseTypedData } from './parse';
import { parseSession } from './session';

const read = (parts: Parts) => parseSession(parseTypedData(parts));
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

describe('parseSession', () => {
  it('reads the key, the end and every permitted entry point', () => {
    expect(read(sessionMessage())).toEqual({
      key: '0x1234567890abcdef1234567890abcdef',
      expires: '1800003600',
      methods: ['buy', 'sell'].map((entrypoint) => ({
        contract: market,
        entrypoint,
        selector: selectorOf(entrypoint),
      })),
    });
  });

  it('reads sessions of revision 0', () => {
    expect(read(oldSession())).toEqual({
      key: '0x77',
      expires: '1900000000',
      methods: [{ contract: market, entrypoint: 'go', selector: selectorOf('go') }],
    });
  });

  it('knows one by its domain alone, and by its shape alone', () => {
    const named = example(1);
    named.domain.name = 'SessionAccount.session';
    expect(read(named)).toEqual({ key: null, expires: null, methods: null });
    const renamed = sessionMessage();
    renamed.domain.name = 'Login';
    expect(read(renamed)?.methods).toHaveLength(2);
  });

  it('knows one inside of another message', () => {
    const parts = sessionMessage();
    parts.types.Order = [{ name: 'inner', type: 'Session' }];
    parts.primaryType = 'Order';
    parts.message = { inner: parts.message };
    parts.domain.name = 'Shop';
    expect(read(parts)?.methods).toHaveLength(2);
  });

  it('reads no permissions where their root alone is signed, or one of them is something else', () => {
    const rooted = oldSession();
    delete rooted.types.Policy;
    rooted.types.Session = ['key', 'expires', 'root'].map((name) => ({ name, type: 'felt' }));
    rooted.message.root = '0x55';
    expect(read(rooted)).toMatchObject({ key: '0x77', methods: null });
    const other = sessionMessage();
    other.types['Allowed Method'] = [{ name: 'Contract Address', type: 'ContractAddress' }];
    other.message['Allowed Methods'] = [{ 'Contract Address': market }];
    expect(read(other)?.methods).toBeNull();
  });

  it('gives no name to a selector that is signed as a number', () => {
    const parts = sessionMessage({
      methods: [{ 'Contract Address': market, selector: selectorOf('frobnicate') }],
    });
    expect(read(parts)?.methods).toEqual([
      { contract: market, entrypoint: null, selector: selectorOf('frobnicate') },
    ]);
  });

  it.each([0, 1] as const)('leaves ordinary messages alone (revision %i)', (revision) => {
    const parts = example(revision);
    expect(read(parts)).toBeUndefined();
    parts.types.Leg = ['key', 'expires'].map((name) => ({ name, type: 'felt' }));
    parts.message.leg = { key: 1, expires: 2 };
    expect(read(parts)).toBeUndefined();
  });
});
