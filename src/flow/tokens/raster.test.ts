import { describe, expect, it } from '@jest/globals';
import { patched, pictures } from '../../../test/review/pictures';
import { rasterUrl } from './raster';

const { png3x2, jpeg3x2, lossyWebp1x1, losslessWebp1x1, clearWebp1x1 } = pictures;
const text = (content: string) => new TextEncoder().encode(content);

describe('rasterUrl', () => {
  it.each([
    ['png', png3x2],
    ['jpeg', jpeg3x2],
    ['webp', lossyWebp1x1],
    ['webp', losslessWebp1x1],
    ['webp', clearWebp1x1],
  ])('holds all bytes of a %s', (type, bytes) => {
    const [head, body = ''] = rasterUrl(bytes)?.split(',') ?? [];
    expect(head).toBe(`data:image/${type};base64`);
    expect(new Uint8Array(Buffer.from(body, 'base64'))).toEqual(bytes);
  });

  it.each([
    ['PNG at the limit', patched(png3x2, 16, 0, 0, 4, 0, 0, 0, 4, 0), true],
    ['PNG that is too wide', patched(png3x2, 16, 0, 0, 4, 1), false],
    ['PNG that is far too wide', patched(png3x2, 16, 0xff, 0xff, 0xff, 0xff), false],
    ['PNG that is too high', patched(png3x2, 20, 0, 0, 4, 1), false],
    ['PNG of no width', patched(png3x2, 16, 0, 0, 0, 0), false],
    ['JPEG at the limit', patched(jpeg3x2, 25, 4, 0, 4, 0), true],
    ['JPEG that is too high', patched(jpeg3x2, 25, 4, 1), false],
    ['JPEG that is too wide', patched(jpeg3x2, 27, 4, 1), false],
    ['JPEG of a height that is told later', patched(jpeg3x2, 25, 0, 0), false],
    ['WebP at the limit', patched(lossyWebp1x1, 26, 0, 4, 0, 4), true],
    ['WebP that is too wide', patched(lossyWebp1x1, 26, 1, 4), false],
    ['lossless WebP at the limit', patched(losslessWebp1x1, 21, 0xff, 0xc3, 0xff, 0x10), true],
    ['lossless WebP that is too wide', patched(losslessWebp1x1, 21, 0x00, 0x04), false],
    ['lossless WebP that is too high', patched(losslessWebp1x1, 23, 0x00, 0x11), false],
    ['clear WebP at the limit', patched(clearWebp1x1, 24, 255, 3, 0, 255, 3, 0), true],
    ['clear WebP that is too wide', patched(clearWebp1x1, 24, 0, 4, 0), false],
    ['WebP that moves', patched(clearWebp1x1, 20, 0x12), false],
  ])('of a %s is told by its head', (_, bytes, isTaken) => {
    expect(rasterUrl(bytes) !== undefined).toBe(isTaken);
  });

  it.each([
    ['SVG', text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['HTML', text('<!doctype html><p>\x89PNG')],
    ['GIF', text('GIF89a\x01\0\x01\0')],
    ['an empty file', new Uint8Array()],
    ['a JPEG without a frame', jpeg3x2.slice(0, 20)],
    ['a JPEG that is tables alone', patched(jpeg3x2, 21, 0xc4)],
  ])('is none of %s', (_, bytes) => {
    expect(rasterUrl(bytes)).toBeUndefined();
  });

  it('is none of a head that is cut off anywhere', () => {
    const heads = [
      [png3x2, 24],
      [jpeg3x2, 29],
      [lossyWebp1x1, 30],
      [losslessWebp1x1, 25],
      [clearWebp1x1, 30],
    ] as const;
    for (const [bytes, end] of heads) {
      expect(rasterUrl(bytes.slice(0, end))).toBeDefined();
      for (let length = 0; length < end; length += 1)
        expect([length, rasterUrl(bytes.slice(0, length))]).toEqual([length, undefined]);
    }
  });
});
