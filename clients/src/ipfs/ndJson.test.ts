import { describe, expect, it } from '@jest/globals';
import { catchError } from '../../../test/catchError';
import { all, inPieces } from '../../../test/service/pieces';
import { readNdJson } from './ndJson';

describe('readNdJson', () => {
  it('reads the same at whatever byte the text is cut', async () => {
    const values = [{ name: 'größe\n', size: 5 }, {}, { name: '\u{1f600}' }];
    const text = values.map((value) => JSON.stringify(value)).join('\n');
    for (let cut = 0; cut <= Buffer.byteLength(text); cut++)
      expect(await all(readNdJson(inPieces(text, [cut])))).toEqual(values);
  });

  // @promise P21.1
  it('uses time in proportion to what comes, even if it comes byte by byte', async () => {
    const line = `"${'a'.repeat(2 ** 17)}"`;
    const bytewise = async function* () {
      for (const byte of Buffer.from(line)) yield Uint8Array.of(byte);
    };
    const before = process.cpuUsage();
    expect(await all(readNdJson(bytewise()))).toEqual([JSON.parse(line)]);
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(5);
  });

  it('leaves out lines without a value, and takes what only looks like an error', async () => {
    const values = [{ Type: 'error' }, { Message: 'well' }, { Type: 'error', Message: 5 }, null];
    const text = values.map((value) => `${JSON.stringify(value)}\r\n \n\n`).join('');
    expect(await all(readNdJson(inPieces(`${text} `, [])))).toEqual(values);
  });

  it('reports 500 characters of an error, without the keys of whoever may have answered', async () => {
    const endpoints = [
      { url: 'https://one.example/v0/k1-of-the-first' },
      { url: 'https://two.example', headers: { authorization: 'Basic azI6c2VjcmV0LW9mLXR3bw==' } },
    ];
    const keys = 'k1-of-the-first, azI6c2VjcmV0LW9mLXR3bw==, secret-of-two';
    const told = JSON.stringify({ Type: 'error', Message: `${keys} y${'x'.repeat(500)}` });
    expect(await catchError(all(readNdJson(inPieces(told, []), endpoints)))).toMatchObject({
      data: { reason: `…, …, … y${'x'.repeat(491)}` },
    });
    // In the last line as in any before it; and nothing of it where nobody says whose keys they are.
    expect(await catchError(all(readNdJson(inPieces(`${told}\n5`, []), endpoints)))).toMatchObject({
      data: { reason: expect.stringMatching(/^…, …, … y/u) },
    });
    const nobodys = await catchError(all(readNdJson(inPieces(told, []))));
    expect(nobodys).toHaveProperty('data', {});
  });

  it('accepts a line of 1 MiB, and refuses a longer one before its end has come', async () => {
    const most = '1'.repeat(2 ** 20);
    expect(await all(readNdJson(inPieces(`${most}\n2`, [2 ** 20])))).toHaveLength(2);
    const longer = readNdJson(inPieces(`1${most}\n2`, [2 ** 20 + 1]));
    expect(await catchError(all(longer))).toMatchObject({ kind: 'nodeFault' });
  });

  it.each([
    ['a line that is cut off', '{"a":1}\n{"b"'],
    ['an error in its place', '{"a":1}\n{"Message":"context canceled","Type":"error"}'],
  ])('refuses %s after what came before', async (_, text) => {
    const stream = readNdJson(inPieces(text, []));
    expect((await stream.next()).value).toEqual({ a: 1 });
    expect(await catchError(stream.next())).toMatchObject({ kind: 'nodeFault' });
  });

  it('refuses bytes that are no text and a line without an end', async () => {
    for (const bytes of [Uint8Array.of(0x22, 0xff, 0x22), Uint8Array.of(0x31, 0xc3)]) {
      const broken = (async function* () {
        yield bytes;
      })();
      expect(await catchError(all(readNdJson(broken)))).toMatchObject({
        kind: 'nodeFault',
        message: expect.stringContaining('no text'),
      });
    }
    const endless = (async function* () {
      for (;;) yield new Uint8Array(2 ** 16).fill(0x61);
    })();
    expect(await catchError(all(readNdJson(endless)))).toMatchObject({ kind: 'nodeFault' });
  });
});
