// Plain Node, so that it works on a fresh clone before any package is installed.
export const usage = `Usage: npm start -w service -- [options]              runs the service
       npm start -w service -- keys <command> [options]   see: keys help
       npm start -w service -- backup <folder> [--data <folder>]   copies the databases, also while
                                                          the service runs

  --config <file>        plans, prices, limits, methods and rules as JSON: docs/operate/README.md
  --port <n>             default 8545; 0 takes any free port
  --host <address>       address to listen on; default 127.0.0.1
  --operations <address> where /livez, /readyz, /healthz and /metrics are, such as 0.0.0.0:9545; default
                         127.0.0.1 and the port plus 1000
  --address-header <name>  header in which a balancer in front names a caller's address, such as x-real-ip
  --data <folder>        keys, balances and IPFS blocks; default: xnet-service in XDG_DATA_HOME,
                         else in ~/.local/share
  --eth <url>            Ethereum node (repeatable, for failover); default: a development node (anvil)
  --eth-socket <url>     WebSocket URL of the node, if it differs
  --chain <id>=<url>     node of a further chain (repeatable), such as 10=https://node.example; ws:// if
                         its WebSocket URL differs. Callers name the chain: /v3/KEY/networks/10
  --method <name>        node method to pass on in addition to the reads (repeatable), such as
                         eth_sendRawTransaction
  --ipfs <url>           Kubo node, such as http://127.0.0.1:5001; default: blocks on disk
  --ipfs-bytes <n>       quota per key for IPFS blocks, in bytes; default 10 GiB
  --ipfs-blocks <n>      quota per key for IPFS blocks, in blocks; default 200000
  --store <url>          redis://… (Valkey or Redis), shared by instances; default: on disk; also
                         redis-sentinel://host,host/0#master and redis-cluster://host,host
  --chains <list>        names of chains: 1=Ethereum,31337=Local
  --host-name <name>     host name to accept (repeatable), in addition to loopback names
  --origin <origin>      origin of pages that may call it (repeatable); * for all
  --drain <seconds>      on SIGTERM, /readyz says 503 for this long while all else is served; default 0.
                         Longer than a balancer's check takes to notice
  --log-level <level>    fatal, error, warn, info, debug or silent; default info

To keep keys and passwords off the command line, which every user of the machine can see, read a URL
from a file: --eth @/run/secrets/eth
`;

export const keysUsage = `Usage: npm start -w service -- keys <command> [--data <folder>] [--store <url>]

  create                 creates a key and shows it with its secret, only this once
    --name <text>        owner of the key
    --plan <plan>        free, developer, team, custom; default free
    --config <file>      with plans of your own
    --no-secret          create no secret: the key cannot use IPFS
    --need-secret        require the secret even when the key is in the path
    --per-day <n>, --per-second <n>   own limits, in credits
    --expires <date>     such as 2027-01-31: the key is refused from then on
  list                   lists all keys, with the credits spent today and those that a running
                         service has reserved
  limit <key>            sets own limits: --per-day, --per-second; removes them if neither is given
  plan <key> --plan <plan>          changes the plan
  rotate <key>           creates a new secret and shows it; the old one works on for a while
    --overlap <hours>    default 24
  expire <key> --expires <date>     sets the end of a key; never removes it
  revoke <key>           revokes a key
`;

export const backupUsage = 'Usage: npm start -w service -- backup <folder> [--data <folder>]';
