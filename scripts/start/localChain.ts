import { devnetVersion, findDevnet } from '../setup/machine.mjs';
import { startAndAwait } from './child';

export { findDevnet };

export type LocalChain = {
  /** JSON-RPC endpoint, `http://127.0.0.1:PORT/rpc`. */
  url: string;
  /** Resolves when the node has exited, for whatever reason. */
  exited: Promise<number | null>;
  stop: () => Promise<void>;
};

const listening = /listening on 127\.0\.0\.1:(\d+)/;

/**
 * Starts a new Starknet node on loopback. It ends with this process.
 *
 * @throws an Error with the node's last lines if it does not start, such as on a port in use.
 */
export const startLocalChain = async (
  options: {
    chainId?: 'TESTNET' | 'MAINNET';
    /** URL of a node whose chain this one goes on from, under that chain's id. */
    forkOf?: string;
    /** 0 or absent: any free port. */
    port?: number;
    /** Blocks are created per transaction, on `createBlock` only, or every so many seconds. */
    blocks?: 'transaction' | 'demand' | number;
    /** Further options of the node. */
    args?: readonly string[];
    /** State file: loaded if it exists, and written at the end. */
    dumpPath?: string;
    /** True to stop it as in a crash, without a dump. */
    isKilled?: boolean;
    log?: string;
  } = {},
): Promise<LocalChain> => {
  const command = findDevnet();
  if (command === undefined) {
    throw new Error(
      `No layer-2 node (starknet-devnet ${devnetVersion}) found: run \`node scripts/setup.mjs\`.`,
    );
  }
  const dump = options.dumpPath ? ['--dump-path', options.dumpPath, '--dump-on', 'exit'] : [];
  const args = [
    '--seed',
    '0',
    '--predeclare-argent',
    '--host',
    '127.0.0.1',
    ...(options.forkOf === undefined
      ? ['--chain-id', options.chainId ?? 'TESTNET']
      : ['--fork-network', options.forkOf]),
    '--port',
    String(options.port ?? 0),
    '--block-generation-on',
    String(options.blocks ?? 'transaction'),
    ...dump,
    ...(options.args ?? []),
  ];
  const { child, ready: port } = await startAndAwait(
    {
      name: 'The layer-2 node',
      timeoutMs: 120_000,
      command,
      args,
      // The node only dumps its state on this signal.
      signal: options.isKilled ? 'KILL' : 'INT',
      // The line with the port has this level.
      env: { RUST_LOG: 'info', RUST_BACKTRACE: '0', NO_COLOR: '1' },
      ...(options.log !== undefined && { log: options.log }),
    },
    (line) => listening.exec(line)?.[1],
  );
  return { url: `http://127.0.0.1:${port}/rpc`, exited: child.exited, stop: child.stop };
};

/** Calls the local node. @throws an Error with the node's message. */
export const askChain = async <T = unknown>(
  url: string,
  method: string,
  params: object = {},
): Promise<T> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(30_000),
  });
  const reply = (await response.json()) as {
    result?: T;
    error?: { message: string; data?: unknown };
  };
  if (reply.error) {
    const data = reply.error.data === undefined ? '' : ` (${JSON.stringify(reply.error.data)})`;
    throw new Error(`${method}: ${reply.error.message}${data}`);
  }
  return reply.result as T;
};

/** Mints STRK to an account from the faucet. The amount is in FRI, 10^-18 STRK. */
export const fund = async (url: string, address: string, amountFri: bigint): Promise<void> => {
  // A bare JSON number: the node accepts no text here, and a double would lose digits.
  const body = `{"jsonrpc":"2.0","id":1,"method":"devnet_mint","params":{"address":${JSON.stringify(address)},"amount":${amountFri},"unit":"FRI"}}`;
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
    signal: AbortSignal.timeout(30_000),
  });
  const reply = (await response.json()) as { error?: { message: string } };
  if (reply.error) throw new Error(`devnet_mint: ${reply.error.message}`);
};

/** Closes the pending block. @returns its hash */
export const createBlock = async (url: string): Promise<string> =>
  (await askChain<{ block_hash: string }>(url, 'devnet_createBlock')).block_hash;

/**
 * Creates a block some time after a transaction has arrived, until stopped: as on the real network,
 * it stays pending for a while, and without transactions the chain does not grow.
 *
 * @returns a function that stops it
 */
export const startBlockProduction = (url: string, pendingMs: number): (() => void) => {
  const lookMs = 1_000;
  let since: number | undefined;
  const look = async (): Promise<void> => {
    const pending = await askChain<{ transactions: unknown[] }>(
      url,
      'starknet_getBlockWithTxHashes',
      {
        block_id: 'pre_confirmed',
      },
    );
    if (pending.transactions.length === 0) since = undefined;
    else since ??= Date.now();
    if (since !== undefined && Date.now() - since >= pendingMs) {
      await createBlock(url);
      since = undefined;
    }
  };
  let isLooking = false;
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    // Whoever watches the node's process reports that it does not respond.
    look()
      .catch(() => undefined)
      .finally(() => {
        isLooking = false;
      });
  }, lookMs);
  return () => clearInterval(timer);
};
