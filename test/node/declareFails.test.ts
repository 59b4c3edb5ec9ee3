import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { LocalChain } from '../../scripts/start/localChain';
import { startChain } from '../chain/chain';
import { openModule } from '../wallet/openModule';
import { ONE, openAccount, readNonce, readStrk } from './account';
import {
  createPayload,
  type Declarable,
  isDeclared,
  readDeclarables,
  readJournal,
} from './declarable';

let chain: LocalChain;
let declarable: (structName: string) => Declarable;
beforeAll(async () => {
  chain = await startChain();
  ({ declarable } = await readDeclarables(chain.url));
}, 180_000);
afterAll(() => chain?.stop());

describe('a declaration that fails', () => {
  it('refuses a class hash that is not the one of the class, without a dialog', async () => {
    const account = await openAccount(chain.url, { addressIndex: 2 });
    const { address, invoke, dialogs } = account;
    const other = declarable('Other');
    await expect(
      invoke('xnet_declareContract', {
        senderAddress: address,
        contractPayload: createPayload(other, { classHash: '0x1234' }),
      }),
    ).rejects.toMatchObject({
      kind: 'invalidParams',
      message: expect.stringContaining(other.classHash),
      data: { path: 'contractPayload.classHash' },
    });
    expect(dialogs).toEqual([]);
    expect(await readJournal(account, address)).toEqual([]);
  });

  it('refuses a class without the hash of its compiled class', async () => {
    const { address, invoke, dialogs } = await openAccount(chain.url, { addressIndex: 3 });
    const { contract } = declarable('Uncompiled');
    await expect(
      invoke('xnet_declareContract', { senderAddress: address, contractPayload: { contract } }),
    ).rejects.toMatchObject({
      kind: 'invalidParams',
      data: { path: 'contractPayload.compiledClassHash' },
    });
    expect(dialogs).toEqual([]);
  });

  it.each([
    ['no class', {}, 'contract_class_version'],
    ['a class of Cairo 0', { contract_class_version: '0.0.0' }, 'contract_class_version'],
  ])('refuses %s', async (_, contract, path) => {
    const { address, invoke } = await openAccount(chain.url, {
      addressIndex: 4,
      deployed: false,
      funds: 0n,
    });
    const contractPayload = { contract, compiledClassHash: '0x1' };
    await expect(
      invoke('xnet_declareContract', { senderAddress: address, contractPayload }),
    ).rejects.toMatchObject({ kind: 'invalidParams', data: { path } });
  });

  it('returns the node’s reason against another compiled class hash, without a dialog', async () => {
    const account = await openAccount(chain.url, { addressIndex: 5 });
    const { address, invoke, dialogs } = account;
    const declared = declarable('Mismatched');
    await expect(
      invoke('xnet_declareContract', {
        senderAddress: address,
        contractPayload: createPayload(declared, { compiledClassHash: '0x1234' }),
      }),
    ).rejects.toMatchObject({
      kind: 'transactionReverts',
      data: { nodeCode: 41, reason: expect.stringMatching(/compiled class hash/iu) },
    });
    expect(dialogs).toEqual([]);
    expect(await readJournal(account, address)).toEqual([]);
    expect(await isDeclared(chain.url, declared.classHash)).toBe(false);
    expect(await readNonce(chain.url, address)).toBe(1n);
  });

  it('fails as REJECTED with the reason when another declares the class while the dialog is open', async () => {
    const first = await openAccount(chain.url, { addressIndex: 11 });
    const other = await openAccount(chain.url, { addressIndex: 12 });
    const { address } = first;
    const contractPayload = createPayload(declarable('Raced'));
    let races = true;
    const asked = openModule({
      sepoliaUrl: chain.url,
      stored: first.state,
      async user() {
        if (races)
          await other.invoke('xnet_declareContract', { address: other.address, contractPayload });
        races = false;
        return true;
      },
    });
    const error = await asked
      .invoke('xnet_declareContract', { address, contractPayload })
      .catch((reason) => reason);
    expect(error).toMatchObject({ kind: 'transactionRejected', data: { nodeCode: 51 } });
    const [record] = await readJournal(asked, address);
    expect(record).toMatchObject({
      txnHash: error.data.hash,
      txnType: 'declare',
      status: 'REJECTED',
      failureReason: expect.stringMatching(/^Code 51/u),
      finalityStatus: null,
    });
    // A refused transaction leaves no nonce gap.
    const next = declarable('Next');
    const again = await asked.invoke('xnet_declareContract', {
      address,
      contractPayload: createPayload(next),
    });
    expect(again.class_hash).toBe(next.classHash);
    expect(await readNonce(chain.url, address)).toBe(2n);
  });

  it('refuses a class that is declared already', async () => {
    const { address, invoke } = await openAccount(chain.url, { addressIndex: 6 });
    const once = { senderAddress: address, contractPayload: createPayload(declarable('Twice')) };
    await invoke('xnet_declareContract', once);
    const error = await invoke('xnet_declareContract', once).catch((reason) => reason);
    expect(error).toMatchObject({ kind: expect.stringMatching(/^transactionRe/u) });
    expect(JSON.stringify(error.data)).toMatch(/already declared/iu);
  });

  it('sends nothing when the user declines', async () => {
    const opened = await openAccount(chain.url, { addressIndex: 7 });
    const { address } = opened;
    const declining = openModule({
      sepoliaUrl: chain.url,
      stored: opened.state,
      user: () => false,
    });
    const before = await readStrk(chain.url, address);
    const declared = declarable('Declined');
    await expect(
      declining.invoke('xnet_declareContract', {
        senderAddress: address,
        contractPayload: createPayload(declared),
      }),
    ).rejects.toMatchObject({ kind: 'userRejected' });
    expect(await readJournal(declining, address)).toEqual([]);
    expect(await isDeclared(chain.url, declared.classHash)).toBe(false);
    expect(await readStrk(chain.url, address)).toBe(before);
  });

  it('declares for accounts of the user only', async () => {
    const { invoke, dialogs } = await openAccount(chain.url, { addressIndex: 8 });
    const contractPayload = createPayload(declarable('Foreign'));
    await expect(
      invoke('xnet_declareContract', { senderAddress: '0x1234', contractPayload }),
    ).rejects.toMatchObject({ kind: 'unknownAccount' });
    expect(dialogs).toEqual([]);
  });

  it('reports an account that cannot pay for it', async () => {
    const poor = await openAccount(chain.url, { addressIndex: 9, funds: ONE / 500n });
    const { address, invoke, dialogs } = poor;
    const declared = declarable('Unpaid');
    await expect(
      invoke('xnet_declareContract', {
        senderAddress: address,
        contractPayload: createPayload(declared),
        invocationsDetails: {},
      }),
    ).rejects.toMatchObject({ kind: 'insufficientFunds' });
    expect(dialogs).toEqual([]);
  });
});
