import { beforeAll, describe, expect, it } from '@jest/globals';
import { migrations } from '../../src/state/migrations';
import { installedWallet } from '../installed/installedWallet';
import type { Seen } from '../installed/scenes';

/** The wallet's error for a module that was ended. */
const ended = {
  isDone: false,
  error: { code: -32603, message: expect.stringMatching(/terminated during|was stopped and/u) },
};
/** Requested again, as by a user who was told that it failed: sent exactly once. */
const sentOnce = {
  told: { isDone: true, hash: expect.stringMatching(/^0x/u) },
  received: 1,
  status: 'ACCEPTED_ON_L2',
};
const accepted = (count: number) => Array(count).fill('ACCEPTED_ON_L2');

let seen: Seen;
beforeAll(async () => {
  seen = await installedWallet<Seen>('play.ts');
}, 240_000);

describe('a module whose wallet is locked', () => {
  // @promise P34.3
  it('answers what needs no key, and carries out the rest when the wallet is unlocked', () => {
    const { network, told, ...rest } = seen.locked;
    expect(network).toMatchObject({ result: { chainId: '0x534e5f5345504f4c4941' } });
    expect(told).toEqual([{ isDone: true, hash: expect.stringMatching(/^0x/u) }, { isDone: true }]);
    // While locked, no second dialog was shown and no key derived.
    const waited = { dialogs: 1, signedWhileLocked: false };
    expect(rest).toEqual({ ...waited, received: 1, statuses: accepted(1) });
  });

  // @promise P34.1
  it('signs nothing when it is ended meanwhile, and does so when it is asked again', () => {
    expect(seen.endedWhileLocked).toEqual({ told: ended, again: sentOnce });
  });
});

describe('a module that is disabled', () => {
  // @promise P34.1
  it('sends nothing for an answer that comes after it was disabled', () => {
    expect(seen.disabledWithDialog).toEqual({
      told: ended,
      asked: {
        isDone: false,
        error: { code: -32603, message: expect.stringContaining('disabled') },
      },
      received: 0,
      again: sentOnce,
    });
  });

  // @promise P34.2
  it('knows, once enabled again, what the node received from it before', () => {
    const before = accepted(3);
    expect(seen.disabledWhileSending).toEqual({
      told: ended,
      pending: ['PENDING', ...before],
      statuses: accepted(4),
      // A deployment, and one per record.
      received: 1,
      nonce: 5,
    });
  });
});

describe('a module that is updated', () => {
  // @promise P34.2
  it('keeps its records after an update during a send and a dialog, and goes on', () => {
    expect(seen.updated).toEqual({
      version: '0.1.1',
      told: [ended, ended],
      pending: ['PENDING', ...accepted(4)],
      statuses: accepted(5),
      received: 1,
      again: sentOnce,
    });
  });

  // @promise P34.2
  it('tracks what the first form of the state held as pending until it settles', () => {
    const { before, after, sent, ...rest } = seen.migrated;
    expect(before.records[0]).toEqual({ txnHash: sent.hash, status: 'PENDING' });
    expect(before.records).toHaveLength(7);
    expect(after).toEqual(before);
    expect(rest).toEqual({
      wasMigrated: true,
      version: migrations.length + 1,
      release: '0.2.0',
      status: 'ACCEPTED_ON_L2',
      again: sentOnce,
    });
  });
});

describe('a module that began with requests that failed', () => {
  it('draws a dialog for the next one', () => {
    expect(seen.afterFailures).toEqual({
      failed: ['invalidParams', 'unknownAccount'],
      told: { isDone: true },
    });
  });
});

describe('a module whose wallet closes', () => {
  it('ends with it, whoever asks meanwhile', () => {
    expect(seen.closed).toEqual({ runningAfter: [false, false, false], untold: 0 });
  });
});

describe('a module that is removed while it sends and with a dialog open', () => {
  // @promise P34.1
  it('fails for whoever waits, and finds account, money and history once installed again', () => {
    const { before, history, found, ...rest } = seen.removed;
    expect(rest).toEqual({
      told: [ended, ended],
      asked: { isDone: false, error: { code: 4100, message: expect.any(String) } },
      // When a wallet removes a module, it removes the module's state.
      forgotten: [],
      received: 1,
      again: sentOnce,
    });
    expect(found).toContain(seen.address);
    const hashes = history.map(({ txnHash }) => txnHash);
    expect(hashes).toEqual(expect.arrayContaining(before.map(({ txnHash }) => txnHash)));
    // The latest transaction, and the account's funding.
    expect(history).toHaveLength(before.length + 2);
  });
});
