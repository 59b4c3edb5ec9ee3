import { expect, it } from '@jest/globals';
import { sessionMessage } from '../../../test/messages/sessionMessage';
import { message, type Parts } from '../../../test/messages/typedDataExample';
import { createAddressBook } from '../../../test/review/subject';
import { storedAccounts } from '../../../test/wallet/storedAccounts';
import type { StoredAccount } from '../../schema/account';
import { chainIds } from '../../schema/primitives';
import { parseTypedData } from '../../starknet/typedData/parse';
import { messageWarnings } from './warnings';

const NOW = 1_800_000_000;
const [stored] = storedAccounts(chainIds.sepolia, 1) as [StoredAccount]; // one was asked for
const account: StoredAccount = { ...stored, deployment: 'deployed' };
const network = { name: 'Testnet (Sepolia)', chainId: chainIds.sepolia };
const context = { origin: 'https://shop.example', method: 'xnet_signMessage', network };
const warningsOf = (parts: Parts) =>
  messageWarnings({
    context,
    account,
    typedData: parseTypedData(parts),
    addresses: createAddressBook(),
    now: NOW,
  });
const rulesOf = (parts: Parts) => warningsOf(parts).map(({ rule }) => rule);
const market = `0x4${'8'.repeat(62)}`;

it.each(['Login', 'Sign In', 'SIWS', 'siwe', 'Authentication', 'Authenticate'])(
  'recognizes a login by its type %s',
  (type) => {
    const login = message(1, { url: ['string', 'https://bank.example'] }, type);
    expect(rulesOf(login)).toEqual(['loginElsewhere']);
  },
);

it.each(['Sign in to the shop', 'please log-in', 'LOGIN now', 'by SIWS', 'by siwe'])(
  'recognizes a login by its text: %s',
  (statement) => {
    const fields = { url: ['string', 'https://bank.example'], statement: ['string', statement] };
    expect(rulesOf(message(1, fields as never))).toEqual(['loginElsewhere']);
  },
);

it('warns of a session that hides the account itself among others', () => {
  const methods = [market, account.address, market].map((contract) => ({
    'Contract Address': contract,
    selector: 'go',
  }));
  expect(rulesOf(sessionMessage({ methods }))).toEqual(['sessionAccount', 'session']);
});

// @promise T14.2
it('counts each of several sessions and reports each danger once', () => {
  const parts = sessionMessage();
  const opening = (contract: string) => ({
    ...parts.message,
    'Allowed Methods': [{ 'Contract Address': contract, selector: 'go' }],
  });
  parts.types.Both = ['a', 'b', 'c'].map((name) => ({ name, type: 'Session' }));
  const own = opening(account.address);
  const both = { ...parts, primaryType: 'Both', message: { a: opening(market), b: own, c: own } };
  expect(rulesOf(both)).toEqual(['sessionAccount', 'session']);
});

const call = {
  to: ['felt', market],
  selector: ['selector', 'go'],
  calldata: ['felt*', [1]],
} as const;

it('ignores calldata for a contract without a function', () => {
  const { selector: _, ...rest } = call;
  expect(rulesOf(message(1, rest))).toEqual([]);
});

it('lists calls by their place', () => {
  const parts = message(1, call, 'Go');
  expect(JSON.stringify(warningsOf(parts))).toContain('"selector"');
  const deep = { ...parts, primaryType: 'Outer', message: { inner: parts.message } };
  deep.types.Outer = [{ name: 'inner', type: 'Go' }];
  expect(JSON.stringify(warningsOf(deep))).toContain('inner › selector');
});

it('warns of a login that holds calls', () => {
  expect(rulesOf(message(1, call, 'Login'))).toEqual(['loginWithMore', 'calls']);
});

it('warns of a login elsewhere after a field that names no site', () => {
  const fields = { website: ['string', 'My shop'], uri: ['string', 'https://bank.example'] };
  expect(rulesOf(message(1, fields as never, 'Login'))).toEqual(['loginElsewhere']);
});

it.each(['0', '1'] as const)(
  'warns of a login elsewhere named in a felt (revision %s)',
  (revision) => {
    const type = revision === '0' ? 'felt' : 'shortstring';
    const login = message(Number(revision) as 0 | 1, { domain: [type, 'bank.example'] }, 'Login');
    expect(rulesOf(login)).toEqual(['loginElsewhere']);
  },
);

it('warns of a login elsewhere that is named by the number of its text', () => {
  const number = `0x${Buffer.from('bank.example').toString('hex')}`;
  expect(rulesOf(message(0, { x: ['felt', number] }, 'Login'))).toEqual(['loginElsewhere']);
});

it('recognizes a login by the name of its domain', () => {
  const parts = message(1, { url: ['string', 'https://bank.example'] });
  expect(rulesOf(parts)).toEqual([]);
  const domain = { ...parts.domain, name: 'Shop sign-in' };
  expect(rulesOf({ ...parts, domain })).toEqual(['loginElsewhere']);
});

it.each(['Shop', 'shop', 'My shop', 'shop.example'])('accepts a login for %s', (host) => {
  expect(rulesOf(message(1, { host: ['string', host] }, 'Login'))).toEqual([]);
});

it('warns of a login that names another site anywhere, by whatever name', () => {
  for (const name of ['domain', 'URI', 'avatar', 'x']) {
    const login = message(1, { [name]: ['string', 'https://bank.example/1.png'] }, 'Login');
    expect(rulesOf(login)).toEqual(['loginElsewhere']);
  }
});

it('warns of a message that makes a key whatever its fields are called, unless it is there once', () => {
  const rules = (name: string, type: string, value: unknown) =>
    rulesOf(message(1, { action: ['shortstring', 'STARK Key'], [name]: [type, value] }));
  for (const name of ['nonce', 'salt', 'expiry', 'date', 'issued_at', 'x']) {
    expect(rules(name, 'felt', 1)).toEqual(['secret']);
    expect(rules(name, 'timestamp', NOW)).toEqual([]);
    expect(rules(name, 'felt', '0x8c1f0a779bde4411')).toEqual([]);
    expect(rules(name, 'string', '8c1f0a77')).toEqual([]);
  }
});
