// Plain Node, so that it can be read on a fresh clone, before any package is installed.
export const usage = `Usage: npm start --prefix wallet -- --module <folder> --data <folder> [options]

  --module <folder>      the built module (snap.manifest.json, bundle.js, …)
  --data <folder>        where the wallet keeps its state
  --phrase "<words>"     recovery phrase, 12 words by default "test … junk"; @<file> reads it from a file:
                         every user of a machine sees the arguments of its processes
  --locale <code>        language that the module is told, such as de; en by default
  --port <number>        port to listen on; 0 (default) takes a free one
  --prefer-port <number> port to take if it is free, else any
  --local-chain <url>    the local chain that the module works with: notices when it was begun anew
  --allow-mainnet        serve Mainnet although everybody knows the phrase
  --no-dialog-limit      do not block a site that was refused several times
  --help                 this text
`;
