import { asciiText } from '../text/format';

/** A listed token's picture on a grid of 32 × 32: the color behind, and a path in front. */
type Picture = { readonly back: string; readonly front: string; readonly path: string };

const STAR = 'M16 6l2.6 7.4L26 16l-7.4 2.6L16 26l-2.6-7.4L6 16l7.4-2.6z';
const DIAMOND = 'M16 5l7 11.2-7 4.1-7-4.1zM9 18.1l7 4.1 7-4.1L16 27z';
const DOLLAR =
  'M15 8h2v2.1c2 .3 3.4 1.5 3.7 3.4h-2.4c-.3-.9-1.1-1.4-2.3-1.4-1.5 0-2.3.6-2.3 1.6 0 2.7 7.2.9 7.2 5.3 0 2-1.5 3.3-3.9 3.6V25h-2v-2.3c-2.3-.3-3.8-1.6-4-3.8h2.4c.2 1.2 1.2 1.8 2.7 1.8 1.6 0 2.5-.6 2.5-1.6 0-2.9-7.2-.9-7.2-5.4 0-1.9 1.4-3.2 3.6-3.6z';
const TETHER =
  'M9 8h14v4h-5v2.2c3 .3 5 1 5 1.9s-2 1.7-5 1.9V25h-4v-7c-3-.2-5-1-5-1.9s2-1.6 5-1.9V12H9z';
const BITCOIN =
  'M11 8h3V6h2v2h1.5V6h2v2.2c2 .4 3.3 1.7 3.3 3.6 0 1.5-.8 2.7-2.1 3.3 1.8.5 2.9 1.9 2.9 3.7 0 2.5-1.7 4-4.1 4.3V26h-2v-2.8H16V26h-2v-2.8h-3zm3 2.5v3.7h3.2c1.2 0 2-.7 2-1.9 0-1.1-.8-1.8-2-1.8zm0 6v4.2h3.7c1.3 0 2.2-.8 2.2-2.1s-.9-2.1-2.2-2.1z';
const DAI =
  'M9 9h7c4 0 6.6 2 7.5 5H26v2h-2v1h2v2h-2.5c-.9 3-3.5 5-7.5 5H9v-5H7v-2h2v-1H7v-2h2zm2.5 2v3h9c-.7-1.9-2.3-3-4.5-3zm0 5v1h9.3v-1zm0 3v3H16c2.2 0 3.8-1.1 4.5-3z';
const WHALE =
  'M6 17c0-5 4-8 9-8 4 0 7 2 8 6l3-2v5c-1 4-5 6-9 6-6 0-11-2-11-7zm6-1.5a1.5 1.5 0 1 0 0 .1z';
const CROWN = 'M7 22l-1-11 5.5 4L16 8l4.5 7 5.5-4-1 11z';

/** Pictures of the listed tokens, by symbol: drawn here, so that none is loaded from anywhere. */
const pictures: Readonly<Record<string, Picture>> = {
  STRK: { back: '#29296e', front: '#fff', path: STAR },
  xSTRK: { back: '#17876d', front: '#fff', path: STAR },
  ETH: { back: '#627eea', front: '#fff', path: DIAMOND },
  wstETH: { back: '#00a3ff', front: '#fff', path: DIAMOND },
  'wstETH (legacy)': { back: '#6b7f8f', front: '#fff', path: DIAMOND },
  USDC: { back: '#2775ca', front: '#fff', path: DOLLAR },
  'USDC.e': { back: '#6b7f8f', front: '#fff', path: DOLLAR },
  USDT: { back: '#26a17b', front: '#fff', path: TETHER },
  WBTC: { back: '#f09242', front: '#fff', path: BITCOIN },
  strkBTC: { back: '#29296e', front: '#f7b267', path: BITCOIN },
  tBTC: { back: '#1c1c1c', front: '#fff', path: BITCOIN },
  LBTC: { back: '#62c3b2', front: '#fff', path: BITCOIN },
  SolvBTC: { back: '#7b45d8', front: '#fff', path: BITCOIN },
  DAI: { back: '#f5ac37', front: '#fff', path: DAI },
  DAIv0: { back: '#6b7f8f', front: '#fff', path: DAI },
  EKUBO: { back: '#4a21c7', front: '#fff', path: WHALE },
  LORDS: { back: '#121212', front: '#f1c40f', path: CROWN },
};

/** Symbols of the tokens that have a picture. */
export const picturedSymbols: readonly string[] = Object.keys(pictures);

const inCircle = (back: string, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16" fill="${back}"/>${content}</svg>`;

/** The first letter or digit of a name, for a token without a picture. */
const letterOf = (name: string): string => /[a-z\d]/iu.exec(asciiText(name))?.[0] ?? '?';

const drawLetter = (name: string): string =>
  inCircle(
    '#c8cdd3',
    `<text x="16" y="21.5" font-family="sans-serif" font-size="15" text-anchor="middle" fill="#24272a">${letterOf(name).toUpperCase()}</text>`,
  );

/**
 * A token's picture as SVG with its size inside, as wallets need it: of a listed token its own, of
 * any other a letter. No token gets the picture of a listed one by what its contract says.
 */
export function tokenPicture(name: string, isListed: boolean): string {
  const own = isListed && Object.hasOwn(pictures, name) ? pictures[name] : undefined;
  if (!own) return drawLetter(name);
  return inCircle(own.back, `<path d="${own.path}" fill="${own.front}" fill-rule="evenodd"/>`);
}
