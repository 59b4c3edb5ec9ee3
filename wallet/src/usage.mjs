// Plain Node, so that it works on a fresh clone before any package is installed.
export const usage = `Usage: npm start --prefix wallet -- --module <folder> --data <folder> [options]
       npm start --prefix wallet -- --module <folder> --extension <folder> [options]

  --module <folder>      the built module (snap.manifest.json, bundle.js, …). Of the extension also
                         local:<url>, which serves the module: each connection takes it from there
                         anew, as the vendor's wallet does
  --data <folder>        where the wallet stores its state
  --extension <folder>   build the wallet as a browser's extension into this folder, for use on this
                         machine, instead of starting it
  --phrase "<words>"     recovery phrase; default: the 12 words "test … junk". @<file> reads it from a
                         file, since every user of the machine can see command-line arguments
  --locale <code>        language that the wallet reports to the module, such as de; default en
  --port <number>        port to listen on; default 0: any free port
  --prefer-port <number> port to use if it is free, else any free port
  --local-chain <url>    the local chain that the module uses, to notice when it is reset
  --allow-mainnet        allow Mainnet although the phrase is publicly known
  --no-dialog-limit      do not block a site after repeated refusals
  --one-dialog           refuse a second dialog of the module while one is open, as wallets did before
                         2026
  --watch                take each new build of the module as it appears in its folder (of the extension:
                         its folder "module")
  --help                 this text
`;
