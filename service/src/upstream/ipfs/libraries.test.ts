import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openShared } from '../../../test/ipfsNode';
import { type Disposal, dispose } from '../../../test/testService';

const undo: Disposal = [];
let shared: Awaited<ReturnType<typeof openShared>>;
let run: Awaited<ReturnType<(typeof shared)['newKey']>>;
beforeAll(async () => {
  shared = await openShared(undo);
  run = await shared.newKey();
});
afterAll(() => dispose(undo));

const read = async (asked: Promise<Response>) => {
  const response = await asked;
  const text = await response.text();
  return {
    status: response.status,
    lines: text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  };
};
/** CID of "hello" in a Kubo node. */
const hello = 'QmWfVY9y3xjsixTgbd9AorQxH7VtMpzfx2HaWtsoUYecaX';

// Every request goes to both: a service with its own blocks, and one in front of a node.
describe('what libraries send', () => {
  it('accepts the operator’s flags if they are off, as ipfshttpclient sends them', async () => {
    const flags = 'trickle=False&only-hash=False&raw-leaves=False&nocopy=False&pin=True';
    const added = await read(run(`add?${flags}`, ['hello.txt', 'hello']));
    expect(added).toEqual({ status: 200, lines: [{ Name: 'hello.txt', Hash: hello, Size: '13' }] });
    expect(shared.node.asked.at(-1)?.searchParams.has('nocopy')).toBe(false);
    for (const on of ['nocopy=true', 'nocopy=false&nocopy=true', 'nocopy', 'to-files=/x'])
      expect((await run(`add?${on}`, ['hello.txt', 'hello'])).status).toBe(403);
  });

  it('accepts what kubo-rpc-client adds by itself', async () => {
    const value = await read(run('dag/put?store-codec=dag-cbor', '{"a":{"b":7}}'));
    const [{ Cid }] = value.lines;
    const found = await read(run(`dag/get?arg=${Cid['/']}/a/b&path=/a/b&output-codec=dag-json`));
    expect(found.lines).toEqual([7]);
    await run(`pin/add?arg=${hello}&recursive=true`);
    const pins = await read(run(`pin/ls?arg=${hello}&paths=${hello}&stream=1`));
    expect(pins.lines).toEqual([{ Cid: hello, Type: 'recursive' }]);
  });

  it('adds one folder without a name, as Kubo’s own client sends it', async () => {
    const own = await shared.newKey();
    const folder = new Blob([], { type: 'application/x-directory' });
    const files = [
      ['a.txt', 'A'],
      ['sub', folder],
      ['sub/b b', 'B'],
    ] as [string, string | Blob][]; // pairs
    // Kubo 0.27 returns the same.
    const root = 'QmSiBNCjT8rJfgS5PoKRttv5D5tS2AJDfWerGX8BCkkkSq';
    const { lines } = await read(own('add', ['/', folder], ...files));
    expect(lines.map(({ Name, Hash }) => [Name, Hash])).toEqual([
      ['a.txt', 'QmRy2a1t6YSCiqXbkUQ1xQtXUQzX4mXmdzjLGey6884Uhb'],
      ['sub/b b', 'QmRTgroCjkxdw1bCFMb3r1Yq9wy6Rddhdkc2UFFuTBEAFa'],
      ['sub', 'QmaPaYLktobcsdpuj94JBzYSXNAAcoYn4MzJiDaz1msnZW'],
      ['', root],
    ]);
    expect((await read(own('pin/ls'))).lines).toEqual([
      { Keys: { [root]: { Type: 'recursive' } } },
    ]);
    const empty = { Name: '', Hash: 'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn', Size: '4' };
    expect((await read(own('add', ['/', folder]))).lines).toEqual([empty]);
    expect((await own('add?wrap-with-directory=true', ['/', folder], ...files)).status).toBe(400);
  });

  it('puts each of several files in the named format', async () => {
    const [list, fields] = [Uint8Array.of(0x80), Uint8Array.of(0xa0)];
    const { lines } = await read(run('block/put?format=dag-cbor&version=1', list, fields));
    expect(lines.map(({ Key }) => Key.slice(0, 5))).toEqual(['bafyr', 'bafyr']);
    const values = await read(run('dag/put', '{"a":1}', '{"a":2}'));
    expect(new Set(values.lines.map(({ Cid }) => Cid['/'])).size).toBe(2);
  });

  it('refuses options that would make something else of it', async () => {
    for (const option of ['hash=sha2-512', 'inline=true', 'trickle=true'])
      expect((await run(`add?${option}`, 'hello')).status).toBe(400);
    expect((await run('block/put?mhlen=20', 'hello')).status).toBe(400);
    expect((await run(`pin/add?arg=${hello}&recursive=false`)).status).toBe(400);
    for (const type of ['indirect', 'nothing'])
      expect((await run(`pin/ls?type=${type}`)).status).toBe(400);
    expect((await read(run('pin/ls?type=direct'))).lines).toEqual([{ Keys: {} }]);
  });
});
