import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { transferCall } from '../chain/transferCall';
import { STRK } from '../node/account';
import { COMPANION, moduleId, type Reply } from '../sequences/world';
import { raiseVersion } from '../stage/addressedModule';
import { olderState } from '../wallet/oldRecords';
import { address, SITE, type Stand } from './stand';

/*
 * Scenarios of an installed module. Each returns its observations;
 * `test/node/installedModule.test.ts` has the expectations.
 */
type Sent = { transaction_hash?: string };

const toldOf = ({ result, error }: Reply) => ({
  isDone: error === undefined,
  hash: (result as Sent | undefined)?.transaction_hash,
  error: error && { code: error.code, message: error.message },
});
const statusOf = async ({ journal }: Stand, hash: string | undefined) =>
  (await journal()).find(({ txnHash }) => txnHash === hash)?.status;
const statusesOf = async ({ journal }: Stand) => (await journal()).map(({ status }) => status);

/** Repeats the request, as a user does who was told that it failed. */
async function again(stand: Stand, recipient: string) {
  const told = toldOf(await stand.execute(recipient));
  await stand.settle();
  return {
    told,
    received: await stand.received(recipient),
    status: await statusOf(stand, told.hash),
  };
}

const locked = async (stand: Stand) => {
  const { world, received } = stand;
  const { lock } = world.wallet;
  const { reply } = await stand.leaveOpen(() => stand.execute('0x7e5701'));
  lock.lock();
  const network = await world.ask(SITE, 'xnet_getCurrentNetwork');
  const waiting = stand.sign('While it is locked');
  let isSigned = false;
  void waiting.then(() => {
    isSigned = true;
  });
  await world.tick();
  const dialogs = stand.dialogs().length;
  // Its key was derived before.
  stand.agree();
  const sent = toldOf(await reply);
  await stand.settle();
  const signedWhileLocked = isSigned;
  lock.unlock();
  const told = [sent, toldOf(await waiting)];
  await stand.settle();
  return {
    network,
    dialogs,
    told,
    signedWhileLocked,
    received: await received('0x7e5701'),
    statuses: await statusesOf(stand),
  };
};

/** The wallet ends a module that is idle, even while it waits for a key. */
const endedWhileLocked = async (stand: Stand) => {
  const { world } = stand;
  const { lock } = world.wallet;
  lock.lock();
  const reply = stand.execute('0x7e5703');
  await stand.keyIsWanted();
  await world.endModule();
  const told = toldOf(await reply);
  lock.unlock();
  return { told, again: await again(stand, '0x7e5703') };
};

const disabledWithDialog = async (stand: Stand) => {
  const { world } = stand;
  const { snaps } = world.wallet.controllers;
  const { reply } = await stand.leaveOpen(() => stand.execute('0x7e5704'));
  await snaps.disableSnap(moduleId);
  const told = toldOf(await reply);
  const asked = toldOf(await stand.execute('0x7e5704'));
  snaps.enableSnap(moduleId);
  await stand.answerTooLate();
  const received = await stand.received('0x7e5704');
  return { told, asked, received, again: await again(stand, '0x7e5704') };
};

const disabledWhileSending = async (stand: Stand) => {
  const { snaps } = stand.world.wallet.controllers;
  const { reply } = await stand.leaveSending('0x7e5705');
  await snaps.disableSnap(moduleId);
  const told = toldOf(await reply);
  snaps.enableSnap(moduleId);
  const pending = await statusesOf(stand);
  await stand.settle();
  return {
    told,
    pending,
    statuses: await statusesOf(stand),
    received: await stand.received('0x7e5705'),
    nonce: await stand.nonce(),
  };
};

const updated = async (stand: Stand) => {
  const { world, release } = stand;
  const { snaps } = world.wallet.controllers;
  const sending = await stand.leaveSending('0x7e5707');
  const left = await stand.leaveOpen(() => stand.sign('Before the update'));
  await raiseVersion(release, '0.1.1');
  await snaps.installSnaps('metamask', { [moduleId]: { version: '0.1.1' } });
  const told = [toldOf(await sending.reply), toldOf(await left.reply)];
  const pending = await statusesOf(stand);
  await stand.settle();
  return {
    told,
    pending,
    statuses: await statusesOf(stand),
    version: world.version(),
    received: await stand.received('0x7e5707'),
    again: await again(stand, '0x7e5708'),
  };
};

/** Migrates the first format of the state, when the wallet restarts with a later release. */
const migrated = async (stand: Stand) => {
  const { world, release } = stand;
  const sent = toldOf(await stand.execute('0x7e5709'));
  const before = { records: await stand.journal(), accounts: await accountsOf(stand) };
  await world.restart(async (data) => {
    await raiseVersion(release, '0.2.0');
    const path = join(data, 'state.json');
    const today = world.readState(await readFile(path, 'utf8'));
    await writeFile(path, JSON.stringify(await olderState(today, address)));
  });
  const after = { records: await stand.journal(), accounts: await accountsOf(stand) };
  const { version, records } = world.readState(await world.stateText());
  await stand.settle();
  return {
    before,
    after,
    sent,
    version,
    wasMigrated: records === null,
    status: await statusOf(stand, sent.hash),
    release: world.version(),
    again: await again(stand, '0x7e570a'),
  };
};
const accountsOf = async ({ world }: Stand) =>
  (await world.ask(COMPANION, 'xnet_listAccounts')).result;

const removed = async (stand: Stand) => {
  const { world } = stand;
  const { snaps } = world.wallet.controllers;
  const before = await stand.journal();
  const sending = await stand.leaveSending('0x7e570b');
  const left = await stand.leaveOpen(() => stand.sign('Before the end'));
  await snaps.removeSnap(moduleId);
  const told = [toldOf(await sending.reply), toldOf(await left.reply)];
  const asked = toldOf(await stand.execute('0x7e570c'));
  await stand.answerTooLate();
  await stand.connect();
  const forgotten = await stand.journal();
  const scan = { startScanIndex: 0, maxScanned: 3, maxMissed: 3 };
  const found = await world.ask(COMPANION, 'xnet_recoverAccounts', scan);
  await stand.settle();
  const history = await stand.history();
  return {
    told,
    asked,
    before,
    forgotten,
    history,
    found: addressesIn(found),
    received: await stand.received('0x7e570b'),
    again: await again(stand, '0x7e570c'),
  };
};

/** A dialog's data is requested ahead; the second request fails before the wallet answers. */
const afterFailures = async (stand: Stand) => {
  const { world } = stand;
  await world.endModule();
  const calls = transferCall(STRK, '0x7e57', 1n);
  const failed = [
    await world.ask(SITE, 'xnet_getStarkName', { nobody: 1 }),
    await world.ask(SITE, 'xnet_executeTxn', { address: '0x7e57', calls }),
  ].map(({ error }) => (error?.data as { kind?: string } | undefined)?.kind);
  const late = pause(20_000).then(() => 'late' as const);
  const told = await Promise.race([stand.sign('After two that failed').then(toldOf), late]);
  return { failed, told };
};

/** Sites call while the wallet closes: a restarted module would overwrite the next one's state. */
const closed = async (stand: Stand) => {
  const { world } = stand;
  const runningAfter: boolean[] = [];
  let [asked, told] = [0, 0];
  for (let round = 0; round < 3; round += 1) {
    const { snaps } = world.wallet.controllers;
    let isOver = false;
    const asking = (async () => {
      for (; !isOver; await pause(1)) {
        asked += 1;
        const note = () => {
          told += 1;
        };
        void world.ask(COMPANION, 'xnet_getState').then(note, note);
      }
    })();
    await pause(20);
    await world.restart(async () => {
      isOver = true;
      await asking;
      await pause(400);
      runningAfter.push(snaps.isRunning(moduleId));
    });
  }
  // Every request got an answer.
  return { runningAfter, untold: asked - told };
};

const addressesIn = ({ result }: Reply) =>
  ((result ?? []) as { address: string }[]).map((one) => one.address);

/** All scenarios in sequence, in one wallet. */
export async function playAll(stand: Stand) {
  return {
    address,
    locked: await locked(stand),
    endedWhileLocked: await endedWhileLocked(stand),
    disabledWithDialog: await disabledWithDialog(stand),
    disabledWhileSending: await disabledWhileSending(stand),
    updated: await updated(stand),
    migrated: await migrated(stand),
    afterFailures: await afterFailures(stand),
    closed: await closed(stand),
    removed: await removed(stand),
  };
}
export type Seen = Awaited<ReturnType<typeof playAll>>;
