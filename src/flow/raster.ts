/** No more pixels than this in either direction: what is unpacked from a small file may be huge. */
const MAX_PIXELS = 1_024;

type Raster = [type: 'png' | 'jpeg' | 'webp', width: number, height: number];

/**
 * A still picture of pixels as a `data:` URL, told by its first bytes alone: PNG, JPEG or WebP
 * (w3.org/TR/png, ITU-T T.81, RFC 9649).
 * @returns undefined for everything else, such as SVG, and for a picture of no or too many pixels
 */
export function rasterUrl(bytes: Uint8Array): string | undefined {
  const text = bytes.reduce((sum, byte) => sum + String.fromCharCode(byte), '');
  const [type, ...sides] = measure(text, bytes) ?? [];
  const isSane = sides.every((side) => side > 0 && side <= MAX_PIXELS);
  return type && isSane ? `data:image/${type};base64,${btoa(text)}` : undefined;
}

function measure(text: string, bytes: Uint8Array): Raster | undefined {
  /** The number in so many bytes, the greatest first; NaN beyond the end. */
  const number = (at: number, count = 2) => {
    let sum = 0;
    for (let index = at; index < at + count; index += 1)
      sum = sum * 256 + (bytes[index] ?? Number.NaN);
    return sum;
  };
  /** The least byte first, as WebP has it. */
  const reversed = (at: number, count = 2) => {
    let sum = 0;
    for (let index = at + count; index > at; index -= 1)
      sum = sum * 256 + (bytes[index - 1] ?? Number.NaN);
    return sum;
  };
  if (text.startsWith('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'))
    return ['png', number(16, 4), number(20, 4)];
  if (text.startsWith('RIFF') && text.startsWith('WEBPVP8', 8)) {
    const bits = reversed(21, 4);
    switch (text[15]) {
      case ' ':
        return ['webp', reversed(26) & 0x3fff, reversed(28) & 0x3fff];
      case 'L':
        return ['webp', (bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1];
      case 'X': // The second bit is set where it moves.
        return number(20, 1) & 2 ? undefined : ['webp', reversed(24, 3) + 1, reversed(27, 3) + 1];
    }
  }
  if (!text.startsWith('\xff\xd8\xff')) return undefined;
  let at = 2;
  while (number(at, 1) === 0xff) {
    const marker = number(at + 1, 1);
    // A frame has one of these markers; of the range, three mean something else.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return ['jpeg', number(at + 7), number(at + 5)];
    at += number(at + 2) + 2;
  }
  return undefined;
}
