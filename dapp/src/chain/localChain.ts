import type { LocalChain } from '../config';
import type { Log } from '../log/log';
import { say } from '../texts';
import { textError } from '../wallet/failure';

/** Amount that one click on the faucet mints. */
const faucetFri = 100n * 10n ** 18n;

/**
 * Calls the local node directly, not through the wallet. Params are JSON text, because an amount in
 * FRI exceeds the exact range of a JavaScript number and the faucet expects a bare number.
 */
async function call(chain: LocalChain, log: Log, method: string, params: string): Promise<unknown> {
  const body = `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`;
  return log.record({ to: 'chain', label: method, url: chain.url, body }, async () => {
    const response = await fetch(chain.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    }).catch((cause: unknown) => {
      throw textError(say('failures.chainSilent'), { cause });
    });
    const reply = (await response.json()) as { result?: unknown; error?: { message: string } };
    if (reply.error) throw reply.error;
    return reply.result;
  });
}

/** Calls a method of the local node; amounts are hex. */
export const askChain = <T>(chain: LocalChain, log: Log, method: string, params: object) =>
  call(chain, log, method, JSON.stringify(params)) as Promise<T>;

/** @returns the hash of the minting transaction */
export async function mint(chain: LocalChain, log: Log, address: string): Promise<string> {
  const params = `{"address":"${address}","amount":${faucetFri},"unit":"FRI"}`;
  const { tx_hash } = (await call(chain, log, 'devnet_mint', params)) as { tx_hash: string };
  return tx_hash;
}

/** A predeployed account of the local chain, to use as a recipient. */
export async function neighbour(chain: LocalChain, log: Log): Promise<string | null> {
  const accounts = await call(chain, log, 'devnet_getPredeployedAccounts', '{}');
  const [first] = accounts as { address: string }[];
  return first?.address ?? null;
}
