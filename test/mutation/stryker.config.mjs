// Read by the mutation tool; scripts/check/mutants.ts sets the environment.
const { XNET_MUTATED, XNET_MUTATION_REPORT, XNET_MUTATION_OUTCOMES } = process.env;

export default {
  mutate: XNET_MUTATED.split(','),
  plugins: ['./test/mutation/runner.mjs'],
  testRunner: 'nearestFirst',
  jest: {
    projectType: 'custom',
    configFile: 'test/mutation/jest.config.mjs',
    enableFindRelatedTests: true,
  },
  nearestFirst: { outcomes: XNET_MUTATION_OUTCOMES },
  coverageAnalysis: 'perTest',
  // Mutants of constants run with every test of the file that loads them, for minutes each.
  ignoreStatic: true,
  concurrency: 2,
  checkers: [],
  dryRunTimeoutMinutes: 30,
  timeoutMS: 15_000,
  timeoutFactor: 1.5,
  ignorePatterns: ['dist', 'images', 'docs/site', 'docs/pictures', 'coverage', '.stryker-tmp'],
  tempDirName: '.stryker-tmp',
  reporters: ['json', 'dots'],
  jsonReporter: { fileName: XNET_MUTATION_REPORT },
  disableTypeChecks: '{src,clients/src}/**/*.{ts,tsx}',
  allowConsoleColors: false,
  symlinkNodeModules: true,
  warnings: { unknownOptions: false },
};
