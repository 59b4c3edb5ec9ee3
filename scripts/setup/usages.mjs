// Help texts of the scripts, for `--help`. Plain Node, separate from the scripts, so that it works on a
// fresh clone before any package is installed. Wallet, dapp and service have their own files.
import { usage as dapp } from '../../dapp/usage.mjs';
import { keysUsage, usage as service } from '../../service/src/usage.mjs';
import { usage as wallet } from '../../wallet/src/usage.mjs';

const environment = `
  STARKNET_DEVNET        path of the starknet-devnet program to use
  CHROMIUM               path of the Chromium or Chrome to use
  XDG_CACHE_HOME         folder for data shared by all checkouts; default ~/.cache
`;

export const usages = {
  'dapp/server.ts': dapp,
  'service/src/main.ts': service,
  'service/src/main.ts keys': keysUsage,
  'wallet/src/main.ts': wallet,
  'scripts/start/start.ts': `Usage: npm start -- [options]

Installs what is missing, then starts a local Starknet chain, the node service, the developer wallet
and the test dapp. Ctrl-C stops everything; wallet and chain are kept for the next start.

  --l2-url <url>      use this Starknet node instead of starting one
  --phrase "<words>"  recovery phrase of the developer wallet; default: its test phrase. @<file> reads it
                      from a file, since every user of the machine can see command-line arguments
  --allow-mainnet     allow Mainnet although the test phrase is publicly known
  --no-dialog-limit   do not block a site after repeated refusals
  --extension         run the wallet as an extension, in a Chromium that opens with the dapp
  --watch             build and install the module anew when src/, clients/src/ or locales/ changes

The first start builds the layer-2 node, if no release of it is at hand, which takes minutes: the pages
open before, and the dapp shows how far it is.

Ports on 127.0.0.1: dapp 3911, wallet 3912, chain 3913, service 3914, documentation 3915. If one is in use,
any free port.

Environment:${environment}`,
  'scripts/start/demo.ts': `Usage: npm run demo

Runs the main flow headless, with its own node, wallet and browser on free ports, and prints a JSON
line for each step; the last one is {"ok":true}. No options.

Environment:${environment}`,
  'scripts/check/test.ts': `Usage: npm test -- [path …] [options of jest]

Without arguments, runs the checks, every quick test and some thorough ones of each part, in twenty
minutes. With a path, such as src/rpc, runs the tests in it.

Environment:${environment}
  XNET_FUZZ_RUNS, XNET_INTERLEAVINGS, XNET_SHOWN_RUNS, XNET_HASH_CASES set higher numbers of cases
`,
  'scripts/check/testAll.ts': `Usage: npm run test:all -- [path …] [options of jest]

Runs the checks and every test, which takes up to two hours on two cores. What has passed on the same
commit, project by project, is not run again: a run that was cut off goes on from there.

Environment:${environment}
  XNET_FUZZ_RUNS, XNET_INTERLEAVINGS, XNET_SHOWN_RUNS, XNET_HASH_CASES set higher numbers of cases
`,
  'scripts/check/testEngines.ts': `Usage: npm run test:engines -- [options of jest]

Runs the built module in Chromium, Firefox and WebKit, in every language: the main job, messages, the
test dapp, and every part of the module's page. Compares all texts and signatures.

Environment:${environment}`,
  'scripts/check/check.ts': `Usage: npm run check

Checks format, lint with the layer rules, types, generated files, contract tests and dead code.
No options.
`,
  'scripts/check/endurance.ts': `Usage: npm run endurance -- <proof> [--share <number>]

Runs a long proof, prints a JSON line for each of its parts, and its figures at the end. Fails if something
does not hold, and says what. Proofs:

  kills       interrupts every operation at every request to wallet and network, and what is tried again
  chainTurns  two wallets of one phrase, while the chain takes blocks back and a node keeps transactions
  growth      what operations cost with 100,000 records, 500 accounts, 1,000 tokens and 200 sites
  faultyHour  an hour in which requests fail: the journal agrees with the chain, and memory is flat

  --share <number>  a part of it, such as 0.1; default: 1

Environment:${environment}`,
  'scripts/check/soak.ts': `Usage: npm run soak -- [rounds]
       npm run soak -- random [sequences] [first seed] [steps]

Runs the guided flow in a real browser and restarts the wallet before each round (default: 20 rounds).
Prints a JSON line for each round, and fails if a page reported an error.

random: runs random sequences without a browser instead (default: 20 sequences of 40 steps, with a
seed from the clock). Prints a JSON line for each. If a sequence breaks a rule, prints the shortest one
that still breaks it. At the end, prints how often each step ran, and which steps never ran.

Environment:${environment}`,
  'scripts/release/release.ts': `Usage: npm run release -- [--dry] [--archives] [--only <text>] [--earlier]

Makes everything that a release publishes from a commit: archives, bills of materials and checksums. Then
runs the long suites, for hours, and writes the page docs/releases/<version>.md with their figures; suites
that have passed on this commit are not run again. Publishes nothing, and prints what people do next. If
.changeset/ has changes, first raises the versions and moves them to CHANGELOG.md, to be committed.

  --dry       keep the versions, and only say what a release would refuse, such as a missing contact
  --archives  stop after the checksums, such as to compare them with those of another person
  --only      run only the long suites whose name contains this text, such as 'Random'; other runs of the
              command may run other suites meanwhile
  --earlier   in a dry run, count what passed on an earlier commit, and name that
`,
  'scripts/release/reproduce.ts': `Usage: npm run reproduce

Makes every archive of this commit here and in a clone with another name, home, time zone, language and mask
of modes, and names the first difference. Takes a few minutes.
`,
  'scripts/release/verify.ts': `Usage: npm run verify -- <archive or checksum>

Makes a published archive again from the commit that is checked out and names the first difference. A
checksum is the SHA-256 of an archive, or the one in the module's manifest, which wallets check. Refuses files
that differ from the commit, but for archives at the top.
`,
  'scripts/check/promises.ts': `Usage: npm run promises -- [part of a title]

Prints the promises of docs/understand/security.md with the tests of each; T5 prints those of one threat.
`,
  'scripts/check/mutants.ts': `Usage: npm run test:mutants -- [path …] [--core] [--share <number>] [--seed <text>]

Mutates files of the signing core with a tool, and fails if a mutant lives that test/mutation/survivors.json
does not list with a reason. Without arguments, those that changed since the newest tag; --core, all of them,
which takes two days of two cores; --share 0.05, a twentieth of the mutants, drawn by the seed (default: 1). A
run that is cut off goes on where it was.
`,
  'scripts/check/handMutants.ts': `Usage: npm run test:promises -- [part of a name …] [--from <name>] [--sample <count>]

Breaks promises of docs/understand/security.md in ways that no tool does, such as leaving out a call, one by
one in a copy, and fails if no test notices. Pass part of a name to run those that match, --from to resume at
one, or --sample for some at random.
`,
  'scripts/check/testKubo.ts': `Usage: npm run test:kubo -- [options of jest]

Tests the IPFS client against a real Kubo. The first run builds Kubo (needs Go, takes a few minutes).
`,
  'scripts/check/pictures.ts': `Usage: npm run pictures -- [name …]

Retakes the pictures in docs/pictures with a real node, wallet and browser; takes a few minutes. Pass
names, such as gas or dialogs/transfer.de, to retake only those. A step of each release:
docs/pictures/stamp.json has the version that they show.
`,
  'scripts/check/endpoints.ts': `Usage: npm run check:endpoints -- [url …] [--chain-id <hex>]

Asks the module's default nodes, or those named, whether a module in a browser's wallet can use them:
preflight, CORS of replies and errors, batches, chain id, version of the node API, readable headers. Needs
the internet; sends at most three requests to each. --chain-id: of the named nodes, default Sepolia's.
`,
  'scripts/build/build.ts': `Usage: npm run build

Builds the module as a package. No options. Environment variables (separate list items by commas):

  XNET_OUT                output folder; default dist
  XNET_SEPOLIA_URLS       Starknet nodes to use instead of the public ones
  XNET_MAINNET_URLS       the same for Mainnet
  XNET_COMPANION_ORIGINS  origins that may call the methods of the companion dapp
`,
  'scripts/build/docs.ts': `Usage: npm run docs -- [--check]

Regenerates openrpc.json, the types of @xnet/connect, and the pages of docs/ that list methods, errors and
rows of the specification.
--check only reports which of them are stale.
`,
  'scripts/build/clients.ts': `Usage: npm run build -w clients

Builds the package @xnet/clients in clients/dist. No options.
`,
  'scripts/build/site.ts': `Usage: npm run build --prefix docs/site

Builds the documentation as static files in docs/site/dist. No options. Environment variable:

  XNET_SITE_BASE  its path on the host; default /
`,
  'scripts/build/connect.ts': `Usage: npm run build -w connect

Builds the package @xnet/connect in connect/dist. No options.
`,
  'scripts/build/connectTesting.ts': `Usage: npm run build -w connect/testing

Builds the package @xnet/connect-testing, the headless wallet for tests, in connect/testing/dist. No options.
`,
  'node_modules/vite/bin/vite.js': `Usage: npm run build -w dapp -- [options of vite]

Builds the page that \`npm start -w dapp\` serves, in dapp/dist.
`,
  'service/build.ts': `Usage: npm run build -w service -- [folder]

Builds the service for its image and for other programs, in the folder (default: service/dist).
`,
  'node_modules/jest/bin/jest.js': `Usage: npm test -w service -- [path …] [options of jest]

Runs the tests of the service, or those in a path.
`,
  'scripts/bench/bench.ts': `Usage: npm run bench -- [--out <file>] [--earlier <commit>]

Measures bundle, start, requests, hashes and clients, prints a table, and draws docs/bench.svg.
Reports medians of five rounds; XNET_BENCH_ROUNDS sets another number.

  --out <file>        output file for the figures as JSON; default .cache/bench.json
  --earlier <commit>  commit or tag whose module is built and measured by turns with this one; default
                      the last release, and before the first one the last commit of three days ago
`,
  'scripts/bench/extension.ts': `Usage: npm run bench:extension

Does the main job in four pairs, in the wallet as a program and as an extension, and prints the median
of each step. Then opens the page, a message and a transfer in the extension in four pairs with a bare
module: milliseconds in the module, until the wallet's window, and until drawn, and ratios to the bare
module. XNET_BENCH_ROUNDS sets another number.
`,
  'service/bench/main.ts': `Usage: npm run bench -w service -- [overhead] [throughput] [cat] [sockets]

Measures the added latency, calls per second and processor time compared with the node alone, memory
while 1 GB streams, and a thousand idle sockets; or only those named. Processor time needs Linux.

For throughput: XNET_BENCH_MS (3000), XNET_BENCH_ROUNDS (5), XNET_BENCH_WORKERS (one per processor).
`,
  'service/attack/main.ts': `Usage: npm run attack -w service -- [words]

Attacks its own service over loopback, as one caller and as a lying node, or only with the attacks
whose names hold these words. Fails if one gains anything.
`,
  'service/endurance/main.ts': `Usage: npm run endurance -w service -- [minutes]

Lets callers with several keys use two instances over one Valkey or Redis, and kills one of them every ten
seconds, for so many minutes (default: 10). Compares the credits of all replies with those in the store.
Prints a JSON line for each minute; fails if a credit is lost or counted twice. Needs Linux.
`,
  'service/fuzz/main.ts': `Usage: npm run fuzz -w service -- [requests [sockets [seed]]]

Sends random requests and WebSockets to its own service (default: 20000, 4000 and seed 1).
`,
};
