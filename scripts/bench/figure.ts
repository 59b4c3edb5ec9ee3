import { BARE, type Execution, IN_WALLET, type InWallet, STARKNET_JS } from './execute';
import type { Start } from './start';

type Bar = { name: string; ms: number; isOwn?: true };
type Group = { title: string; bars: Bar[] };

const [WIDTH, LEFT, BAR, GAP, TITLE] = [720, 250, 18, 6, 26];

/** The figure of docs/develop/commands.md: this module compared with starknet.js alone and with a bare module. */
export function drawFigure(
  {
    start,
    executions,
    inWallet: { firstTransfer, signMessage },
  }: { start: Start; executions: readonly Execution[]; inWallet: InWallet },
  rounds: number,
): string {
  const medianOf = (runner: string, delayMs: number): number =>
    executions.find((one) => one.runner === runner && one.delayMs === delayMs)?.ms ?? Number.NaN;
  const delays = [...new Set(executions.map(({ delayMs }) => delayMs))];
  const groups: Group[] = [
    ...delays.map((delayMs) => ({
      title: `A transfer, from the call to its hash, ${delayMs} ms added to each HTTP request`,
      bars: [
        {
          name: 'this module in its wallet',
          ms: medianOf(IN_WALLET, delayMs),
          isOwn: true as const,
        },
        {
          name: 'the same, 10,000 records',
          ms: medianOf(`${IN_WALLET}, 10,000 records`, delayMs),
          isOwn: true as const,
        },
        { name: 'a bare module: one dialog', ms: medianOf(BARE, delayMs) },
        { name: 'starknet.js alone, no review', ms: medianOf(STARKNET_JS, delayMs) },
      ],
    })),
    {
      title: 'A message, from the call to its signature',
      bars: [
        { name: 'this module in its wallet', ms: signMessage.moduleMs, isOwn: true },
        { name: 'a bare module: one dialog', ms: signMessage.bare },
      ],
    },
    {
      title: 'The first transfer after a start',
      bars: [
        { name: 'this module in its wallet', ms: firstTransfer.moduleMs, isOwn: true },
        { name: 'a bare module: one dialog', ms: firstTransfer.bare },
      ],
    },
    {
      title: 'Start in the sandbox',
      bars: [
        { name: 'this module', ms: start.clock.moduleMs, isOwn: true },
        { name: 'a bare module', ms: start.clock.bareMs },
      ],
    },
  ];
  const longestMs = Math.max(...groups.flatMap(({ bars }) => bars.map(({ ms }) => ms)));
  const parts: string[] = [];
  let y = 10;
  for (const { title, bars } of groups) {
    parts.push(`<text x="10" y="${y + 14}" font-weight="bold">${title}</text>`);
    y += TITLE;
    for (const { name, ms, isOwn } of bars) {
      const width = Math.round((ms / longestMs) * (WIDTH - LEFT - 80));
      const middle = y + BAR - 5;
      parts.push(
        `<text x="${LEFT - 10}" y="${middle}" text-anchor="end">${name}</text>`,
        `<rect x="${LEFT}" y="${y}" width="${width}" height="${BAR}" fill="${isOwn ? '#2f6f4f' : '#9aa5ad'}"/>`,
        `<text x="${LEFT + width + 8}" y="${middle}">${Math.round(ms)} ms</text>`,
      );
      y += BAR + GAP;
    }
    y += GAP;
  }
  parts.push(
    `<text x="10" y="${y + 12}" fill="#667">Medians of ${rounds} rounds of one run on one machine, each in fresh processes; only their ratios mean anything.</text>`,
  );
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${y + 24}" font-family="sans-serif" font-size="13">`;
  return [head, '<rect width="100%" height="100%" fill="#fff"/>', ...parts, '</svg>', ''].join(
    '\n',
  );
}
