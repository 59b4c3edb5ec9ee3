import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createSignIn } from '../../../connect/src/signIn';
import { typed } from '../../../test/messages/typed';
import { createAddressBook } from '../../../test/review/subject';
import { english } from '../../../test/wallet/openDialogs';
import { storedAccounts } from '../../../test/wallet/storedAccounts';
import type { StoredAccount } from '../../schema/account';
import { chainIds, networks } from '../../schema/primitives';
import { parseTypedData } from '../../starknet/typedData/parse';
import { createSay } from '../../ui/text/words';
import { dateText } from '../transactions/timeWords';
import { describeMessage } from './message';

const [account] = storedAccounts(chainIds.sepolia, 1) as [StoredAccount]; // one was asked for
const sepolia = networks[1] as (typeof networks)[number];
const signIn = createSignIn(
  { address: account.address, chainId: chainIds.sepolia },
  { statement: 'Let me in.', nonce: 'abcd1234', uri: 'https://shop.example' },
);

const { nonce: _nonce, ...withoutNonce } = signIn.message;

const describeAs = (typedData: unknown, origin = 'https://shop.example') =>
  describeMessage({
    context: { origin, method: 'xnet_signMessage', network: sepolia },
    account,
    typedData: parseTypedData(typedData),
    addresses: createAddressBook(),
    now: 1_800_000_000,
  });
const valuesOf = (typedData: unknown) =>
  describeAs(typedData).sections[0]?.facts.map((fact) => ('value' in fact ? fact.value : fact));
const titleOf = async (typedData: unknown) =>
  createSay(await english())(describeAs(typedData).title);
const warningsOf = (typedData: unknown, origin?: string) =>
  describeAs(typedData, origin).warnings.map(({ rule }) => rule);

describe('a sign-in of SNIP-86', () => {
  it('shows the site of a sign-in, the user’s statement, and its end', async () => {
    const { warnings } = describeAs(signIn);
    expect(await titleOf(signIn)).toBe('Sign in to shop.example');
    expect(valuesOf(signIn)).toEqual([
      'https://shop.example',
      { say: 'message.quoted', with: { text: 'Let me in.' } },
      dateText(Date.parse(signIn.message.expirationTime) / 1000),
    ]);
    expect(warnings.filter(({ severity }) => severity !== 'info')).toEqual([]);
  });

  it('keeps the end of a long host in the title, which names its owner', async () => {
    const uri = `https://bank.example.${'a'.repeat(40)}.evil.example/login`;
    const title = await titleOf({ ...signIn, message: { ...signIn.message, uri } });
    expect(title).toMatch(/^Sign in to …a+\.evil\.example$/u);
    expect(title).not.toContain('+');
  });

  // @promise T13.4
  it.each([
    'https:/bank.example/login',
    'https:bank.example',
    'https:\\\\bank.example',
    'https://bank.example/a path',
    '//bank.example',
    'app://bank.example',
    'ipfs://bank.example/login',
  ])('warns of the page %j of another site', (uri) => {
    const message = { ...signIn.message, uri };
    expect(warningsOf({ ...signIn, message })).toContain('loginElsewhere');
  });

  it('says that a sign-in is valid for a hundred years, once and however the date is spelt', () => {
    const late = new Date('2126-11-25T10:00:00Z');
    for (const expirationTime of [
      late.toISOString(),
      late.toUTCString(),
      late.toString(),
      'November 25, 2126',
      '+275760-09-13T00:00:00Z',
    ]) {
      const rules = warningsOf({ ...signIn, message: { ...signIn.message, expirationTime } });
      expect(rules.filter((rule) => rule === 'expiresLate')).toEqual(['expiresLate']);
    }
  });

  it('warns if the domain names another site than the one that asks', () => {
    const domain = { ...signIn.domain, name: 'bank.example' };
    expect(warningsOf({ ...signIn, domain })).toContain('loginElsewhere');
    expect(warningsOf({ ...signIn, domain: { ...domain, name: 'shop.example' } })).not.toContain(
      'loginElsewhere',
    );
  });

  // @promise T13.4
  it('warns of the domain of another site whatever a login is called', () => {
    const member = fc.stringMatching(/^x[a-z]{0,12}$/u);
    const fields = fc.uniqueArray(
      fc.tuple(
        member,
        fc.constantFrom(['ContractAddress', account.address], ['felt', 7], ['string', 'Hi']),
      ),
      { minLength: 1, selector: ([name]) => name },
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z][a-z]{2,12}$/u), fields, (type, all) => {
        const parts = typed({
          revision: 1,
          types: { [type]: all.map(([name, [of]]) => `${name}: ${of}`).join() },
          message: Object.fromEntries(all.map(([name, [, value]]) => [name, value])),
          domain: { name: 'bank.example' },
        });
        expect(warningsOf(parts)).toContain('loginElsewhere');
        expect(warningsOf(parts, 'https://app.bank.example')).not.toContain('loginElsewhere');
        for (const name of ['Bank', 'Bank.v2', 'Wallet.session', '1.0.0'])
          expect(warningsOf({ ...parts, domain: { ...parts.domain, name } })).not.toContain(
            'loginElsewhere',
          );
      }),
      { numRuns: 25 },
    );
  });

  // @promise T13.4
  it('warns of a text in the form of logins elsewhere that names another site', () => {
    const { address } = account;
    const say = (site: string) =>
      typed({
        revision: 1,
        types: { Text: 'text: string' },
        message: {
          text: `${site} wants you to sign in with your Starknet account: ${address} URI: https://${site}/login Version: 1`,
        },
      });
    expect(warningsOf(say('bank.example'))).toContain('loginElsewhere');
    expect(warningsOf(say('shop.example'))).not.toContain('loginElsewhere');
  });

  it.each<[string, unknown]>([
    ['2027-01-15T08:10:00Z', '2027\u201101\u201115 08:10:00 UTC'],
    ['2027-01-15T08:10:00.999Z', '2027\u201101\u201115 08:10:00 UTC'],
    ...['2027-02-31T08:10:00Z', '2027-01-15T08:10:00+14:00', '1970', ''].map(
      (text): [string, unknown] => [text, { say: 'message.quoted', with: { text } }],
    ),
  ])('shows the end %j as a time only if it is one in UTC', (expirationTime, shown) => {
    const message = { ...signIn.message, expirationTime };
    expect(valuesOf({ ...signIn, message })?.[2]).toEqual(shown);
  });

  it('notes a sign-in without an end', () => {
    const { expirationTime: _end, ...message } = signIn.message;
    const types = {
      ...signIn.types,
      Message: signIn.types.Message?.filter(({ name }) => name !== 'expirationTime'),
    };
    const [section] = describeAs({ ...signIn, types, message }).sections;
    expect(JSON.stringify(section?.facts)).toContain('message.signInForever');
  });

  it('warns if another site asks, or it is of another account', () => {
    expect(warningsOf(signIn, 'https://shop-example.test')).toContain('loginElsewhere');
    const message = { ...signIn.message, address: '0x1234' };
    expect(warningsOf({ ...signIn, message })).toContain('loginOfOther');
    expect(warningsOf(signIn)).not.toContain('loginOfOther');
  });

  it.each([
    [
      'of another type',
      { primaryType: 'Login', types: { ...signIn.types, Login: signIn.types.Message } },
    ],
    [
      'with a field more',
      {
        types: {
          ...signIn.types,
          Message: [...(signIn.types.Message ?? []), { name: 'spender', type: 'string' }],
        },
        message: { ...signIn.message, spender: 'x' },
      },
    ],
    [
      'with a field less',
      {
        types: {
          ...signIn.types,
          Message: signIn.types.Message?.filter(({ name }) => name !== 'nonce'),
        },
        message: withoutNonce,
      },
    ],
  ])('describes no sign-in when it is %s', async (_what, change) => {
    expect(await titleOf({ ...signIn, ...change })).toMatch(/^Sign “/u);
  });
});
