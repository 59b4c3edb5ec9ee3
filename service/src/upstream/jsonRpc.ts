import { readPause } from '@xnet/clients/transport/failure';
import { parseJson } from '@xnet/clients/transport/json';
import { errors, Pool } from 'undici';
import { ServiceError } from '../errors';
import { type Ask, createBatches, type Post } from './batches';
import type { Id } from './call';
import { exchange } from './exchange';
import { type Fault, faultOfStatus } from './faults';
import { type Redact, readNodeUrl, redactNode } from './redactNode';

export type Endpoint = {
  redact: Redact;
  call: Ask;
  /** As `call`, over connections that callers' calls cannot occupy. */
  probe: Ask;
  close: () => Promise<void>;
};

export const busyMessage = 'An upstream node asks for patience.';

/** A node has refused a request, as its HTTP status says. */
export class NodeFault extends ServiceError {
  readonly fault: Fault;
  readonly pauseMs: number | undefined;
  /** The node's HTTP status. */
  readonly status: number;

  constructor(fault: Fault, status: number, pauseMs?: number) {
    const waitSeconds = Math.max(1, Math.ceil((pauseMs ?? 0) / 1_000));
    if (fault === 'rate') super('busy', { message: busyMessage, waitSeconds });
    else super('upstream', { message: 'An upstream node gave no JSON-RPC reply.' });
    this.fault = fault;
    this.pauseMs = pauseMs;
    this.status = status;
  }
}

/**
 * The service has broken off a reply itself, for which its caller may be the cause. Where a node took
 * too long, it is asked for its chain anyway. The library has no other mark for this.
 */
const isOwnEnd = (error: Error): boolean =>
  error instanceof errors.InformationalError && error.message === 'aborted';

/** To a node; calls that may take long occupy three quarters of them at most (options.ts). */
const connections = 64;

/** Ids that every node accepts; for others, or none, the service sends its own. */
const isPlain = (id: Id | undefined): id is string | number =>
  typeof id === 'string' || (typeof id === 'number' && Number.isSafeInteger(id) && id >= 0);

/**
 * One Ethereum node over HTTP. Redirects are not followed, as the URL may contain a key. Concurrent
 * lookups are sent as a batch.
 */
export const httpEndpoint = (
  url: string,
  clock: () => number,
  /** The next connection may lead to another node. */
  onDisconnect: () => void = () => undefined,
): Endpoint => {
  const { origin, pathname, search, headers: login } = readNodeUrl(url);
  const poolOf = (connections: number): Pool =>
    new Pool(origin, {
      connections,
      keepAliveTimeout: 30_000,
      connect: { timeout: 5_000 },
      // Each call has its own deadline, up to the last byte of its response.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  const pool = poolOf(connections);
  const probes = poolOf(2);
  pool.on('disconnect', (_origin, _targets, error) => {
    if (!isOwnEnd(error)) onDisconnect();
  });
  const headers = { 'content-type': 'application/json', ...login };
  const request = { method: 'POST', path: `${pathname}${search}`, headers } as const;
  const postOver = async (to: Pool, ...[body, timeoutMs, budget]: Parameters<Post>) => {
    const reply = await exchange(to, { ...request, body }, timeoutMs, budget);
    const { status, text, retryAfter } = reply;
    if (status < 400) return text;
    const fault = faultOfStatus(status, retryAfter);
    if (fault === 'rate')
      throw new NodeFault(fault, status, readPause(retryAfter, parseJson(text), Date.now()) ?? 0);
    // Some nodes send errors of a call with 4xx: what counts is whether the body is a response.
    if (status >= 500 || !text.includes('"error"'))
      throw new NodeFault(fault, status, readPause(retryAfter, undefined, Date.now()));
    return text;
  };
  const post: Post = (...args) => postOver(pool, ...args);
  const createAlone =
    (to: Pool): Ask =>
    async (call, timeoutMs, budget) => {
      const id = isPlain(call.id) ? call.id : 1;
      const { method, params } = call;
      const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
      return { id, text: await postOver(to, body, timeoutMs, budget) };
    };
  return {
    redact: redactNode(url),
    call: createBatches(post, createAlone(pool), clock),
    probe: createAlone(probes),
    close: async () => void (await Promise.all([pool.destroy(), probes.destroy()])),
  };
};
