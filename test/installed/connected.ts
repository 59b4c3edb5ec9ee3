import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '../../connect/src/client';
import { createConnection, listAddresses } from '../../connect/src/connection';
import { createUser } from '../sequences/user';
import { moduleId, openStage, openWorld, sites, type World } from '../sequences/world';
import { raiseVersion } from '../stage/addressedModule';

/*
 * Scenarios of a page that uses the connector, on the vendor's controllers. Prints the
 * observations; `test/node/connected.test.ts` has the expectations.
 */
type User = ReturnType<typeof createUser>;
const [, SITE = '', OTHER = ''] = sites;

/** A site's page that records its listener's events: how many accounts it saw, and sees. */
function openSite(world: World, origin: string, version?: string) {
  const provider = {
    async request(call: { method: string; params?: unknown }) {
      // Messages pass as JSON.
      const { result, error } = await world.request(origin, JSON.parse(JSON.stringify(call)));
      if (error) throw Object.assign(new Error(error.message), error);
      return result;
    },
  };
  const client = createClient({ provider, version });
  const connection = createConnection(client, { pollMs: 20 });
  const told: (readonly [number, number])[] = [];
  const listen = () =>
    connection.listen((now, before) => {
      told.push([listAddresses(before).length, listAddresses(now).length]);
    });
  return { client, connection, told, listen };
}

type Failure = { code?: unknown; message: string };
const failureOf = (asking: Promise<unknown>) =>
  asking.then(
    () => null,
    ({ code, message }: Failure) => ({ code, message }),
  );

/** A wallet that installs audited modules only. */
async function notListed(world: World) {
  const { client, connection } = openSite(world, SITE);
  return {
    connecting: await failureOf(connection.connect()),
    asking: await failureOf(client.request('ping')),
    state: (await connection.look()) ?? null,
  };
}

async function disabled(world: World) {
  const { client, connection, told, listen } = openSite(world, SITE);
  const leave = listen();
  await connection.connect();
  await world.disable();
  const state = (await connection.look()) ?? null;
  const asking = await failureOf(client.request('ping'));
  const connecting = await failureOf(connection.connect());
  world.enable();
  const again = listAddresses(await connection.look()).length;
  leave();
  return { state, asking, connecting, again, told };
}

/** A wallet that ends the module while a dialog is open. */
async function ended(world: World, user: User) {
  const { client } = openSite(world, SITE);
  user.expect([{ do: 'leave', by: 0 }]);
  const asking = failureOf(client.request('xnet_addAccount', {}));
  while (!user.isLeftOpen()) await pause(20);
  await world.endModule();
  return { asking: await asking };
}

async function removed(world: World) {
  const { client, connection, told, listen } = openSite(world, SITE);
  const leave = listen();
  await connection.look();
  await world.wallet.controllers.snaps.removeSnap(moduleId);
  const state = (await connection.look()) ?? null;
  const asking = await failureOf(client.request('ping'));
  const again = listAddresses(await connection.connect()).length;
  leave();
  return { state, asking, again, told };
}

/** The installed module is older than the release that the page needs. */
async function older(world: World, module: string) {
  const any = openSite(world, OTHER);
  await any.connection.connect();
  const { version: before } = (await any.client.installed()) ?? {};
  const unknown = await any.client.request('xnet_later' as 'ping').catch((error) => error);
  const page = openSite(world, OTHER, '^0.2.0');
  // It keeps polling whenever it may.
  const leave = page.listen();
  await page.connection.look();
  // There is no such release yet.
  const refused = await failureOf(page.connection.connect());
  await raiseVersion(module, '0.2.1');
  await page.connection.connect();
  const { version: after } = (await page.client.installed()) ?? {};
  const again = await failureOf(page.connection.connect());
  leave();
  return { before, unknown: unknown.data?.kind, refused, after, again };
}

type Stage = Awaited<ReturnType<typeof openStage>>;

/** Runs in a new wallet, whose user approves everything that is not meant to stay open. */
async function within<T>(
  stage: Stage,
  requireAllowlist: boolean,
  play: (world: World, user: User) => Promise<T>,
): Promise<T> {
  const world = await openWorld(stage, () => {}, { requireAllowlist });
  const user = createUser(world, () => {}, { isThorough: false });
  try {
    return await play(world, user);
  } finally {
    user.stop();
    await world.close();
  }
}

async function playAll() {
  const stage = await openStage();
  try {
    const unlisted = await within(stage, true, notListed);
    const rest = await within(stage, false, async (world, user) => ({
      disabled: await disabled(world),
      ended: await ended(world, user),
      removed: await removed(world),
      older: await older(world, join(stage.folder, 'module')),
    }));
    return { unlisted, ...rest };
  } finally {
    await stage.stop();
  }
}
export type Seen = Awaited<ReturnType<typeof playAll>>;

process.stdout.write(JSON.stringify(await playAll()));
// An ended wallet leaves requests pending.
process.exit(0);
