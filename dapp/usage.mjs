// Plain Node, so that it works on a fresh clone before any package is installed.
export const usage = `Usage: npm start -w dapp -- [options]

Serves the page built by \`npm run build -w dapp\`, on 127.0.0.1.

  --port <number>      default 0: any free port
  --wallet-url <url>   the developer wallet; default none: only wallets of the browser
  --l2-url <url>       the local chain, for the faucet; default none
  --chain-build <file> where npm start notes how far the local chain's node is built; default none
  --module-id <id>     default npm:@xnet/module
  --help               this text

Environment: XNET_SERVICE, JSON with url, key, secret and counter of a node service on this machine.
`;
