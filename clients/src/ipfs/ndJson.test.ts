import { describe, expect, it } from '@jest/globals';
import { errorOf } from '../../../test/errorOf';
import { all, inPieces } from '../../../test/service/pieces';
import { readNdJson } from './ndJson';

describe('readNdJson', () => {
  it('reads the same at whatever byte the text is cut', async () => {
    const values = [{ name: 'größe\n', size: 5 }, {}, { name: '\u{1f600}' }];
    const text = values.map((value) => JSON.stringify(value)).join('\n');
    for (let cut = 0; cut <= Buffer.byteLength(text); cut++)
      expect(await all(readNdJson(inPieces(text, [cut])))).toEqual(values);
  });

  it('takes time in proportion to what comes, also where it comes byte by byte', async () => {
    const line = `"${'a'.repeat(2 ** 17)}"`;
    const bytewise = async function* () {
      for (const byte of Buffer.from(line)) yield Uint8Array.of(byte);
    };
    const before = process.cpuUsage();
    expect(await all(readNdJson(bytewise()))).toEqual([JSON.parse(line)]);
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(5);
  });

  it.each([
    ['a line that is cut off', '{"a":1}\n{"b"'],
    ['an error in its place', '{"a":1}\n{"Message":"context canceled","Type":"error"}'],
  ])('refuses %s after what came before', async (_, text) => {
    const stream = readNdJson(inPieces(text, []));
    expect((await stream.next()).value).toEqual({ a: 1 });
    expect(await errorOf(stream.next())).toMatchObject({ kind: 'nodeFault' });
  });

  it('refuses bytes that are no text and a line without an end', async () => {
    const broken = (async function* () {
      yield Uint8Array.of(0x22, 0xff);
    })();
    expect(await errorOf(all(readNdJson(broken)))).toMatchObject({ kind: 'nodeFault' });
    const endless = (async function* () {
      for (;;) yield new Uint8Array(2 ** 16).fill(0x61);
    })();
    expect(await errorOf(all(readNdJson(endless)))).toMatchObject({ kind: 'nodeFault' });
  });
});
