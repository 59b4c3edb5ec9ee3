import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import biome from '../../biome.json';
import { root } from '../../scripts/root';

type Row = { forbidden: string[]; allowed: string[] };

/** Imports forbidden in every file of the clients: the module, and the clients by package name. */
const away = ['../../src/schema/call', '../../src/state/store', 'index', '@xnet/clients/errors'];
/** Imports of the clients' lower layers, allowed in files of the module below the network layer. */
const structs = ['@xnet/clients/errors', '@xnet/clients/schema/field'];
const talking = ['@xnet/clients', '@xnet/clients/transport/http', '@xnet/clients/gas/gasApi'];

/**
 * What the table in CONTRIBUTING.md forbids and allows per folder; paths are relative to the `src/`
 * around it.
 */
const folders: Record<string, Row> = {
  'clients/src/schema': {
    forbidden: [
      ...away,
      'transport/http',
      'ethereum/method',
      'proofs/rlp',
      '@noble/hashes/sha3.js',
    ],
    allowed: ['errors', 'schema/field', 'schema/ethereum/block'],
  },
  'clients/src/proofs': {
    forbidden: [...away, 'transport/http', 'ethereum/method', 'ipfs/cid'],
    allowed: ['errors', 'schema/ethereum/proof', 'proofs/rlp', '@noble/hashes/sha3.js'],
  },
  'clients/src/transport': {
    forbidden: [...away, 'ethereum/method', 'gas/gasApi', 'ipfs/cid', 'proofs/rlp', 'starknet'],
    allowed: ['errors', 'schema/field', 'transport/http'],
  },
  'clients/src/ethereum': {
    forbidden: [...away, '@noble/hashes/sha3.js'],
    allowed: ['errors', 'schema/ethereum/block', 'transport/http', 'proofs/verifyProof'],
  },
  'clients/src/gas': {
    forbidden: [...away, '@scure/starknet'],
    allowed: ['errors', 'schema/field', 'transport/creditMeter'],
  },
  'clients/src/ipfs': {
    forbidden: [...away, '@noble/hashes/sha2.js'],
    allowed: ['errors', 'transport/stream', 'multiformats/cid'],
  },
  'src/networks': {
    forbidden: [
      'schema/call',
      'rpc/dispatch',
      'state/store',
      'starknet/felt',
      'ui/text/format',
      'module',
      ...structs,
      ...talking,
    ],
    allowed: ['networks/network'],
  },
  'src/schema': {
    forbidden: [
      'rpc/dispatch',
      'state/store',
      'starknet/felt',
      'ui/text/format',
      'module',
      ...talking,
    ],
    allowed: [...structs, 'schema/call', '@xnet/clients/ipfs/link'],
  },
  'src/starknet': {
    forbidden: [
      'remote/starknet/node',
      'state/store',
      'ui/text/format',
      'flow/transactions/nonce',
      'rpc/names',
      'module',
      ...talking,
    ],
    allowed: [...structs, 'schema/call', 'starknet/felt', '@scure/starknet'],
  },
  'src/state': {
    forbidden: [
      'starknet/felt',
      'ui/text/format',
      'flow/transactions/nonce',
      'remote/starknet/node',
      'compose',
      'starknet',
      ...talking,
    ],
    allowed: [...structs, 'schema/call', '@xnet/clients/schema/ethereum/block'],
  },
  'src/ui': {
    forbidden: [
      'starknet/felt',
      'state/store',
      'remote/starknet/node',
      'flow/review/open',
      'rpc/names',
      'module',
      '@noble/hashes/sha2.js',
      ...talking,
    ],
    allowed: [...structs, 'schema/call', 'ui/review/facts'],
  },
  'src/remote/starknet': {
    forbidden: ['starknet/felt', 'state/store', 'flow/review/open', 'rpc/names', 'module'],
    allowed: [...structs, 'schema/call', 'remote/starknet/method', '@xnet/clients/transport/http'],
  },
  'src/rpc': {
    forbidden: ['compose', 'index', 'flow/home/page', 'starknet'],
    allowed: [...structs, 'flow/transactions/nonce', 'module', 'rpc/method'],
  },
};

/** The floors of the service, top first; a floor imports only from those below and the files beside them. */
const serviceFloors = ['doors', 'meter', 'upstream', 'stores'];
for (const [index, floor] of serviceFloors.entries())
  folders[`service/src/${floor}`] = {
    forbidden: [
      ...serviceFloors.slice(0, index).map((above) => `${above}/x`),
      'service',
      'main',
      'readOptions',
      'keysCommand',
    ],
    allowed: [
      ...serviceFloors.slice(index + 1).map((below) => `${below}/x`),
      'errors',
      'options',
      'memoryBudget',
      '@xnet/clients/errors',
      'fastify',
    ],
  };

/** Rooms of the wallet and the dapp: what each may import of those beside it. */
const walletRooms: Record<string, readonly string[]> = {
  protocol: [],
  persistence: ['protocol'],
  controllers: ['protocol', 'persistence'],
  hooks: ['protocol', 'persistence', 'controllers'],
  requests: ['protocol', 'controllers'],
  chain: ['protocol', 'persistence'],
  page: ['protocol'],
};
const walletShells = ['server', 'extension'];
const walletTop = [
  'wallet',
  'walletParts',
  'siteRequests',
  'host',
  'feed',
  'buildWatch',
  'main',
  'options',
];
for (const [room, below] of Object.entries(walletRooms))
  folders[`wallet/src/${room}`] = {
    forbidden: Object.keys(walletRooms)
      .concat(walletShells)
      .filter((other) => other !== room && !below.includes(other))
      .map((other) => `${other}/x`)
      .concat(walletTop),
    allowed: [...below.map((other) => `${other}/x`), 'record', '#vendor'],
  };
for (const [shell, other] of [walletShells, [...walletShells].reverse()] as const)
  folders[`wallet/src/${shell}`] = {
    forbidden: [`${other}/x`, 'main'],
    allowed: [...Object.keys(walletRooms).map((room) => `${room}/x`), 'host', 'record'],
  };

const moduleParts = ['../../src/rpc/names', '../../src/starknet/felt', '../../src/state/store'];
const dappBeside = ['config', 'store', '../../src/schema/call', '../../src/ui/text/format'];
const dappTop = ['view/App', 'app', 'main'];
const dappMiddle = ['session', 'sessionState', 'sessionReads', 'moduleLink', 'tracker', 'account'];
const dappRooms: Record<string, readonly string[]> = {
  wallet: ['log'],
  log: ['wallet'],
  chain: ['log', 'wallet'],
  methods: ['chain', 'log', 'wallet'],
  scenarios: ['chain', 'log', 'wallet'],
  service: ['chain', 'log', 'wallet'],
  path: ['chain', 'log', 'wallet'],
  batteries: ['chain', 'log', 'wallet', 'methods', 'scenarios'],
};
/** Rooms above the session; batteries have no use for the tracker. */
const aboveSession: Record<string, readonly string[]> = {
  path: dappMiddle,
  batteries: dappMiddle.filter((name) => name !== 'tracker'),
};
for (const [room, below] of Object.entries(dappRooms))
  folders[`dapp/src/${room}`] = {
    forbidden: [
      ...Object.keys(dappRooms)
        .filter((other) => other !== room && !below.includes(other))
        .map((other) => `${other}/x`),
      ...dappMiddle.filter((name) => !aboveSession[room]?.includes(name)),
      ...dappTop,
      ...moduleParts,
      'react',
    ],
    allowed: [...below.map((other) => `${other}/x`), ...(aboveSession[room] ?? []), ...dappBeside],
  };
folders['dapp/src/view'] = {
  forbidden: ['main', ...moduleParts, '../../test/stage/stage'],
  allowed: ['app', 'session', 'path/path', 'react', ...dappBeside],
};
folders['connect/src'] = {
  forbidden: [
    '../../src/schema/call',
    '../testing/index',
    '@xnet/clients',
    'node:path',
    'starknet',
  ],
  allowed: ['client', 'provider'],
};

folders['connect/server'] = {
  forbidden: [
    '../testing/index',
    '../../test/stage/stage',
    '../../src/rpc/dispatch',
    '../../src/state/store',
    '../../src/ui/text/format',
    '../../src/remote/starknet/node',
  ],
  allowed: ['../src/signIn', '../../src/flow/messages/signIn', '../../src/starknet/felt'],
};

/** The rooms of `src/flow/`, top floor first; a room imports only from floors below. */
const floors = [
  ['home'],
  ['history'],
  ['send'],
  ['accounts'],
  ['messages'],
  ['review'],
  ['paymaster', 'warnings'],
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
        ...structs,
        'module',
        'schema/call',
        'starknet/felt',
        'state/store',
        '@xnet/clients/gas/gasApi',
        // Folders of other layers with the name of a room.
        'ui/review/facts',
        'ui/home/page',
        'starknet/accounts/keys',
        'starknet/tokens/erc20',
      ],
    };

const isRelative = (path: string) =>
  !/^(?:@|#|node:|(?:starknet|fastify|react)$|multiformats\/)/u.test(path);

/** Each folder's row for a file in it, and for files one and two folders deeper. */
const layers: Record<string, Row> = {
  'clients/src/errors.ts': {
    forbidden: ['./schema/field', '../../src/schema/call', '@scure/starknet'],
    allowed: [],
  },
  ...Object.fromEntries(
    Object.entries(folders).flatMap(([folder, row]) =>
      ['', 'deep/', 'deep/er/'].map((below): [string, Row] => {
        const path = `${folder}/${below}x.ts`;
        const [, inside = ''] = path.split(/^(?:connect\/server|(?:\w+\/)?src)\//u);
        const up = '../'.repeat(inside.split('/').length - 1);
        const from = (to: string) => (isRelative(to) ? `${up}${to}` : to);
        return [path, { forbidden: row.forbidden.map(from), allowed: row.allowed.map(from) }];
      }),
    ),
  ),
  'src/compose.ts': { forbidden: ['starknet', '@scure/starknet'], allowed: ['./rpc/dispatch'] },
  'src/index.tsx': { forbidden: ['starknet', '@noble/curves/abstract'], allowed: ['./compose'] },
};

/** Globals that only one layer may name. */
const globals: Record<string, { forbidden: string[]; allowed: string[] }> = {
  'src/flow/send/y.ts': {
    forbidden: ['snap', 'fetch', 'WebSocket', 'XMLHttpRequest'],
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
    .flatMap((cell) => [...cell.matchAll(/`((?:\w+\/)?src\/[^`]*|connect\/server\/)`/gu)])
    .map(([, path = '']) => path);

  it('states each layer of CONTRIBUTING.md as a rule in biome.json', () => {
    const ruled = biome.overrides
      .filter(
        ({ linter }) => 'noRestrictedImports' in ((linter.rules as { style?: object }).style ?? {}),
      )
      .flatMap(({ includes }) => includes.filter((glob) => !glob.startsWith('!')))
      .map((glob) => glob.replace(/\*\*$/u, ''));
    expect(named).toHaveLength(41);
    expect(named.filter((path) => !ruled.includes(path))).toEqual([]);
  });

  it('breaks each layer of CONTRIBUTING.md below, to see it reported', () => {
    const broken = Object.keys(layers);
    expect(named.filter((path) => !broken.some((file) => file.startsWith(path)))).toEqual([]);
  });

  it.each(Object.entries({ ...layers, ...globals }))(
    'lets %s import what its row allows, and reports everything else',
    (path, { forbidden, allowed }) => {
      const all = [...forbidden, ...allowed];
      const refused = all.filter((_, index) => reported.get(path)?.has(index + 1));
      expect(refused).toEqual(forbidden);
    },
  );
});
