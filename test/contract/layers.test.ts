import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import biome from '../../biome.json';
import { root } from '../../scripts/root';
import { breachesOf, isInside, namesOfTable, roomOf } from './layers';
import { codeFiles, importedNames, sources } from './sources';

/** Imports that break the table: the file, and what it imports by mistake. */
const breaches: readonly (readonly [string, string])[] = [
  ['clients/src/errors.ts', './schema/field'],
  ['clients/src/schema/x.ts', '../transport/http'],
  ['clients/src/transport/deep/x.ts', '../../ethereum/ethereum'],
  ['clients/src/gas/x.ts', '../../../src/schema/call'],
  ['src/networks/x.ts', '../schema/call'],
  ['src/schema/x.ts', '@xnet/clients/transport/http'],
  ['src/starknet/deep/er/x.ts', '../../../state/store'],
  ['src/state/x.ts', '@scure/starknet'],
  ['src/ui/x.tsx', '../flow/review/open'],
  ['src/remote/starknet/x.ts', '../../starknet/felt'],
  ['src/flow/warnings/x.ts', '../paymaster/check'],
  ['src/flow/chain/x.ts', '../home/page'],
  ['src/flow/send/x.ts', '../../compose'],
  ['src/rpc/x.ts', '../flow/home/page'],
  ['src/rpc/x.ts', 'node:fs'],
  ['connect/src/x.ts', '@xnet/clients'],
  ['connect/src/x.ts', 'react'],
  ['connect/server/x.ts', '../../src/state/store'],
  ['service/src/stores/x.ts', '../meter/keys'],
  ['service/src/doors/x.ts', '../service'],
  ['wallet/src/controllers/x.ts', '../hooks/engines'],
  ['wallet/src/protocol/x.ts', '@metamask/snaps-controllers'],
  ['wallet/src/server/x.ts', '../extension/ports'],
  ['dapp/src/methods/x.ts', '../path/path'],
  ['dapp/src/batteries/x.ts', 'react'],
  ['scripts/setup/x.mjs', '../build/build'],
];

describe('the table of layers', () => {
  it('contains a room for every source file', () => {
    expect(sources.length).toBeGreaterThan(900);
    expect(sources.filter((file) => roomOf(file) === undefined)).toEqual([]);
  });

  it('names only rooms that exist', () => {
    const isRoom = (name: string) => codeFiles.some((file) => isInside(file, name));
    expect(namesOfTable().filter((name) => !isRoom(name))).toEqual([]);
  });

  it('allows every import of every source file', () => {
    const found = sources.flatMap((file) => breachesOf(file, importedNames(file, 'all')));
    expect(found).toEqual([]);
  });

  it.each(breaches)('reports %s if it imports %s', (file, name) => {
    expect(breachesOf(file, [name])).toEqual([`${file} imports ${name}`]);
  });

  it('lets a file import its own room and what its row lists', () => {
    const names = ['./felt', '../schema/call', '@xnet/clients/errors', '@noble/hashes/sha3.js'];
    expect(breachesOf('src/starknet/x.ts', names)).toEqual([]);
  });
});

describe('globals', () => {
  /** Globals that only one layer may name. */
  const rows: Record<string, { forbidden: string[]; allowed: string[] }> = {
    'src/flow/send/y.ts': {
      forbidden: ['snap', 'fetch', 'WebSocket', 'XMLHttpRequest', 'setTimeout'],
      allowed: ['URL'],
    },
    'src/remote/starknet/y.ts': { forbidden: ['snap', 'fetch'], allowed: [] },
    'clients/src/gas/y.ts': { forbidden: ['snap', 'fetch', 'WebSocket'], allowed: ['URL'] },
    'clients/src/transport/y.ts': { forbidden: [], allowed: ['fetch', 'WebSocket'] },
  };
  const folder = mkdtempSync(join(tmpdir(), 'xnet-layers-'));
  const reported = new Map<string, Set<number>>();
  const write = (path: string, lines: readonly string[]) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `${lines.join('\n')}\n`);
  };

  beforeAll(() => {
    // The real rules on files that break them, outside the repository and its ignore files.
    const { $schema: _schema, vcs: _vcs, ...rules } = biome;
    write('biome.json', [JSON.stringify(rules)]);
    for (const [path, { forbidden, allowed }] of Object.entries(rows))
      write(
        path,
        [...forbidden, ...allowed].map((name) => `export const its_${name} = ${name};`),
      );
    const command = ['--only=style/noRestrictedGlobals', '--reporter=json', '.'];
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

  it.each(Object.entries(rows))('reports those that %s may not name', (path, row) => {
    const all = [...row.forbidden, ...row.allowed];
    const refused = all.filter((_, index) => reported.get(path)?.has(index + 1));
    expect(refused).toEqual(row.forbidden);
  });
});
