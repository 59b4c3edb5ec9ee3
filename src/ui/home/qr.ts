import encodeQR from 'qr';

/** Pixels of a module, fewer for a long text so that it fits a section of wallets. */
const SCALE = { usual: 5, small: 4 };
const USUAL_MODULES = 60;
/** Modules of the white margin that readers need around the picture. */
const QUIET = 4;

/** The dark runs of a row, as steps of an SVG path. */
const rowPath = (row: readonly boolean[], y: number): string =>
  [
    ...row
      .map((isDark) => (isDark ? '1' : '0'))
      .join('')
      .matchAll(/1+/gu),
  ]
    .map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
    .join('');

/**
 * A text as a QR code of correction level M: an SVG with its own size and white ground, since
 * wallets take neither from the page around it.
 */
export function qrCode(text: string): string {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET });
  const modules = rows.length;
  const side = modules * SCALE[modules > USUAL_MODULES ? 'small' : 'usual'];
  const frame = `width="${side}" height="${side}" viewBox="0 0 ${modules} ${modules}"`;
  const ground = `<rect width="${modules}" height="${modules}" fill="#fff"/>`;
  const path = `<path fill="#000" d="${rows.map(rowPath).join('')}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${frame} shape-rendering="crispEdges">${ground}${path}</svg>`;
}
