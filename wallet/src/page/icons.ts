import { h, svg } from './dom';

/** Outlines on a 16 × 16 grid for the icons that modules use most. */
const outlines: Record<string, string> = {
  add: 'M8 3v10M3 8h10',
  'arrow-down': 'M8 3v10M4 9l4 4 4-4',
  'arrow-left': 'M13 8H3M7 4 3 8l4 4',
  'arrow-right': 'M3 8h10M9 4l4 4-4 4',
  'arrow-up': 'M8 13V3M4 7l4-4 4 4',
  'arrow-2-down': 'M8 3v10M4 9l4 4 4-4',
  'arrow-2-left': 'M13 8H3M7 4 3 8l4 4',
  'arrow-2-right': 'M3 8h10M9 4l4 4-4 4',
  'arrow-2-up': 'M8 13V3M4 7l4-4 4 4',
  'arrow-2-up-right': 'M4 12 12 4M6 4h6v6',
  bank: 'M2 6l6-3 6 3M3 13h10M4 7v5M8 7v5M12 7v5',
  book: 'M3 3h8a2 2 0 0 1 2 2v8H5a2 2 0 0 1-2-2zM3 11a2 2 0 0 1 2-2h8',
  bookmark: 'M4 2h8v12l-4-3-4 3z',
  bridge: 'M2 12V6M14 12V6M2 10h12M2 6c2 0 6 0 6 4 0-4 4-4 6-4M5 10V8M11 10V8',
  calendar: 'M3 4h10v9H3zM3 7h10M6 2v3M10 2v3',
  card: 'M2 4h12v9H2zM2 7h12M4 10h3',
  category: 'M3 3h3v3H3zM10 3h3v3h-3zM3 10h3v3H3zM10 10h3v3h-3z',
  chart: 'M3 13V3M3 13h10M6 11V8M9 11V5M12 11V7',
  check: 'M3 8l4 4 6-8',
  'check-bold': 'M3 8l4 4 6-8',
  clock: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM8 5v3l2 2',
  close: 'M4 4l8 8M12 4l-8 8',
  code: 'M5 4 1 8l4 4M11 4l4 4-4 4',
  coin: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM8 5v6',
  confirmation: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM5 8l2 2 4-4',
  connect: 'M6 10 10 6M7 4l1-1a3 3 0 0 1 5 5l-1 1M9 12l-1 1a3 3 0 0 1-5-5l1-1',
  copy: 'M6 6h7v7H6zM10 6V3H3v7h3',
  customize:
    'M2 4h8M13 4h1M2 8h2M7 8h7M2 12h8M13 12h1M11.500 2.500v3M5.500 6.500v3M11.500 10.500v3',
  danger: 'M8 2 1 14h14zM8 6v4M8 12v.5',
  download: 'M8 2v8M4 7l4 4 4-4M3 14h10',
  edit: 'M3 13l1-3 7-7 2 2-7 7z',
  error: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM8 5v4M8 11v.5',
  export: 'M8 10V2M4 6l4-4 4 4M3 10v4h10v-4',
  eye: 'M1 8c3-5 11-5 14 0-3 5-11 5-14 0zM8 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
  gas: 'M3 14V3h6v11M2 14h8M9 7h2l1 1v4h1V6l-2-2',
  global: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM2 8h12M8 2c-4 4-4 8 0 12M8 2c4 4 4 8 0 12',
  home: 'M2 8l6-6 6 6M4 7v7h8V7',
  info: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM8 7v4M8 4.5V5',
  key: 'M10 2a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM7 9l-5 5h3v-2h2',
  link: 'M6 10 10 6M7 4l1-1a3 3 0 0 1 5 5l-1 1M9 12l-1 1a3 3 0 0 1-5-5l1-1',
  lock: 'M4 7h8v7H4zM6 7V5a2 2 0 0 1 4 0v2',
  minus: 'M3 8h10',
  question:
    'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM6.5 6.5C6.500 4.500 9.500 4.500 9.500 6.500 9.500 8 8 8 8 9M8 11v.5',
  refresh: 'M13 8a5 5 0 1 1-2-4M13 2v3h-3',
  'security-tick': 'M8 1l6 2v4c0 4-3 7-6 8-3-1-6-4-6-8V3zM5 8l2 2 4-4',
  send: 'M2 8l12-6-4 13-3-5z',
  setting: 'M2 4h8M13 4h1M2 8h2M7 8h7M2 12h8M13 12h1M11.500 2.500v3M5.500 6.500v3M11.500 10.500v3',
  swap: 'M2 6h11M10 3l3 3M14 10H3M6 13l-3-3',
  'swap-horizontal': 'M2 6h11M10 3l3 3M14 10H3M6 13l-3-3',
  'swap-vertical': 'M6 2v11M3 10l3 3M10 14V3M13 6l-3-3',
  trash: 'M3 4h10M6 4V2h4v2M4 4l1 10h6l1-10',
  upload: 'M8 10V2M4 5l4-4 4 4M3 14h10',
  user: 'M8 2a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM2 14c1-5 11-5 12 0',
  wallet: 'M2 4h11v9H2zM2 4l9-2v2M10 8h3',
  warning: 'M8 2 1 14h14zM8 6v4M8 12v.5',
};

/**
 * Draws an icon by the platform's name; shows the name if there is no drawing. Screen readers pass it
 * over, as in users' wallets: the text beside it, or the label of its button, says the same.
 */
export function icon(name: string, tone = ''): Element {
  const outline = outlines[name];
  if (outline === undefined) return h('span', { class: 'icon-name' }, name);
  return svg(
    'svg',
    { class: `icon ${tone}`, viewBox: '0 0 16 16', 'aria-hidden': 'true' },
    svg('path', { d: outline }),
  );
}
