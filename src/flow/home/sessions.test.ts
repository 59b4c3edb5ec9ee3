import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { TrialNode } from '../../../test/chain/trialNode';
import { sessionMessage } from '../../../test/messages/sessionMessage';
import { listParts } from '../../../test/wallet/fakeDialogs';
import { openPage } from '../../../test/wallet/openPage';
import { callsIn, sendingAccounts, startSendNode } from '../../../test/wallet/openSend';
import { storedRecord } from '../../../test/wallet/records';
import type { StoredAccount } from '../../schema/account';
import { chainIds } from '../../schema/primitives';
import { getSelector } from '../../starknet/selector';
import { siteParts } from '../../ui/home/sites';
import { getLinkName } from '../../ui/home/view';
import { trackTransactions } from '../history/track';

const chainId = chainIds.sepolia;
const SITE = 'https://shop.example';
/** Heading of what sites hold. */
const HELD = 'Signatures that sites hold';
const now = () => 1_800_000_000_000;
const [signer] = sendingAccounts;
const address = signer?.address ?? '';

let node: TrialNode;
/** The account's answer to whether a session has ended. */
let answer: string[] | undefined;
beforeEach(async () => {
  answer = ['0x0'];
  node = await startSendNode({ is_session_revoked: () => answer });
});
afterEach(() => node.stop());

/** The list of sites after a session was signed. */
async function openSites(
  changes: Partial<StoredAccount> = {},
  options: { user?: () => boolean; message?: unknown } = {},
) {
  const accounts = [{ ...signer, ...changes }];
  const stored = { plain: { accounts: { [chainId]: accounts } } };
  const { user } = options;
  const page = openPage({ sepoliaUrl: node.url, stored, now, ...(user && { user }) });
  const typedDataMessage = options.message ?? sessionMessage();
  await page.module.signatures.add(chainId, await signed(typedDataMessage), now() / 1_000);
  const look = () => page.press(getLinkName('sites'));
  await look();
  const findEnd = async () =>
    listParts(await page.tree())
      .map(({ props }) => String(props.name))
      .find((name) => name.startsWith(siteParts.end));
  return { ...page, look, findEnd };
}

/** The note of a session that the site holds, as a module whose user agrees keeps it. */
async function signed(typedDataMessage: unknown) {
  const agreeing = openPage({
    sepoliaUrl: node.url,
    now,
    stored: {
      plain: { accounts: { [chainId]: [signer] }, grants: { [SITE]: [{ chainId, address }] } },
    },
  });
  await agreeing.invoke('xnet_signMessage', { typedDataMessage, signerAddress: address }, SITE);
  const [note] = await agreeing.module.signatures.alive(chainId, 0);
  if (!note) throw new Error('A session is noted.');
  return note;
}

describe('endSession', () => {
  it('asks the account to end it, and waits for the chain', async () => {
    const { press, findEnd, now: shown, module } = await openSites();
    const [{ hash = '' } = {}] = await module.signatures.alive(chainId, 0);
    await press((await findEnd()) ?? '');
    const [calldata = []] = callsIn(node);
    expect(calldata.slice(-4)).toEqual([
      expect.stringMatching(new RegExp(address.replace(/^0x0*/u, ''), 'u')),
      getSelector('revoke_session'),
      '0x1',
      hash,
    ]);
    expect(await findEnd()).toBeUndefined();
    expect(await shown()).toContain('Sent, waiting');
  });

  it('leaves it in the list if the user refuses', async () => {
    const { press, findEnd } = await openSites({}, { user: () => false });
    const end = await findEnd();
    await press(end ?? '');
    expect(node.sent).toEqual([]);
    expect(await findEnd()).toBe(end);
  });
});

describe('forgetEnded', () => {
  /** The list of sites once a session's end has settled. */
  async function endAndLook() {
    const page = await openSites();
    await page.press((await page.findEnd()) ?? '');
    await trackTransactions(page.module);
    await page.look();
    return page;
  }

  it('drops a session if the user ended it and its account says that it has ended', async () => {
    answer = ['0x1'];
    const { now: shown, module } = await endAndLook();
    expect(await shown()).not.toContain(HELD);
    expect(await module.signatures.alive(chainId, 0)).toEqual([]);
  });

  it('keeps a session that the user has not ended if a node says that it has ended', async () => {
    answer = ['0x1'];
    const { look, now: shown, module } = await openSites();
    await look();
    expect(await shown()).toContain(HELD);
    expect(await module.signatures.alive(chainId, 0)).toHaveLength(1);
  });

  it('keeps a session if the transaction that ends it was reverted', async () => {
    answer = ['0x1'];
    node.says.instead.starknet_getTransactionStatus = () => ({
      result: { finality_status: 'ACCEPTED_ON_L2', execution_status: 'REVERTED' },
    });
    expect(await (await endAndLook()).now()).toContain(HELD);
  });

  it.each([
    ['says that it has not', ['0x0']],
    ['has no such function', undefined],
    ['says nothing', []],
  ])('keeps a session if its account %s', async (_, words) => {
    answer = words;
    expect(await (await endAndLook()).now()).toContain(HELD);
  });
});

describe('findEndableSession', () => {
  it.each<[string, Partial<StoredAccount>]>([
    ['its class has no sessions', { accountClass: 'argent031' }],
    ['its account cannot sign', { obstacle: 'guardian' }],
  ])('offers no end if %s', async (_, changes) => {
    const { findEnd, now: shown } = await openSites(changes);
    expect(await shown()).toContain(HELD);
    expect(await findEnd()).toBeUndefined();
  });

  it('offers the end again while a site only holds the transaction that would end it', async () => {
    const { look, findEnd, module } = await openSites();
    const end = await findEnd();
    const [{ hash = '' } = {}] = await module.signatures.alive(chainId, 0);
    const unsent = {
      given: true,
      known: false,
      status: 'RECEIVED',
      executionStatus: null,
    } as const;
    const call = { contractAddress: address, contractFuncName: 'revoke_session' };
    await module.transactions.add(
      storedRecord(1, { senderAddress: address, ...call, contractCallData: [hash], ...unsent }),
    );
    await look();
    expect(end).toBeDefined();
    expect(await findEnd()).toBe(end);
  });
});
