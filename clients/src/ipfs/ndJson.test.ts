import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { errorOf } from '../../../test/errorOf';
import { readNdJson } from './ndJson';

describe('readNdJson', () => {
  const inPieces = async function* (text: string, cuts: readonly number[]) {
    const bytes = new TextEncoder().encode(text);
    let at = 0;
    for (const cut of [...cuts].sort((a, b) => a - b)) {
      yield bytes.slice(at, cut);
      at = Math.max(at, cut);
    }
    yield bytes.slice(at);
  };
  const all = async (stream: AsyncIterable<unknown>) => {
    const values: unknown[] = [];
    for await (const value of stream) values.push(value);
    return values;
  };

  it('reads the same however the bytes are cut', async () => {
    const json = fc.record({ name: fc.string({ unit: 'binary' }), size: fc.nat() });
    await fc.assert(
      fc.asyncProperty(
        fc.array(json),
        fc.boolean(),
        fc.array(fc.nat({ max: 400 })),
        async (values, isEnded, cuts) => {
          const text = values.map((value) => JSON.stringify(value)).join('\n');
          const read = await all(readNdJson(inPieces(isEnded ? `${text}\n` : text, cuts)));
          expect(read).toEqual(JSON.parse(JSON.stringify(values)));
        },
      ),
      { numRuns: 300 },
    );
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
