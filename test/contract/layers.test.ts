import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import biome from '../../biome.json';
import { root } from '../../scripts/root';

/** Imports of one file for each layer: what the table of CONTRIBUTING.md forbids, what it allows. */
const layers: Record<string, { forbidden: string[]; allowed: string[] }> = {
  'src/errors.ts': {
    forbidden: ['./schema/field', './ui/dialogs', '@scure/starknet'],
    allowed: [],
  },
  'src/schema/x.ts': {
    forbidden: [
      '../rpc/dispatch',
      '../state/store',
      '../starknet/felt',
      '../ui/format',
      '../module',
    ],
    allowed: ['../errors', './field'],
  },
  'src/starknet/x.ts': {
    forbidden: [
      '../clients/starknet/node',
      '../state/store',
      '../ui/format',
      '../flow/nonce',
      '../rpc/names',
    ],
    allowed: ['../errors', '../schema/field', './felt', '@scure/starknet'],
  },
  'src/starknet/abi/x.ts': {
    forbidden: ['../../clients/starknet/node', '../../state/store', '../../flow/nonce'],
    allowed: ['../../schema/field', '../felt'],
  },
  'src/ethereum/x.ts': {
    forbidden: ['../clients/starknet/node', '../state/store', '../flow/nonce'],
    allowed: ['../errors', './rlp', '@noble/hashes/sha3.js'],
  },
  'src/state/x.ts': {
    forbidden: [
      '../starknet/felt',
      '../ui/format',
      '../flow/nonce',
      '../clients/starknet/node',
      'starknet',
    ],
    allowed: ['../errors', '../schema/field', './store'],
  },
  'src/ui/x.tsx': {
    forbidden: [
      '../starknet/felt',
      '../state/store',
      '../flow/nonce',
      '../rpc/names',
      '@noble/hashes/sha2.js',
    ],
    allowed: ['../errors', '../schema/field', './format'],
  },
  'src/clients/starknet/x.ts': {
    forbidden: [
      '../../starknet/felt',
      '../../state/store',
      '../../flow/nonce',
      '../../rpc/names',
      '../../module',
    ],
    allowed: ['../../errors', '../../schema/field', '../transport/http', './method'],
  },
  'src/clients/transport/x.ts': {
    forbidden: ['../starknet/node', '../../state/store', '../../compose'],
    allowed: ['../../errors', '../../schema/field', './http'],
  },
  'src/flow/x.ts': {
    forbidden: ['../rpc/dispatch', '../compose', '../index', '@scure/bip32'],
    allowed: ['../errors', '../schema/field', '../starknet/felt', '../state/store', '../ui/format'],
  },
  'src/flow/warnings/x.ts': {
    forbidden: ['../../rpc/dispatch', '../../compose'],
    allowed: ['../../schema/field', '../../ui/format', './subject'],
  },
  'src/rpc/x.ts': {
    forbidden: ['../compose', '../index', 'starknet'],
    allowed: ['../errors', '../flow/nonce', '../module', './method'],
  },
  'src/compose.ts': { forbidden: ['starknet', '@scure/starknet'], allowed: ['./rpc/dispatch'] },
  'src/index.tsx': { forbidden: ['starknet', '@noble/curves/abstract'], allowed: ['./compose'] },
};

/** Globals that one layer alone may name. */
const globals: Record<string, { forbidden: string[]; allowed: string[] }> = {
  'src/flow/y.ts': {
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
