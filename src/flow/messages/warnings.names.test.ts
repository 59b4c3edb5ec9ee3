import { expect, it } from '@jest/globals';
import { sessionMessage } from '../../../test/messages/sessionMessage';
import { message, type Parts } from '../../../test/messages/typedDataExample';
import { createAddressBook } from '../../../test/review/subject';
import { storedAccounts } from '../../../test/wallet/storedAccounts';
import { mainnet } from '../../networks/mainnet';
import type { StoredAccount } from '../../schema/account';
import { chainIds } from '../../schema/primitives';
import { parseTypedData } from '../../starknet/typedData/parse';
import { messageWarnings } from './warnings';

// The examples are for Mainnet.
const USDC = mainnet.tokens.USDC.address;
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
const someone = ['felt', '0x5'] as const;
const market = `0x4${'8'.repeat(62)}`;

it.each(['spender', 'Operator', 'grantee', 'delegate'])(
  'warns of a permit that names its %s',
  (name) => {
    expect(rulesOf(message(1, { [name]: someone, amount: ['felt', 5] }))).toEqual(['permit']);
  },
);

it.each([
  'value',
  'amount',
  'amounts',
  'Allowance',
  'allowed',
  'approved',
  'permitted',
  'permitted_',
])('warns of a permit that calls what it grants %s', (name) => {
  const granted = (felt: string) => message(1, { spender: someone, [name]: ['felt', felt] });
  expect(rulesOf(granted('5'))).toEqual(['permit']);
  expect(rulesOf(granted(`0x${'f'.repeat(62)}`))).toEqual(['permitUnlimited']);
});

it.each<[string, string | undefined, bigint, string]>([
  ['any token above all that could exist', undefined, 2n ** 112n, 'permitUnlimited'],
  ['a listed token above all that there is', USDC, 10n ** 18n, 'permitUnlimited'],
  ['an ordinary amount of a listed token', USDC, 5n * 10n ** 9n, 'permit'],
  ['as much of a token that is not listed', undefined, 10n ** 18n, 'permit'],
])('compares a permit with the supply of its token: %s', (_, token, amount, rule) => {
  const parts = { spender: someone, amount: ['u128', String(amount)] } as const;
  const named = token === undefined ? parts : { ...parts, token: ['felt', token] as const };
  expect(rulesOf(message(1, named))).toEqual([rule]);
});

it.each([
  'deadline',
  'Expiry',
  'expires',
  'expires_at',
  'expiration',
  'Expiration Time',
  'expiryTime',
  'validUntil',
  'valid_to',
  'validBefore',
  'End Time',
  'end',
])('warns of a late end called %s', (name) => {
  const late = NOW + 366 * 86_400;
  expect(rulesOf(message(1, { [name]: ['timestamp', late] }))).toEqual(['expiresLate']);
});

it.each([
  ...['to', 'contract', 'Contract Address', 'target', 'contract_to'].map((to) => [to, 'selector']),
  ...['entry_point', 'method'].map((name) => ['to', name]),
])('warns of a call with contract %s and function %s', (to = '', name = '') => {
  const call = { [to]: someone, [name]: ['selector', 'go'], calldata: ['felt*', [1]] } as const;
  expect(rulesOf(message(1, call))).toEqual(['calls']);
});

it.each(['domain', 'URI', 'url', 'Origin', 'website', 'host'])(
  'warns of a login elsewhere that names its site as %s',
  (name) => {
    const login = message(1, { [name]: ['string', 'https://bank.example'] }, 'Login');
    expect(rulesOf(login)).toEqual(['loginElsewhere']);
  },
);

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

it('warns of a session that gives only the root of its permissions', () => {
  const rooted = { key: someone, expires: ['timestamp', NOW + 60], root: someone } as const;
  expect(rulesOf(message(1, rooted))).toEqual(['sessionUnread']);
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

it('reports each of several permits with its own spender', () => {
  const parts = message(1, { spender: someone, amount: ['felt', 5] }, 'Permit');
  const unlimited = { spender: market, amount: `0x${'f'.repeat(62)}` };
  parts.types.Both = ['a', 'b'].map((name) => ({ name, type: 'Permit' }));
  const both = { ...parts, primaryType: 'Both', message: { a: parts.message, b: unlimited } };
  const told = warningsOf(both).map((warning) => [warning.rule, JSON.stringify(warning)]);
  expect(told).toEqual([
    ['permitUnlimited', expect.stringContaining('0x 0488 8888')],
    ['permit', expect.stringContaining('0x 0000 0000')],
  ]);
});

const call = { to: someone, selector: ['selector', 'go'], calldata: ['felt*', [1]] } as const;

it('ignores calldata for a contract without a function', () => {
  const { selector: _, ...rest } = call;
  expect(rulesOf(message(1, rest))).toEqual([]);
});

it('lists calls by the place where they stand', () => {
  const parts = message(1, call, 'Go');
  expect(JSON.stringify(warningsOf(parts))).toContain('Go');
  const deep = { ...parts, primaryType: 'Outer', message: { inner: parts.message } };
  deep.types.Outer = [{ name: 'inner', type: 'Go' }];
  expect(JSON.stringify(warningsOf(deep))).toContain('"inner"');
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

it('recognizes a login by the name of its domain', () => {
  const parts = message(1, { url: ['string', 'https://bank.example'] });
  expect(rulesOf(parts)).toEqual([]);
  const domain = { ...parts.domain, name: 'Shop sign-in' };
  expect(rulesOf({ ...parts, domain })).toEqual(['loginElsewhere']);
});

it.each(['Shop', 'shop', 'My shop', 'shop.example'])('accepts a login for %s', (host) => {
  expect(rulesOf(message(1, { host: ['string', host] }, 'Login'))).toEqual([]);
});

it('accepts a login with a picture of another site', () => {
  const login = message(1, { avatar: ['string', 'https://pictures.example/1.png'] }, 'Login');
  expect(rulesOf(login)).toEqual([]);
});
