import { h, svg } from './dom';

/** Splits an address from its CAIP-10 chain; the chain is empty if there is none. */
export function splitAccount(account: string): { chain: string; address: string } {
  const parts = account.split(':');
  const address = parts.pop() ?? '';
  return { chain: parts.join(':'), address };
}

/** A full address in groups of four digits, which still copies as one word. */
export function addressText(address: string): Element {
  const digits = address.startsWith('0x') ? address.slice(2) : address;
  const groups = digits.match(/.{1,4}/gsu) ?? [];
  return h(
    'code',
    { class: 'address', title: address },
    address.startsWith('0x') && h('span', {}, '0x'),
    groups.map((group) => h('span', {}, group)),
  );
}

/** A pattern of 5 × 5 squares derived from the address. */
export function avatar(account: string, size: string): Element {
  const { address } = splitAccount(account);
  let hash = 0x811c9dc5;
  for (const letter of address.toLowerCase()) {
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  const squares: Element[] = [];
  for (let cell = 0; cell < 15; cell += 1) {
    if (((hash >>> cell) & 1) === 0) continue;
    const row = Math.floor(cell / 3);
    const column = cell % 3;
    for (const x of new Set([column, 4 - column])) {
      squares.push(svg('rect', { x, y: row, width: 1, height: 1 }));
    }
  }
  const hue = `hsl(${(hash >>> 16) % 360} 45% 45%)`;
  return svg(
    'svg',
    { class: `avatar ${size}`, viewBox: '-1 -1 7 7', role: 'img', 'aria-label': account },
    svg('g', { fill: hue }, ...squares),
  );
}
