import { describe, expect, it } from '@jest/globals';
import decodeQR from 'qr/decode.js';
import { qrCode } from './qr';

/** The picture as pixels, drawn from the SVG's own path. */
function pixelsOf(svg: string) {
  const [, side = ''] = /viewBox="0 0 (\d+) /u.exec(svg) ?? [];
  const modules = Number(side);
  const scale = 8;
  const width = modules * scale;
  const data = new Uint8Array(width * width * 4).fill(255);
  for (const [, x, y, run] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/gu))
    for (let dy = 0; dy < scale; dy += 1)
      for (let dx = 0; dx < Number(run) * scale; dx += 1) {
        const at = (Number(y) * scale + dy) * width + Number(x) * scale + dx;
        data.fill(0, at * 4, at * 4 + 3);
      }
  return { width, height: width, data, modules };
}

const address = `0x04${'d07e40e93398ed3c76981e72dd1fd2255'.padEnd(62, '7')}`;

describe('qrCode', () => {
  it('holds exactly the text, and readers find it', () => {
    expect(decodeQR(pixelsOf(qrCode(address)))).toBe(address);
  });

  it('draws at least 176 pixels, a white ground and a margin of four modules', () => {
    const svg = qrCode(address);
    const { modules } = pixelsOf(svg);
    const [, width = '0'] = /^<svg [^>]*width="(\d+)"/u.exec(svg) ?? [];
    expect(Number(width)).toBeGreaterThanOrEqual(176);
    expect(svg).toContain(`<rect width="${modules}" height="${modules}" fill="#fff"/>`);
    const dark = [...svg.matchAll(/M(\d+) (\d+)h(\d+)/gu)].map((found) =>
      found.slice(1).map(Number),
    );
    expect(dark.length).toBeGreaterThan(100);
    for (const [x = 0, y = 0, run = 0] of dark) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(4);
      expect(Math.max(x + run, y + 1)).toBeLessThanOrEqual(modules - 4);
    }
  });
});
