import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import biome from '../../biome.json';
import { root } from '../../scripts/root';

type Row = { forbidden: string[]; allowed: string[] };

/** What the table of CONTRIBUTING.md forbids a folder, and what it allows; paths from `src/`. */
const folders: Record<string, Row> = {
  'src/schema': {
    forbidden: ['rpc/dispatch', 'state/store', 'starknet/felt', 'ui/text/format', 'module'],
    allowed: ['errors', 'schema/field'],
  },
  'src/starknet': {
    forbidden: [
      'clients/starknet/node',
      'state/store',
      'ui/text/format',
      'flow/transactions/nonce',
      'rpc/names',
      'module',
    ],
    allowed: ['errors', 'schema/field', 'starknet/felt', '@scure/starknet'],
  },
  'src/ethereum': {
    forbidden: ['clients/starknet/node', 'state/store', 'flow/transactions/nonce'],
    allowed: ['errors', 'ethereum/rlp', '@noble/hashes/sha3.js'],
  },
  'src/state': {
    forbidden: [
      'starknet/felt',
      'ethereum/rlp',
      'ui/text/format',
      'flow/transactions/nonce',
      'clients/starknet/node',
      'compose',
      'starknet',
    ],
    allowed: ['errors', 'schema/field', 'schema/ethereum/block'],
  },
  'src/ui': {
    forbidden: [
      'starknet/felt',
      'state/store',
      'clients/starknet/node',
      'flow/review/open',
      'rpc/names',
      'module',
      '@noble/hashes/sha2.js',
    ],
    allowed: ['errors', 'schema/field', 'ui/review/facts'],
  },
  'src/clients/starknet': {
    forbidden: ['starknet/felt', 'state/store', 'flow/review/open', 'rpc/names', 'module'],
    allowed: ['errors', 'schema/field', 'clients/transport/http', 'clients/starknet/method'],
  },
  'src/clients/transport': {
    forbidden: ['clients/starknet/node', 'clients/gas/gasApi', 'state/store', 'compose'],
    allowed: ['errors', 'schema/field', 'clients/transport/http'],
  },
  'src/rpc': {
    forbidden: ['compose', 'index', 'flow/home/page', 'starknet'],
    allowed: ['errors', 'flow/transactions/nonce', 'module', 'rpc/method'],
  },
};

/** The rooms of `src/flow/`, from the top floor down; a room imports the floors below its own. */
const floors = [
  ['history'],
  ['send'],
  ['accounts'],
  ['messages'],
  ['review'],
  ['paymaster', 'warnings', 'home'],
  ['transactions'],
  ['consent'],
  ['tokens'],
  ['l1'],
  ['chain'],
];
for (const [floor, rooms] of floors.entries())
  for (const room of rooms)
    folders[`src/flow/${room}`] = {
      forbidden: [
        ...[...floors.slice(0, floor).flat(), ...rooms.filter((one) => one !== room)].map(
          (above) => `flow/${above}/x`,
        ),
        'rpc/dispatch',
        'compose',
        '@scure/bip32',
      ],
      allowed: [
        ...floors.slice(floor + 1).flatMap((below) => below.map((one) => `flow/${one}/x`)),
        ...['errors', 'module', 'schema/field', 'starknet/felt', 'state/store'],
        // Folders of other layers that bear the name of a room.
        ...['ui/review/facts', 'ui/home/page', 'starknet/accounts/keys', 'starknet/tokens/erc20'],
      ],
    };

const isOurs = (path: string) => !/^(?:@|starknet$)/u.test(path);

/** Each folder's row for a file in it, and for files one and two folders deeper. */
const layers: Record<string, Row> = {
  'src/errors.ts': {
    forbidden: ['./schema/field', './ui/dialogs', '@scure/starknet'],
    allowed: [],
  },
  ...Object.fromEntries(
    Object.entries(folders).flatMap(([folder, row]) =>
      ['', 'deep/', 'deep/er/'].map((below): [string, Row] => {
        const path = `${folder}/${below}x.ts`;
        const up = '../'.repeat(path.split('/').length - 2);
        const from = (to: string) => (isOurs(to) ? `${up}${to}` : to);
        return [path, { forbidden: row.forbidden.map(from), allowed: row.allowed.map(from) }];
      }),
    ),
  ),
  'src/compose.ts': { forbidden: ['starknet', '@scure/starknet'], allowed: ['./rpc/dispatch'] },
  'src/index.tsx': { forbidden: ['starknet', '@noble/curves/abstract'], allowed: ['./compose'] },
};

/** Globals that one layer alone may name. */
const globals: Record<string, { forbidden: string[]; allowed: string[] }> = {
  'src/flow/send/y.ts': {
    forbidden: ['snap', 'fetch', 'WebSocket', 'XMLHttpRequest'],
    allowed: ['URL'],
  },
  'src/clients/starknet/y.ts': { forbidden: ['snap', 'fetch'], allowed: [] },
  'src/clients/transport/y.ts': { forbidden: [], allowed: ['fetch', 'WebSocket'] },
};

const folder = mkdtempSync(join(tmpdir(), 'xnet-layers-'));
const reported = new Map<string, Set<number>>();

const write = (path: string, lines: readonly string[]) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), `${lines.join('\n')}\n`);
};

beforeAll(() => {
  // The rules themselves, over files that break them, away from the repo and its ignore files.
  const { $schema: _schema, vcs: _vcs, ...rules } = biome;
  write('biome.json', [JSON.stringify(rules)]);
  for (const [path, { forbidden, allowed }] of Object.entries(layers))
    write(
      path,
      [...forbidden, ...allowed].map((source, index) => `import * as m${index} from '${source}';`),
    );
  for (const [path, { forbidden, allowed }] of Object.entries(globals))
    write(
      path,
      [...forbidden, ...allowed].map((name) => `export const its_${name} = ${name};`),
    );

  const only = ['noRestrictedImports', 'noRestrictedGlobals'].map((rule) => `--only=style/${rule}`);
  const command = [...only, '--reporter=json', '--max-diagnostics=none', '.'];
  const { stdout } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/@biomejs/biome/bin/biome'), 'lint', ...command],
    { cwd: folder, encoding: 'utf8' },
  );
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { location: { path: string; start: { line: number } } }[];
  };
  for (const { location } of diagnostics) {
    const lines = reported.get(location.path) ?? new Set();
    reported.set(location.path, lines.add(location.start.line));
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the layers', () => {
  const table = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
  const [, rows = ''] = /## Layers\n([\s\S]*?)\n## /u.exec(table) ?? [];
  const firstCells = rows.split('\n').map((row) => /^\|([^|]*)\|/u.exec(row)?.[1] ?? '');
  const named = firstCells
    .flatMap((cell) => [...cell.matchAll(/`(src\/[^`]+)`/gu)])
    .map(([, path = '']) => path);

  it('of CONTRIBUTING.md have a rule each in biome.json', () => {
    const ruled = biome.overrides
      .filter(
        ({ linter }) => 'noRestrictedImports' in ((linter.rules as { style?: object }).style ?? {}),
      )
      .flatMap(({ includes }) => includes.filter((glob) => !glob.startsWith('!')))
      .map((glob) => glob.replace(/\*\*$/u, ''));
    expect(named).toHaveLength(11);
    expect(named.filter((path) => !ruled.includes(path))).toEqual([]);
  });

  it('of CONTRIBUTING.md are all broken below, to see it reported', () => {
    const broken = Object.keys(layers);
    expect(named.filter((path) => !broken.some((file) => file.startsWith(path)))).toEqual([]);
  });

  it.each(Object.entries({ ...layers, ...globals }))(
    'let %s import what its row allows, and report everything else',
    (path, { forbidden, allowed }) => {
      const all = [...forbidden, ...allowed];
      const refused = all.filter((_, index) => reported.get(path)?.has(index + 1));
      expect(refused).toEqual(forbidden);
    },
  );
});
