import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createAddressBook, party } from '../../../test/review/subject';
import { openModule } from '../../../test/wallet/openModule';
import { storedAccounts } from '../../../test/wallet/storedAccounts';
import { ADDRESS_BOUND, chainIds } from '../../schema/primitives';
import { toAddress } from '../../starknet/felt';
import { findName, findStanding, isUsedContract, loadAddressBook } from './addressBook';

const address = fc.bigInt(2n ** 240n, ADDRESS_BOUND - 1n).map(toAddress);
/** The same digits at both ends, others between. */
const twinOf = (known: string, middle: string) =>
  `${known.slice(0, 6)}${middle.slice(6, -4)}${known.slice(-4)}`;

describe('findStanding', () => {
  const [account] = createAddressBook().accounts;
  if (!account) throw new Error('The book holds accounts.');

  // @promise T11.4
  it('tells each kind of known address from its twin', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(address, { minLength: 5, maxLength: 5 }),
        address,
        ([own = '', saved = '', paid = '', used = '', other = ''], middle) => {
          const book = createAddressBook({
            accounts: [{ ...account, address: own }],
            saved: [{ address: saved, name: 'Anna' }],
            used: { recipients: [paid], contracts: [used] },
          });
          const kinds = [own, saved, paid, used, other].map((one) => findStanding(book, one).is);
          expect(kinds).toEqual(['own', 'saved', 'paid', 'contract', 'unknown']);
          for (const known of [own, saved, paid, used]) {
            const twin = twinOf(known, middle);
            fc.pre(twin !== known);
            expect(findStanding(book, twin)).toEqual({ is: 'imitation', of: known });
            // However it is spelt.
            expect(findStanding(book, `0x${BigInt(known).toString(16)}`)).toEqual(
              findStanding(book, known),
            );
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it('tells the twin of a better known address, even if it was paid or saved', () => {
    const twin = twinOf(account.address, `0x${'7'.repeat(64)}`);
    for (const more of [
      { used: { recipients: [twin], contracts: [] } },
      { used: { recipients: [], contracts: [twin] } },
      { saved: [{ address: twin, name: 'Savings' }] },
    ]) {
      const book = createAddressBook({ accounts: [account], ...more });
      expect(findStanding(book, twin)).toEqual({ is: 'imitation', of: account.address });
      expect(findName(book, twin)).toBeUndefined();
    }
  });

  it('names a listed contract, unless it is the user’s own or has a name of the user', () => {
    const { router } = party;
    expect(findStanding(createAddressBook(), router)).toEqual({ is: 'listed', name: 'AVNU' });
    const saved = [{ address: router, name: 'Swaps' }];
    expect(findName(createAddressBook({ saved }), router)).toBe('Swaps');
  });
});

describe('loadAddressBook', () => {
  const chainId = chainIds.sepolia;
  const [first, second] = storedAccounts(chainId, 2);
  if (!first || !second) throw new Error('The vectors hold accounts.');
  const friend = toAddress(`0x4${'8'.repeat(62)}`);
  const open = (accounts: readonly object[]) =>
    openModule({ stored: { plain: { accounts: { [chainId]: accounts } } } }).module;

  const bookOf = (one: { address: string }) =>
    loadAddressBook(open([one]), chainId, one.address, [one.address]);

  // A list that is kept for good, however many records came after.
  it('knows whom own accounts have paid, and which contracts they have used', async () => {
    const module = open([first, second]);
    const contract = second.address;
    await module.usedAddresses.add(chainId, { recipients: [friend], contracts: [contract] });
    const book = await loadAddressBook(module, chainId, first.address);
    expect(findStanding(book, friend).is).toBe('paid');
    expect(isUsedContract(book, contract)).toBe(true);
  });

  // @promise T11.5
  it.each([
    ['another key', { publicKey: '0x1234' }, 'noKey'],
    ['another address than its key gives', { address: friend }, 'noKey'],
    ['what the chain says', { obstacle: 'frozen' }, 'frozen'],
    ['nothing special', {}, undefined],
  ])('marks an account that has %s', async (_what, changes, obstacle) => {
    const book = await bookOf({ ...first, ...changes });
    expect(book.accounts.map((one) => one.obstacle)).toEqual([obstacle]);
  });
});
