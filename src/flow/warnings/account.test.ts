import { describe, expect, it } from '@jest/globals';
import { transferCall } from '../../../test/chain/transferCall';
import {
  createCall,
  createMessage,
  createReview,
  deployAccount,
  invoke,
  party,
  tells,
  told,
  transfer,
} from '../../../test/review/subject';
import { chainIds } from '../../schema/primitives';
import { accountClasses } from '../../starknet/accounts/classes';
import type { Meaning } from '../../starknet/meaning/meaning';
import { parseMeaning } from '../../starknet/meaning/parseMeaning';
import { encodedCall } from '../../starknet/transactions/calls';
import { accountCallUnknown, accountControl, accountUndeployed, accountUpgrade } from './account';

const upgrade = (contract: string, classHash: string) =>
  createCall(contract, 'upgrade', { kind: 'upgrade', contract, classHash });
const { argent040, argent031, argent024, openZeppelin100 } = accountClasses;

describe('accountUpgrade', () => {
  // @promise T15.1
  it.each([
    ['nobody knows', '0x1234'],
    ['of another family', openZeppelin100.classHash],
    ['that is a proxy', argent024.classHash],
  ])('warns of code %s', (_, classHash) => {
    for (const account of [party.me, party.savings])
      expect(tells(accountUpgrade, { calls: [upgrade(account, classHash)] })).toEqual([
        'critical: Unknown code takes over your account',
      ]);
  });

  it('warns of code that is known and fits', () => {
    for (const { classHash } of [argent040, argent031])
      expect(tells(accountUpgrade, { calls: [upgrade(party.me, classHash)] })).toEqual([
        'caution: Your account gets new code',
      ]);
  });

  it('measures the fit by the account that is upgraded', () => {
    const { account } = createReview();
    const plain = { ...account, addressClass: 'openZeppelin100' as const };
    const about = (classHash: string) =>
      tells(accountUpgrade, { account: plain, calls: [upgrade(party.me, classHash)] })[0];
    expect(about(openZeppelin100.classHash)).toMatch(/^caution/u);
    expect(about(argent040.classHash)).toMatch(/^critical/u);
  });

  // @promise T15.1
  it('warns of calls that are carried out with it, whatever the code', () => {
    const chainId = chainIds.mainnet;
    const upgradeWith = (...felts: string[]) => {
      const calldata = [argent040.classHash, ...felts];
      const call = { contractAddress: party.me, entrypoint: 'upgrade', calldata };
      const meaning = parseMeaning(call, null, { account: party.me, chainId });
      return tells(accountUpgrade, { calls: [{ call, meaning, decoded: null }] });
    };
    const hidden = encodedCall(transferCall(party.usdc, party.stranger, 5n));
    const calls = ['0x1', hidden.to, hidden.selector, '0x3', ...hidden.calldata];
    for (const none of [['0x0'], ['0x1', '0x0']])
      expect(upgradeWith(...none)).toEqual(['caution: Your account gets new code']);
    expect(upgradeWith(`0x${calls.length.toString(16)}`, ...calls)).toEqual([
      'critical: Unknown code takes over your account',
    ]);
  });

  it('warns of any upgrade inside a message, the known ones included', () => {
    for (const contract of [party.me, party.stranger]) {
      const subject = createMessage({ calls: [upgrade(contract, argent040.classHash)] });
      expect(told(accountUpgrade(subject))).toEqual(['critical: Message could take your account']);
    }
  });

  it('warns of new code for another contract', () => {
    expect(tells(accountUpgrade, { calls: [upgrade(party.stranger, '0x1234')] })).toEqual([
      'caution: A contract gets new code',
    ]);
  });

  it('ignores other calls', () => {
    expect(tells(accountUpgrade, { calls: [transfer(party.usdc, party.friend, '1')] })).toEqual([]);
  });
});

type Control = Extract<Meaning, { kind: 'owner' | 'guardian' }>;
const control = (
  kind: Control['kind'],
  change: Control['change'] = 'set',
  contract: string = party.me,
) => createCall(contract, `${change}_${kind}`, { kind, contract, change, who: ['0x5'] });

describe('accountControl', () => {
  it.each(['set', 'add', 'remove', 'recover'] as const)(
    'warns when an owner is to %s',
    (change) => {
      for (const account of [party.me, party.savings])
        expect(tells(accountControl, { calls: [control('owner', change, account)] })).toEqual([
          'critical: Control of your account changes',
        ]);
    },
  );

  it.each(['set', 'add', 'remove', 'recover'] as const)(
    'warns when a guardian is to %s',
    (change) => {
      expect(tells(accountControl, { calls: [control('guardian', change)] })).toEqual([
        'high: Your account’s guardian changes',
      ]);
    },
  );

  it('warns of a change that is called off', () => {
    for (const kind of ['owner', 'guardian'] as const)
      expect(tells(accountControl, { calls: [control(kind, 'cancel')] })).toEqual([
        'caution: An account change is cancelled',
      ]);
  });

  // @promise T15.1
  it('warns of any of them inside a message', () => {
    for (const kind of ['owner', 'guardian'] as const)
      expect(told(accountControl(createMessage({ calls: [control(kind, 'cancel')] })))).toEqual([
        'critical: Message could take your account',
      ]);
  });

  it('warns of a new owner of another contract', () => {
    expect(tells(accountControl, { calls: [control('owner', 'set', party.stranger)] })).toEqual([
      'caution: Control of a contract changes',
    ]);
  });

  it('ignores other calls', () => {
    expect(tells(accountControl, { calls: [transfer(party.usdc, party.friend, '1')] })).toEqual([]);
  });
});

describe('accountCallUnknown', () => {
  it('warns of an unknown call to an own account', () => {
    for (const account of [party.me, party.savings])
      expect(tells(accountCallUnknown, { calls: [createCall(account, 'do_something')] })).toEqual([
        'high: Unknown command to your account',
      ]);
  });

  it.each([
    'upgrade_now',
    'replace_class',
    'changeOwners',
    'set_public_key',
    'add_signers',
    'trigger_escape',
    'add_plugin',
    'grant_role',
  ])('warns louder if the name speaks of control: %s', (name) => {
    expect(tells(accountCallUnknown, { calls: [createCall(party.me, name)] })).toEqual([
      'critical: Unknown command to your account',
    ]);
  });

  it('warns louder inside a message', () => {
    const subject = createMessage({ calls: [createCall(party.me, 'do_something')] });
    expect(told(accountCallUnknown(subject))).toEqual([
      'critical: Unknown command to your account',
    ]);
  });

  it('ignores known orders and other contracts', () => {
    const calls = [
      createCall(party.stranger, 'upgrade_now'),
      createCall(party.me, 'upgrade', { kind: 'upgrade', contract: party.me, classHash: '0x1' }),
    ];
    expect(tells(accountCallUnknown, { calls })).toEqual([]);
  });
});

describe('accountUndeployed', () => {
  it('notes that the account goes on chain', () => {
    for (const transactions of [[deployAccount], [deployAccount, invoke()]])
      expect(tells(accountUndeployed, { transactions })).toEqual([
        'info: First transaction of this account',
      ]);
  });

  it('ignores a deployed account, and a message', () => {
    expect(tells(accountUndeployed, {})).toEqual([]);
    expect(accountUndeployed(createMessage())).toEqual([]);
  });
});
