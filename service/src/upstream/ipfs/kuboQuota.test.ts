import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { openShared } from '../../../test/ipfsNode';
import { type Disposal, dispose } from '../../../test/testService';

const undo: Disposal = [];
afterEach(() => dispose(undo));

const hour = 3_600_000;
const open = async () => {
  const time = { now: 1_000_000_000_000 };
  const limits = { ipfsBytes: 1_000_000, ipfsBlocks: 30, unpinnedMs: hour };
  const shared = await openShared(undo, { limits, clock: () => time.now });
  return { ...shared, time, run: await shared.newKey() };
};
const hashesOf = async (response: Response): Promise<string[]> => {
  const lines = (await response.text()).trim().split('\n');
  return lines.map((line) => (JSON.parse(line) as { Hash: string }).Hash);
};
const pinsOf = async (run: (command: string) => Promise<Response>) =>
  Object.keys(((await (await run('pin/ls')).json()) as { Keys: object }).Keys).sort();

describe('a key before a node that many share', () => {
  // @promise P23.2
  it('stores so many bytes, and another one its own', async () => {
    const { run, newKey, pinsBehind } = await open();
    const [first] = await hashesOf(await run('add', randomBytes(600_000)));
    for (const command of ['add', 'add?pin=false', 'block/put', 'dag/import']) {
      const refused = await run(command, randomBytes(600_000));
      expect([command, refused.status]).toEqual([command, 403]);
      expect(await refused.json()).toMatchObject({ Type: 'error' });
    }
    expect(await pinsBehind()).toEqual([first]);
    const other = await newKey();
    expect((await other('add', randomBytes(600_000))).status).toBe(200);
  });

  // @promise P23.2
  it('stores so many blocks, however small, and pins none of an upload of more', async () => {
    const { run, pinsBehind } = await open();
    const refused = await run('add?chunker=size-1000', randomBytes(40_000));
    expect(refused.status).toBe(403);
    expect(await pinsBehind()).toEqual([]);
    expect((await run('add', 'small')).status).toBe(403);
  });

  it('pins what others have put as far as it has room for that', async () => {
    const { run, newKey, pinsBehind, node } = await open();
    const other = await newKey();
    const [large] = await hashesOf(await other('add', randomBytes(700_000)));
    const [small] = await hashesOf(await other('add', 'small'));
    expect((await run('add', randomBytes(500_000))).status).toBe(200);
    const before = await pinsOf(run);
    node.asked.length = 0;
    expect((await run(`pin/add?arg=${large}`)).status).toBe(403);
    expect((await run(`pin/update?arg=${before[0]}&arg=${large}`)).status).toBe(403);
    expect(node.asked.map(({ pathname }) => pathname)).not.toContain('/api/v0/pin/add');
    expect(await pinsOf(run)).toEqual(before);
    expect((await run(`pin/add?arg=${small}`)).status).toBe(200);
    expect((await pinsBehind()).length).toBe(3);
  });

  it('frees the room of what was unpinned, or not pinned for some time', async () => {
    const { run, time } = await open();
    const [first] = await hashesOf(await run('add', randomBytes(900_000)));
    expect((await run(`pin/rm?arg=${first}`)).status).toBe(200);
    expect((await run('add?pin=false', randomBytes(900_000))).status).toBe(200);
    // The clock is set back meanwhile.
    time.now -= 24 * hour;
    expect((await run('add', randomBytes(900_000))).status).toBe(403);
    time.now += hour;
    expect((await run('add', randomBytes(900_000))).status).toBe(200);
  });

  it('owns all at the top of an upload, or the folder around it', async () => {
    const { run, pinsBehind } = await open();
    const files = [['a', 'a'] as [string, string], ['d/b', 'b'] as [string, string]];
    const [a, , d] = await hashesOf(await run('add', ...files));
    expect(await pinsOf(run)).toEqual([a, d].sort());
    const all = await hashesOf(await run('add?wrap-with-directory=true', ...files));
    expect((await pinsBehind()).sort()).toEqual([a, d, all.at(-1)].sort());
  });

  // @promise P23.2
  it('pins for the key alone: the node pins nothing by itself, however a flag is spelled', async () => {
    const { run, node, pinsBehind } = await open();
    for (const flag of ['', '?pin=1', '?pin=TRUE', '?pin=0']) {
      expect((await run(`add${flag}`, flag)).status).toBe(200);
      expect((await run(`block/put${flag}`, flag)).status).toBe(200);
    }
    const puts = node.asked.filter(({ pathname }) => /add$|put$/.test(pathname));
    const sent = puts.filter(({ pathname }) => pathname !== '/api/v0/pin/add');
    expect(sent).toHaveLength(8);
    for (const { searchParams } of sent) expect(searchParams.getAll('pin')).toEqual(['false']);
    expect(await pinsBehind()).toHaveLength(5);
    for (const flag of ['pin=maybe', 'pin=false&pin=true', 'only-hash=2']) {
      expect((await run(`add?${flag}`, 'x')).status).toBe(400);
    }
  });

  // @promise P23.2
  it('stores as often as it may write, archives as all else', async () => {
    const { run } = await open();
    const statuses = await Promise.all(
      Array.from({ length: 151 }, async () => (await run('dag/import')).status),
    );
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
    expect((await run('dag/put', '{}')).status).toBe(429);
    expect((await run('version')).status).toBe(200);
  });

  // @promise P23.2
  it('keeps the roots of an archive that it has room for, and the node none of others', async () => {
    const { run, newKey, node, pinsBehind } = await open();
    const other = await newKey();
    const [large] = await hashesOf(await other('add?pin=false', randomBytes(800_000)));
    const [small] = await hashesOf(await other('add?pin=false', 'small'));
    node.archive = [small as string];
    const reply = await run('dag/import', 'an archive');
    expect(await reply.json()).toMatchObject({ Root: { Cid: { '/': small } } });
    expect((await run('add', randomBytes(300_000))).status).toBe(200);
    const before = await pinsOf(run);
    node.archive = [small as string, large as string];
    expect((await run('dag/import', 'an archive')).status).toBe(403);
    expect(await pinsOf(run)).toEqual(before);
    expect((await pinsBehind()).sort()).toEqual(before);
  });

  // @promise P23.2
  it('gets back the room of an upload that it did not wait for', async () => {
    const { run, node, time } = await open();
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const reached = new Promise<void>((resolve) => {
      node.wait = (path) => {
        if (path !== '/api/v0/add') return Promise.resolve();
        resolve();
        return held;
      };
    });
    await run.leave('add', randomBytes(900_000), reached);
    expect((await run('version')).status).toBe(200);
    answer();
    node.wait = async () => undefined;
    // The upload was complete when the caller left: it is stored and pinned for the key.
    let pins: string[] = [];
    while (pins.length === 0) pins = await pinsOf(run);
    expect((await run('add', randomBytes(900_000))).status).toBe(403);
    expect((await run(`pin/rm?arg=${pins[0]}`)).status).toBe(200);
    // If nobody reads the response, the room may be released a moment later.
    const until = Date.now() + 5_000;
    let status = 403;
    while (status === 403 && Date.now() < until) {
      time.now += hour;
      ({ status } = await run('add?pin=false', randomBytes(900_000)));
    }
    expect(status).toBe(200);
  });

  // @promise P23.2
  it.each(['cat', 'pin/add', 'object/get'])(
    'aborts the node’s work when the caller does not wait for %s',
    async (command) => {
      const { run, node } = await open();
      const [hash] = await hashesOf(await run('add?pin=false', 'small'));
      const reached = new Promise<void>((resolve) => {
        node.wait = () => {
          resolve();
          return new Promise(() => undefined);
        };
      });
      const left = new Promise<string>((resolve) => {
        node.left = resolve;
      });
      await run.leave(`${command}?arg=${hash}`, new Uint8Array(), reached);
      const asked = { cat: 'cat', 'pin/add': 'dag/stat', 'object/get': 'block/get' }[command];
      expect(await left).toBe(`/api/v0/${asked}`);
    },
  );
});
