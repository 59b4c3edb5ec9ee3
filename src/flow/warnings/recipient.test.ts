import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  approve,
  change,
  createAddressBook,
  createCall,
  createContract,
  createPreview,
  createReview,
  inEnglish,
  party,
  tells,
  transfer,
} from '../../../test/review/subject';
import type { DeadEnd } from '../../schema/account';
import { ADDRESS_BOUND } from '../../schema/primitives';
import { toAddress } from '../../starknet/felt';
import type { Act } from '../../starknet/meaning/meaning';
import { shortForms } from '../addresses/addressBook';
import {
  addressLookAlike,
  receiverOther,
  recipientDead,
  recipientSelf,
  recipientToken,
  recipientZero,
} from './recipient';

describe('addressLookAlike', () => {
  const { usdc, friend, stranger } = party;
  const WARNING = 'critical: Address imitates one you know';
  /** The same digits at both ends, others between. */
  const poison = (address: string) => `${address.slice(0, 6)}${'7'.repeat(56)}${address.slice(-4)}`;
  const random = fc.bigInt(1n, ADDRESS_BOUND - 1n).map(toAddress);

  it('warns of an imitated recipient, spender, operator, contract and own account', () => {
    const fake = poison(friend);
    for (const call of [
      transfer(usdc, fake, '1'),
      transfer(usdc, poison(party.savings), '1'),
      approve(usdc, fake, '1'),
      approve(usdc, poison(party.router), '1'),
      createCall(poison(party.strk), 'claim'),
    ])
      expect(tells(addressLookAlike, { calls: [call] })).toEqual([WARNING]);
    const preview = createPreview(change('send', usdc, '1', fake));
    expect(tells(addressLookAlike, { preview })).toEqual([WARNING]);
  });

  it('warns once of an address that the call and its preview name', () => {
    const calls = [transfer(usdc, poison(friend), '1')];
    const preview = createPreview(change('send', usdc, '1', poison(friend)));
    expect(tells(addressLookAlike, { calls, preview })).toEqual([WARNING]);
  });

  it('warns of an imitated saved recipient', () => {
    const saved = [{ address: party.stranger, name: 'Anna' }];
    const addresses = createAddressBook({ saved, used: { recipients: [], contracts: [] } });
    const calls = [transfer(usdc, poison(party.stranger), '1')];
    expect(tells(addressLookAlike, { calls, addresses })).toEqual([WARNING]);
  });

  it('shows both addresses in full', () => {
    const [warning] = addressLookAlike(
      createReview({ calls: [transfer(usdc, poison(friend), '1')] }),
    );
    const text = warning && inEnglish(warning.text);
    expect(text?.match(/0x( [0-9a-f]{4}){16}/gu)).toHaveLength(2);
  });

  it('sees through leading zeros, which short forms leave out', () => {
    const known = toAddress(`0xabcd${'1'.repeat(50)}1234`);
    const fake = toAddress(`0xabcd${'2'.repeat(52)}1234`);
    const calls = [transfer(usdc, fake, '1')];
    const addresses = createAddressBook({ used: { recipients: [known], contracts: [] } });
    expect(tells(addressLookAlike, { calls, addresses })).toEqual([WARNING]);
  });

  // @promise T11.1
  it('flags every look-alike of every known address', () => {
    fc.assert(
      fc.property(random, random, (known, middle) => {
        const fake = `${known.slice(0, 6)}${middle.slice(6, -4)}${known.slice(-4)}`;
        fc.pre(fake !== known);
        const calls = [transfer(usdc, fake, '1')];
        const addresses = createAddressBook({ used: { recipients: [known], contracts: [] } });
        expect(tells(addressLookAlike, { calls, addresses })).toEqual([WARNING]);
      }),
      { numRuns: 300 },
    );
  });

  // @promise T11.1
  it('raises fewer than one false alarm in 10,000 random pairs', () => {
    const forms = fc
      .sample(fc.noBias(random), 1_000)
      .map((address) => new Set(shortForms(address)));
    const alarms = forms.flatMap((one, index) =>
      forms.slice(index + 1).filter((other) => [...other].some((form) => one.has(form))),
    );
    expect(alarms.length / ((1_000 * 999) / 2)).toBeLessThan(1e-4);
  });

  it('ignores known, new, listed and zero addresses', () => {
    const calls = [
      transfer(usdc, friend, '1'),
      transfer(usdc, stranger, '1'),
      transfer(usdc, party.savings, '1'),
      approve(usdc, party.router, '1'),
      transfer(usdc, toAddress(0n), '1'),
      // The same beginning or the same end alone is no imitation.
      transfer(usdc, `${friend.slice(0, 10)}${stranger.slice(10)}`, '1'),
      transfer(usdc, `${stranger.slice(0, -8)}${friend.slice(-8)}`, '1'),
    ];
    expect(tells(addressLookAlike, { calls })).toEqual([]);
    const used = { recipients: [friend, poison(friend)], contracts: [] };
    const addresses = createAddressBook({ used });
    expect(tells(addressLookAlike, { calls: calls.slice(0, 1), addresses })).toEqual([]);
  });
});

const zero = toAddress(0n);

describe('recipientZero', () => {
  it('warns of a transfer to the zero address', () => {
    expect(tells(recipientZero, { calls: [transfer(party.usdc, zero, '1')] })).toEqual([
      'critical: The recipient’s address belongs to nobody',
    ]);
  });

  it('warns of pieces that are sent there together', () => {
    const pieces = { kind: 'act', act: 'sendPieces', name: null, quantities: [] } as const;
    const call = createCall(party.punks, 'x', { ...pieces, contract: party.punks, to: zero });
    expect(tells(recipientZero, { calls: [call] })).toHaveLength(1);
  });

  it('ignores other recipients, withdrawn approvals and what a contract burns', () => {
    const calls = [transfer(party.usdc, party.friend, '1'), approve(party.punks, zero, '0')];
    const preview = createPreview(change('send', party.meme, '5', zero));
    expect(tells(recipientZero, { calls, preview })).toEqual([]);
  });
});

describe('recipientDead', () => {
  const { usdc, savings, friend, me, router } = party;
  const dead = (obstacle: DeadEnd | undefined) =>
    createAddressBook({
      accounts: createAddressBook().accounts.map((one) => ({ ...one, obstacle })),
    });

  // @promise T11.5
  it('warns of every way to an own account that cannot be used, by how bad it is', () => {
    const severities = { frozen: 'critical', noKey: 'high', unopened: 'high' } as const;
    const mild = { device: 'caution', guardian: 'caution' } as const;
    const meaning = { kind: 'act', contract: router, name: null, act: 'withdraw' } as const;
    const withdrawal = createCall(router, 'x', { ...meaning, quantities: [], to: savings });
    for (const [obstacle, severity] of Object.entries({ ...severities, ...mild })) {
      // The keys are those of the record.
      const addresses = dead(obstacle as DeadEnd);
      const expected = [`${severity}: You cannot use this recipient here`];
      for (const call of [transfer(usdc, savings, '1'), withdrawal])
        expect(tells(recipientDead, { calls: [call], addresses })).toEqual(expected);
      const preview = createPreview(change('send', usdc, '1', savings));
      expect(tells(recipientDead, { preview, addresses })).toEqual(expected);
    }
  });

  it('ignores usable accounts, others and what comes back to the sender', () => {
    const calls = [friend, savings, me].map((to) => transfer(usdc, to, '1'));
    expect(tells(recipientDead, { calls })).toEqual([]);
    const others = calls.filter(({ meaning }) => 'to' in meaning && meaning.to !== savings);
    expect(tells(recipientDead, { calls: others, addresses: dead('frozen') })).toEqual([]);
  });
});

describe('recipientToken', () => {
  const { usdc, strk, friend, meme } = party;
  const WARNING = 'high: Recipient is a token contract';

  it('warns of a listed token, the sent one itself included, and of one that answers as such', () => {
    expect(tells(recipientToken, { calls: [transfer(usdc, strk, '1')] })).toEqual([WARNING]);
    expect(tells(recipientToken, { calls: [transfer(usdc, usdc, '1')] })).toEqual([WARNING]);
    const contracts = { [meme]: createContract({ isToken: true }) };
    expect(tells(recipientToken, { calls: [transfer(usdc, meme, '1')], contracts })).toEqual([
      WARNING,
    ]);
  });

  it('ignores accounts, other contracts and what could not be read', () => {
    const calls = [transfer(usdc, friend, '1'), approve(usdc, strk, '1')];
    expect(tells(recipientToken, { calls })).toEqual([]);
    for (const isToken of [false, null])
      expect(
        tells(recipientToken, { calls, contracts: { [friend]: createContract({ isToken }) } }),
      ).toEqual([]);
  });
});

describe('recipientSelf', () => {
  const { usdc, me, friend, savings } = party;

  it('warns of a transfer back to the sender', () => {
    const expected = ['caution: You would send this to yourself'];
    expect(tells(recipientSelf, { calls: [transfer(usdc, me, '1')] })).toEqual(expected);
    const unpadded = `0x${BigInt(me).toString(16)}`;
    expect(tells(recipientSelf, { calls: [transfer(usdc, unpadded, '1')] })).toEqual(expected);
    expect(tells(recipientSelf, { calls: [transfer(usdc, me, '1', { from: me })] })).toEqual(
      expected,
    );
  });

  it('ignores others, other own accounts and what is fetched', () => {
    const calls = [
      transfer(usdc, friend, '1'),
      transfer(usdc, savings, '1'),
      transfer(usdc, me, '1', { from: friend }),
    ];
    expect(tells(recipientSelf, { calls })).toEqual([]);
  });
});

describe('receiverOther', () => {
  const { router, stranger, savings, me, usdc } = party;
  const act = (name: Act, to?: string) =>
    createCall(router, name, {
      kind: 'act',
      contract: router,
      name: 'AVNU',
      act: name,
      quantities: [],
      ...(to !== undefined && { to }),
    });
  const swap = (to?: string) =>
    createCall(router, 'swap', {
      kind: 'swap',
      router,
      name: 'AVNU',
      sell: null,
      buy: { token: usdc, amount: '1', bound: 'atLeast' },
      ...(to !== undefined && { to }),
    });

  it('warns of a swap for somebody else', () => {
    expect(tells(receiverOther, { calls: [swap(stranger)] })).toEqual([
      'high: Someone else would receive it',
    ]);
  });

  // @promise T15.2
  it('warns of what a router keeps until somebody collects it', () => {
    const bought = { token: usdc, amount: '0', bound: 'atLeast' } as const;
    const meaning = {
      ...({ kind: 'swap', name: 'Ekubo', sell: null, router, to: router } as const),
      ...({ buy: bought, isPrepaid: true } as const),
    };
    const collect = (to?: string) =>
      createCall(router, 'clear', {
        ...({ kind: 'act', contract: router, name: 'Ekubo', act: 'clear' } as const),
        quantities: [{ token: usdc, amount: '0' }],
        ...(to && { to }),
      });
    const told = (...after: ReturnType<typeof createCall>[]) =>
      tells(receiverOther, { calls: [createCall(router, 'swap', meaning), ...after] });
    expect(told()).toEqual(['high: Someone else would receive it']);
    expect(told(collect(stranger))).toContain('high: Someone else would receive it');
    expect(told(collect())).toEqual([]);
  });

  it.each(['withdraw', 'claim', 'removeLiquidity', 'deposit', 'stakeRewardsTo'] as const)(
    'warns of another receiver in %s',
    (name) => {
      expect(tells(receiverOther, { calls: [act(name, stranger)] })).toEqual([
        'caution: Someone else would receive it',
      ]);
    },
  );

  it('warns of a stake whose rewards another receives', () => {
    const stake = { kind: 'stake', contract: router, change: 'claim', amount: null } as const;
    const calls = [createCall(router, 'claim_rewards', { ...stake, to: stranger })];
    expect(tells(receiverOther, { calls })).toHaveLength(1);
  });

  it('ignores own accounts, transfers, and acts that are about others', () => {
    const calls = [
      swap(),
      swap(me),
      swap(savings),
      act('withdraw'),
      act('withdraw', savings),
      act('delegate', stranger),
      act('sendPieces', stranger),
      transfer(usdc, stranger, '1'),
    ];
    expect(tells(receiverOther, { calls })).toEqual([]);
  });
});
