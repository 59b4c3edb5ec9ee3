import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createAddressBook, createReview, party, transfer } from '../../../../test/review/subject';
import type { DeadEnd } from '../../../schema/account';
import { ADDRESS_BOUND } from '../../../schema/primitives';
import { toAddress } from '../../../starknet/felt';
import { addressFact } from '../../../ui/review/facts';
import { groupHex } from '../../../ui/text/format';
import { type AddressBook, findName, findStanding } from '../../addresses/addressBook';
import { withNames } from '../../review/describe';
import { addressLookAlike, recipientDead } from '../../warnings/recipient';
import { getName, isMoveToOwn } from '../../warnings/rule';
import { checkRecipient } from './checks';
import { canBeSaved, type Known } from './known';

const [me, savings] = createAddressBook().accounts;
if (!me || !savings) throw new Error('The book holds two accounts.');
type Person = {
  readonly address: string;
  readonly kind: 'own' | 'saved' | 'paid' | 'contract' | 'nobody';
  readonly obstacle: DeadEnd | undefined;
};

/** Groups of addresses that imitate each other, each known in another way or not at all. */
const people: fc.Arbitrary<Person[]> = fc
  .array(
    fc.tuple(
      fc.bigInt(2n ** 240n, ADDRESS_BOUND - 1n).map(toAddress),
      fc.array(
        fc.record({
          middle: fc.integer({ min: 0, max: 0xffffff }),
          kind: fc.constantFrom('own', 'saved', 'paid', 'contract', 'nobody'),
          obstacle: fc.constantFrom(undefined, undefined, 'frozen', 'noKey', 'guardian'),
        }),
        { minLength: 1, maxLength: 4 },
      ),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((groups) =>
    groups.flatMap(([known, twins]) =>
      twins.map(({ middle, ...one }) => ({
        ...one,
        address: `${known.slice(0, 10)}${middle.toString(16).padStart(6, '0')}${known.slice(16)}`,
      })),
    ),
  );

function createBook(all: readonly Person[]): AddressBook {
  const of = (kind: Person['kind']) => all.filter((one) => one.kind === kind);
  const addressesOf = (kind: Person['kind']) => of(kind).map(({ address }) => address);
  const own = of('own').map(({ address, obstacle }) => ({ ...savings, address, obstacle }));
  return createAddressBook({
    accounts: [me, ...own] as AddressBook['accounts'], // me was checked above
    saved: addressesOf('saved').map((address) => ({ address, name: 'Anna' })),
    used: { recipients: addressesOf('paid'), contracts: addressesOf('contract') },
  });
}

const createKnown = (addresses: AddressBook): Known => ({
  chainId: addresses.chainId,
  from: party.me,
  tokens: [],
  offeredTokens: [],
  table: {},
  balanceOf: () => 0n,
  addresses,
});

/** What the form says below its field, by the name of the text. */
function noteOf(addresses: AddressBook, to: string) {
  const draft = {
    from: party.me,
    separators: { point: '.', thousands: ',' },
    typed: { token: '', to, amount: '' },
    isPressed: false,
    unit: 'token',
  } as const;
  const { notes } = checkRecipient(draft, createKnown(addresses));
  return { tone: notes[0]?.tone, text: notes[0]?.text.say };
}

const notes = {
  own: 'home.send.own',
  saved: 'home.send.saved',
  paid: 'home.send.before',
  contract: 'home.send.new',
  listed: 'home.send.new',
  unknown: 'home.send.new',
  imitation: 'home.send.lookAlike',
} as const;

// @promise T11.4
it('agrees in form, names, rules and moves on who any address is', () => {
  fc.assert(
    fc.property(people, (all) => {
      const addresses = createBook(all);
      for (const { address } of all) {
        const standing = findStanding(addresses, address);
        const isDead = standing.is === 'own' && standing.account.obstacle !== undefined;
        const review = createReview({ addresses, calls: [transfer(party.usdc, address, '1')] });
        const isImitation = standing.is === 'imitation';
        expect(noteOf(addresses, address)).toEqual({
          text: isDead ? 'home.send.dead' : notes[standing.is],
          tone: expect.stringMatching(
            isDead || isImitation ? 'danger' : /good|plain/u,
          ) as unknown as string, // a matcher in the place of the text
        });
        expect(addressLookAlike(review)).toHaveLength(isImitation ? 1 : 0);
        expect(recipientDead(review)).toHaveLength(isDead ? 1 : 0);
        expect(isMoveToOwn(review)).toBe(standing.is === 'own' && !isDead);
        const isNamed = standing.is === 'own' || standing.is === 'saved';
        const fact = addressFact('calls.to', address);
        expect(withNames([fact], review)[0] !== fact).toBe(isNamed);
        expect(findName(addresses, address) !== undefined).toBe(isNamed);
        expect(getName(review, address) === groupHex(address)).toBe(!isNamed);
        expect(canBeSaved(createKnown(addresses), address)).toBe(!isNamed && !isImitation);
      }
    }),
    { numRuns: 150 },
  );
});
