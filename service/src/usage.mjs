// Plain Node, so that it can be read on a fresh clone, before any package is installed.
export const usage = `Usage: npm start -w service -- [options]              runs the service
       npm start -w service -- keys <command> [options]   see: keys help

  --port <n>             default 8545; 0: any free port
  --host <address>       address to listen on; default 127.0.0.1
  --data <folder>        keys, balances and IPFS blocks; default: xnet-service in XDG_DATA_HOME,
                         else in ~/.local/share
  --eth <url>            Ethereum node; repeat it for failover; default: a development node (anvil)
  --eth-socket <url>     its WebSocket address, where it differs
  --method <name>        method of the node to pass on beside the reads, such as
                         eth_sendRawTransaction; repeat it
  --ipfs <url>           Kubo node, such as http://127.0.0.1:5001; default: blocks on disk
  --ipfs-bytes <n>       of a key's IPFS blocks on disk; default 10 GiB
  --ipfs-blocks <n>      their number; default 200000
  --store <url>          redis://… (Valkey or Redis), shared by instances; default: on disk
  --workers <n>          processes that answer, up to one for each core; they share one balance
  --limit-style <style>  bodies of limits: current or legacy
  --chains <list>        names of chains: 1=Ethereum,31337=Local
  --host-name <name>     name under which it is called; loopback names always are
  --origin <origin>      page that may call it; repeat it; * for all
  --log-level <level>    fatal, error, warn, info, debug or silent; default info

An address that holds a key or a password can be read from a file, as in --eth @/run/secrets/eth:
every user of a machine sees the arguments of its processes.
`;

export const keysUsage = `Usage: npm start -w service -- keys <command> [--data <folder>] [--store <url>]

  create                 makes a key and shows it with its secret, this once
    --name <text>        whose it is
    --plan <plan>        free, developer, team, custom; default free
    --no-secret          without a secret: no IPFS
    --need-secret        the secret is asked for with the key in the path, too
    --per-day <n>, --per-second <n>   own limits, in credits
  list                   all keys, with what they have spent today, and what a service that
                         runs has reserved for what comes next
  limit <key>            sets own limits: --per-day, --per-second; without them, none
  revoke <key>           ends a key
`;
