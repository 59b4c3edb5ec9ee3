import { describe, expect, it } from '@jest/globals';
import { errorKinds } from '@xnet/clients/errors';
import type { WalletState } from '../testing/refusals';
import { createTestWallet } from '../testing/testWallet';
import { createClient } from './client';
import { connect } from './connect';
import { ConnectError, describeError, getErrorKind } from './failures';

/** Each state in which a wallet refuses, and the kind of what the page then gets. */
const states: readonly (readonly [WalletState, string])[] = [
  ['noModules', 'modulesUnsupported'],
  ['notAllowed', 'moduleNotAllowed'],
  ['disabled', 'moduleDisabled'],
  ['blocked', 'moduleDisabled'],
  ['pending', 'requestPending'],
  ['stopped', 'moduleStopped'],
  ['brokenUpdate', 'updateBroken'],
  ['away', 'walletAway'],
];

describe('describeError', () => {
  it.each(states)('tells what to do if the wallet is %s: %s', async (state, kind) => {
    const wallet = createTestWallet();
    const provider = wallet.providerFor('https://dapp.example');
    wallet.become(state);
    const thrown = await connect({ provider }).catch((error: unknown) => error);
    expect(getErrorKind(thrown)).toBe(kind);
    const described = describeError(thrown);
    expect(described).toBeInstanceOf(ConnectError);
    expect(described.hint).toMatch(/\.$/u);
    expect(described).toMatchObject({ kind, cause: thrown, page: 'develop/connect#when-it-fails' });
    expect(describeError(described)).toBe(described);
  });

  it('keeps what the module says of its own errors, with a page for each', async () => {
    const wallet = createTestWallet();
    const client = createClient({ provider: wallet.providerFor('https://dapp.example') });
    await client.install();
    const thrown = await client.request('xnet_ofTomorrow' as 'ping').catch((error) => error);
    const { code, hint, retry } = errorKinds.methodNotFound;
    expect(describeError(thrown)).toMatchObject({
      kind: 'methodNotFound',
      code,
      hint,
      retry,
      page: 'develop/errors#methodnotfound',
    });
  });

  it('calls an error of the page, or anything else, unknown', () => {
    for (const other of [new TypeError('x is blocked'), undefined, null, 7, {}, { code: 1 }]) {
      expect(getErrorKind(other)).toBeUndefined();
      expect(describeError(other)).toMatchObject({ kind: 'unknown', retry: false, hint: '' });
    }
  });

  it('knows the wait that ended', async () => {
    const thrown = await connect({ waitMs: 1 }).catch((error: unknown) => error);
    expect(getErrorKind(thrown)).toBe('timeout');
    expect(describeError(thrown).message).toContain('No wallet that runs modules');
  });
});
