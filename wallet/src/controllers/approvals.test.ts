import { describe, expect, it } from '@jest/globals';
import { ApprovalController } from '#vendor';
import { type Answer, type Approval, mainnetType, settle, viewApproval } from './approvals';
import type { Controllers } from './controllers';
import { createBus } from './messenger';

const SITE = 'http://site.example';
const requestData = { permissions: { wallet_snap: {} } };

/** The vendor's own approval controller, with one open approval. */
function asked(type: string, requestState: Record<string, never> | object = {}) {
  const approvals = new ApprovalController({
    messenger: createBus().child('ApprovalController'),
    showApprovalRequest: () => {},
  });
  const state = requestState as Record<string, never>;
  const answered = approvals
    .add({ id: '1', origin: SITE, type, requestData, requestState: state })
    .then(
      (value: unknown) => ({ value }),
      ({ code }: { code: unknown }) => ({ code }),
    );
  const answer = async (given: Answer) => {
    await settle({ approvals } as Controllers, '1', given);
    return answered;
  };
  return { answer, approvals };
}

describe('what the user answers', () => {
  it.each<[string, Answer, unknown]>([
    ['snap_dialog:confirmation', { approve: true }, { value: true }],
    ['snap_dialog:confirmation', { approve: false }, { value: false }],
    ['snap_dialog:prompt', { approve: true, value: 'Ada' }, { value: 'Ada' }],
    ['snap_dialog:prompt', { approve: true }, { value: '' }],
    ['snap_dialog:prompt', { approve: false, value: 'Ada' }, { value: null }],
    ['snap_dialog:alert', { approve: true }, { value: null }],
    ['snap_dialog', { approve: true }, { value: null }],
    ['wallet_installSnapResult', { approve: false }, { value: null }],
    [mainnetType, { approve: true }, { value: null }],
    ['wallet_requestPermissions', { approve: true }, { value: requestData }],
    ['wallet_requestPermissions', { approve: false }, { code: 4001 }],
    ['wallet_installSnap', { approve: false }, { code: 4001 }],
    ['wallet_updateSnap', { approve: false }, { code: 4001 }],
  ])('answers %s given as %j with %j', async (type, given, answer) => {
    expect(await asked(type).answer(given)).toEqual(answer);
  });

  it('grants to an installation the permissions that were shown, of no account', async () => {
    const { answer } = asked('wallet_installSnap', { permissions: { snap_dialog: {} } });
    const permissions = { snap_dialog: {} };
    expect(await answer({ approve: true })).toEqual({
      value: { ...requestData, permissions, approvedAccounts: [] },
    });
  });

  it.each([true, false])('waits until all is loaded: %s', async (approve) => {
    const { answer, approvals } = asked('wallet_installSnap', { loading: true });
    await expect(answer({ approve })).rejects.toThrow('before it is loaded');
    expect(approvals.hasRequest({ id: '1' })).toBe(true);
  });

  it('grants nothing to an installation that failed', async () => {
    const { answer } = asked('wallet_installSnap', { error: 'It does not start.', loading: true });
    expect(await answer({ approve: true })).toEqual({ value: null });
  });

  it('counts the first of two answers', async () => {
    const { answer } = asked('snap_dialog:confirmation');
    await answer({ approve: false });
    expect(await answer({ approve: true })).toEqual({ value: false });
  });
});

describe('what the page shows of an approval', () => {
  const build = { version: '1.0.0', manifest: { source: { shasum: 'own' } } };
  const around = {
    name: 'Module',
    ui: null,
    build,
    offeredChecksum: 'offered',
    waits: 'somebody' as const,
  };
  const viewOf = (approval: object) =>
    viewApproval(
      { id: '1', origin: SITE, time: 1, expectsResult: false, ...approval } as Approval,
      around,
    );

  it('lists permissions, connections and the installed build', () => {
    const requestState = {
      permissions: { snap_dialog: { caveats: [{ type: 't', value: 1 }] }, snap_notify: {} },
      unusedPermissions: { snap_getEntropy: {} },
      connections: { [SITE]: {} },
    };
    expect(viewOf({ type: 'wallet_installSnap', requestState })).toMatchObject({
      origin: SITE,
      version: '1.0.0',
      checksum: 'own',
      error: null,
      loading: false,
      permissions: [
        { name: 'snap_dialog', caveats: [{ type: 't', value: 1 }] },
        { name: 'snap_notify', caveats: null },
      ],
      revokedPermissions: [{ name: 'snap_getEntropy', caveats: null }],
      connections: [SITE],
    });
  });

  it('names the checksum and version of the build that an update offers', () => {
    const requestState = { newVersion: '2.0.0', newConnections: { a: {} }, connections: { b: {} } };
    expect(viewOf({ type: 'wallet_updateSnap', requestState })).toMatchObject({
      version: '2.0.0',
      checksum: 'offered',
      connections: ['a'],
    });
  });

  it('lists what a site named, and no build', () => {
    const requestState = { permissions: { snap_dialog: {} } };
    const shown = viewOf({ type: 'wallet_requestPermissions', requestData, requestState });
    expect(shown.permissions).toEqual([{ name: 'wallet_snap', caveats: null }]);
    expect(shown.version).toBeNull();
    expect(shown.checksum).toBeNull();
    expect(shown.moduleId).toBeNull();
  });
});
