// One runner: `npx jest --selectProjects unit` is the fast loop, without a node or a browser.
const swc = {
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', tsx: true },
    transform: { react: { runtime: 'automatic', importSource: '@metamask/snaps-sdk' } },
  },
};
/** Packages that only ship ES modules. */
const esModules = [
  ...['@noble', '@scure', '@ipld', '@multiformats', 'abort-error', 'blockstore-fs', 'cborg', 'qr'],
  ...['hamt-sharding', 'interface-[a-z]+', 'ipfs-unixfs[^/]*', 'it-[a-z-]+', 'multiformats'],
  ...['p-[a-z]+', 'progress-events', 'protons-runtime', 'race-signal', 'sparse-array', 'steno'],
  'uint8[^/]+',
];
const base = {
  // Kept between runs: scripts/check/test.ts creates a new temporary folder for each run.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  // The built packages have the same names as their source folders, as have those of a run of mutants
  // that was cut off.
  modulePathIgnorePatterns: [
    '<rootDir>/dist/',
    '<rootDir>/clients/dist/',
    '<rootDir>/.stryker-tmp/',
  ],
  testEnvironment: 'node',
  setupFilesAfterEnv: ['<rootDir>/test/everyTest.ts'],
  transform: { '^.+\\.(t|j|mj)sx?$': ['@swc/jest', swc] },
  resolver: '<rootDir>/test/resolver.cjs',
  transformIgnorePatterns: [`/node_modules/(?!(?:${esModules.join('|')})/)`],
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json'],
};
/** The sources of the connector, not its last build. */
const connectSources = {
  moduleNameMapper: { '^@xnet/connect$': '<rootDir>/connect/src/index.ts' },
};
const project = (displayName, testMatch, more = {}) => ({
  ...base,
  displayName,
  testMatch: testMatch.map((glob) => `<rootDir>/${glob}`),
  ...more,
});

export default {
  // Both cores, also with nodes and browsers: scripts/check/test.ts builds shared parts first.
  maxWorkers: 2,
  // A busy machine makes tests slow, not wrong.
  testTimeout: 60_000,
  testSequencer: '<rootDir>/test/longestFirst.cjs',
  projects: [
    project(
      'unit',
      [
        'src/**/*.test.{ts,tsx}',
        'clients/src/**/*.test.ts',
        'dapp/src/**/*.test.ts',
        'connect/{server,src,testing}/**/*.test.ts',
        'scripts/**/*.test.ts',
      ],
      {
        testPathIgnorePatterns: ['/node_modules/', '\\.fuzz\\.test\\.tsx?$'],
        ...connectSources,
      },
    ),
    project('fuzz', ['src/**/*.fuzz.test.{ts,tsx}', 'clients/src/**/*.fuzz.test.ts']),
    project('contract', ['test/contract/**/*.test.ts'], {
      testEnvironment: '<rootDir>/test/contract/environment.cjs',
      moduleNameMapper: { '^typescript$': '<rootDir>/test/contract/typescript.cjs' },
    }),
    project('wallet', ['wallet/src/**/*.test.ts']),
    // What depends on the vendor's packages, with the newest of them: drawing and options do not,
    // and what outlives a process is the wallet's own.
    project(
      'newest',
      [
        'wallet/src/{wallet,controllers/approvals,persistence/moduleState,page/tree,server/sandbox}.test.ts',
        'wallet/src/extension/extension.test.ts',
        'test/browser/extensionDrawings.test.ts',
      ],
      { testEnvironmentOptions: { customExportConditions: ['newest', 'node', 'node-addons'] } },
    ),
    project('simulation', ['test/simulation/**/*.test.ts'], {
      testEnvironment: '@metamask/snaps-jest',
    }),
    project('service', [
      'service/src/**/*.test.ts',
      'service/{attack,endurance}/**/*.test.ts',
      'test/service/**/*.test.ts',
    ]),
    project('engines', ['test/engines/**/*.test.ts'], connectSources),
    project('node', ['test/node/**/*.test.ts']),
    // Has its own script, since it needs a program that takes minutes to build.
    project('kubo', ['test/kubo/**/*.test.ts']),
    project(
      'browser',
      ['test/browser/**/*.test.ts', 'connect/browser/**/*.test.ts'],
      connectSources,
    ),
  ],
};
