// What each script prints for `--help`. Plain Node and apart from the scripts, so that it can be read
// on a fresh clone, before any package is installed. Wallet, dapp and service say theirs themselves.
import { usage as dapp } from '../../dapp/usage.mjs';
import { keysUsage, usage as service } from '../../service/src/usage.mjs';
import { usage as wallet } from '../../wallet/src/usage.mjs';

const environment = `
  STARKNET_DEVNET        a starknet-devnet program to use as it is
  CHROMIUM               a Chromium or Chrome to use as it is
  XDG_CACHE_HOME         folder of what is kept over checkouts; default ~/.cache
`;

export const usages = {
  'dapp/server.ts': dapp,
  'service/src/main.ts': service,
  'service/src/main.ts keys': keysUsage,
  'wallet/src/main.ts': wallet,
  'scripts/start/start.ts': `Usage: npm start -- [options]

Starts a local Starknet chain, the node service, the developer wallet and the test dapp, after
installing what is missing. Ctrl-C ends all; wallet and chain are kept for the next start.

  --l2-url <url>      use this Starknet node instead of starting one
  --phrase "<words>"  the developer wallet's recovery phrase; default: its test phrase. @<file> reads it
                      from a file: every user of a machine sees the arguments of its processes
  --allow-mainnet     serve Mainnet although everybody knows the test phrase
  --no-dialog-limit   do not block a site that was refused several times

Ports on 127.0.0.1, where they are free, else any: dapp 3911, wallet 3912, chain 3913, service 3914.

Environment:${environment}`,
  'scripts/start/demo.ts': `Usage: npm run demo

Does the main job headless, with a node, a wallet and a browser of its own on free ports, and prints
a JSON line for each step; the last one is {"ok":true}. No options.

Environment:${environment}`,
  'scripts/check/test.ts': `Usage: npm test -- [path …] [options of jest]

Without arguments: the checks and every test. With a path, such as src/rpc: the tests below it.

Environment:${environment}
  XNET_FUZZ_RUNS, XNET_INTERLEAVINGS, XNET_SHOWN_RUNS, XNET_HASH_CASES raise the number of cases.
`,
  'scripts/check/check.ts': `Usage: npm run check

Format, lint with the layer rules, types, generated files, contract tests, dead code. No options.
`,
  'scripts/check/house.ts': `Usage: npm run house

Prints the figures that test/contract/house.test.ts holds: how many files a method needs, circles of
imports, the longest file, names declared in more than one file. No options.
`,
  'scripts/check/soak.ts': `Usage: npm run soak -- [rounds]
       npm run soak -- random [sequences] [first seed] [steps]

Takes the guided path in a real browser, 20 times unless told otherwise, with the wallet started anew
before each, and prints a JSON line for each round. Fails where a page reported an error.

random: 20 sequences of 40 random steps each instead, without a browser, from a seed of this moment
unless told otherwise. Prints a JSON line for each, of one that breaks a rule the shortest that does so
still, and at the end what was done how often, and what never.

Environment:${environment}`,
  'scripts/check/mutants.ts': `Usage: npm run test:mutants -- [part of a name …] [--from <name>]

Breaks the promises of docs/security.md one by one in a copy, and fails where no test notices. All
of them take hours; a part of a name runs those that have it, --from goes on at that one.
`,
  'scripts/check/testKubo.ts': `Usage: npm run test:kubo -- [options of jest]

The IPFS client against a real Kubo, which is built first (needs Go; some minutes, kept for later).
`,
  'scripts/check/pictures.ts': `Usage: npm run pictures -- [name …] [--same]

Takes the pictures in docs/pictures anew, with a real node, wallet and browser: some minutes. Names,
such as gas or dialogs/transfer.de, take those alone. --same takes none and only notes that what
changed in their sources is not to be seen in them.
`,
  'scripts/build/build.ts': `Usage: npm run build

Builds the module as a package. No options. Environment, lists with commas:

  XNET_OUT                folder; default dist
  XNET_SEPOLIA_URLS       Starknet nodes in place of the public ones
  XNET_MAINNET_URLS       the same for Mainnet
  XNET_COMPANION_ORIGINS  origins that may call the methods of the companion dapp
`,
  'scripts/build/docs.ts': `Usage: npm run docs -- [--check]

Renews openrpc.json, the tables of README.md, docs/conformance.md and the types of @xnet/connect;
--check only tells which of them are stale.
`,
  'scripts/build/clients.ts': `Usage: npm run build -w clients

Builds @xnet/clients as a package of its own, in clients/dist. No options.
`,
  'scripts/build/connect.ts': `Usage: npm run build -w connect

Builds @xnet/connect, with its headless wallet for tests, in connect/dist. No options.
`,
  'node_modules/vite/bin/vite.js': `Usage: npm run build -w dapp -- [options of vite]

Builds the page that \`npm start -w dapp\` serves, in dapp/dist.
`,
  'service/build.ts': `Usage: npm run build -w service -- [folder]

Builds the service for its image and for other programs, in that folder; default service/dist.
`,
  'node_modules/jest/bin/jest.js': `Usage: npm test -w service -- [path …] [options of jest]

The tests of the service, or those below a path.
`,
  'scripts/bench/bench.ts': `Usage: npm run bench -- [--out <file>]

Measures bundle, start, requests, hashes and clients, prints a table, and draws docs/bench.svg.
Medians of five rounds, or of XNET_BENCH_ROUNDS.

  --out <file>  where the figures go as JSON; default .cache/bench.json
`,
  'service/bench/main.ts': `Usage: npm run bench -w service -- [overhead] [throughput] [cat] [sockets]

Measures the added latency, calls a second and processor time beside those of the node alone,
memory while 1 GB streams, and a thousand idle sockets; or those named. Linux tells the time.

XNET_BENCH_MS (3000), XNET_BENCH_ROUNDS (5) and XNET_BENCH_WORKERS (one a processor) are of throughput.
`,
  'service/fuzz/main.ts': `Usage: npm run fuzz -w service -- [requests [sockets [seed]]]

Sends random requests (20000) and WebSockets (4000) to a service of its own; seed 1.
`,
};
