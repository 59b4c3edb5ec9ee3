import { setTimeout } from 'node:timers/promises';
import { Cluster, Redis } from 'ioredis';
import { singleFlight } from '../singleFlight';
import { withTimeout } from '../withTimeout';
import { readAddress } from './address';
import { pinScript, settleScript, spendScript, unpinScript } from './scripts';
import type { Limit, StoreEvents } from './store';

export type Scripted = Redis & {
  xnetSpend: (...args: (string | number)[]) => Promise<[number, Limit | '', number]>;
  xnetSettle: (...args: (string | number)[]) => Promise<number>;
  xnetPin: (...args: (string | number)[]) => Promise<number>;
  xnetUnpin: (...args: string[]) => Promise<number>;
};

/** How often one command was sent, and how many of these sendings got no reply. */
export type Sendings = { times: number; unanswered: number };

export type Link = Awaited<ReturnType<typeof openLink>>;

/** A sending, two of them and the wait for a connection take less than five seconds together. */
const replyMs = 1_500;
const readyMs = 1_000;
/** No sending begins later than this. */
const sendMs = 3_000;
const againMs = 10;
/** After a stall of this process, a reply may be there and unread when its time is over. */
const unreadMs = 100;

const options = {
  connectTimeout: 5_000,
  // For what the library asks by itself on a new connection; `send` gives up a silent one earlier.
  socketTimeout: 4_000,
  // The library repeats nothing and keeps nothing back: it would run after its caller was told that
  // it failed.
  autoResendUnfulfilledCommands: false,
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  retryStrategy: (times: number) => Math.min(times * 50, 500),
  // A demoted primary is read-only; by now the address may lead to the new one.
  reconnectOnError: ({ message }: Error) => message.startsWith('READONLY'),
};

const connect = (text: string): Scripted => {
  const address = readAddress(text);
  const { retryStrategy, maxRetriesPerRequest: _none, ...nodeOptions } = options;
  const redis =
    address.kind === 'cluster'
      ? new Cluster(address.nodes, {
          enableOfflineQueue: false,
          clusterRetryStrategy: retryStrategy,
          retryDelayOnFailover: 0,
          slotsRefreshTimeout: replyMs,
          redisOptions: { ...nodeOptions, ...address.options.redisOptions },
        })
      : new Redis({ ...options, sentinelRetryStrategy: retryStrategy, ...address.options });
  // Commands report their own failures; an unhandled error event would end the process.
  redis.on('error', () => undefined);
  redis.defineCommand('xnetSpend', { numberOfKeys: 4, lua: spendScript });
  redis.defineCommand('xnetSettle', { numberOfKeys: 2, lua: settleScript });
  redis.defineCommand('xnetPin', { numberOfKeys: 3, lua: pinScript });
  redis.defineCommand('xnetUnpin', { numberOfKeys: 3, lua: unpinScript });
  // The commands were defined above; the commands of a cluster are the same.
  return redis as Scripted;
};

/**
 * The system's or the server's error code, such as ECONNREFUSED, DEPTH_ZERO_SELF_SIGNED_CERT or
 * WRONGPASS; neither the URL nor a command, which may contain a password.
 */
const reasonOf = (error: unknown): string => {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string') return code;
  return /^[A-Z]+(?= )/.exec(String(message))?.[0] ?? noAnswer;
};
const noAnswer = 'it does not answer';

/** Reasons that may pass in a moment: all others are mistakes of the operator who named the server. */
const passing = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'LOADING',
  'BUSY',
  'MASTERDOWN',
  'CLUSTERDOWN',
  noAnswer,
]);

/** The server has replied, even if with an error: it has done nothing then. */
const isReply = (error: unknown): boolean => error instanceof Error && error.name === 'ReplyError';

/** The connection has just ended, and the library has not written the command to it. */
const isUnsent = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('enableOfflineQueue');

/** The schema of what is stored. A later one may mean something else by the same names. */
const schemaVersion = 1;

/** @param lost why the connection is gone, if it is */
const createSend = (redis: Scripted, lost: () => unknown) => {
  const becomeReady = singleFlight(
    () => new Promise<boolean>((resolve) => redis.once('ready', () => resolve(true))),
  );
  const isReady = async (): Promise<boolean> =>
    redis.status === 'ready' || withTimeout(readyMs, becomeReady(), false);

  /** Once for a connection, of which the library tells late that it is gone. */
  const leave = singleFlight(
    () =>
      new Promise<void>((resolve) => {
        redis.once('close', resolve);
        redis.disconnect(true);
      }),
  );

  let repliedAt = 0;
  const inTime = async <T>(work: Promise<T>): Promise<T> => {
    const begunAt = performance.now();
    const reply = work.then((value) => ({ value }));
    const outcome =
      (await withTimeout(replyMs, reply, undefined)) ??
      (await withTimeout(unreadMs, reply, undefined));
    if (outcome !== undefined) {
      repliedAt = performance.now();
      return outcome.value;
    }
    // The next command finds another connection.
    if (repliedAt < begunAt && redis.status === 'ready') void leave();
    throw new Error('The store did not reply in time.');
  };

  /**
   * Sends a command, and once more if no reply came: for what has the same effect twice.
   *
   * @throws the server's error; another one where it did not reply
   */
  return async <T>(
    command: () => Promise<T>,
    sendings: Sendings = { times: 0, unanswered: 0 },
  ): Promise<T> => {
    const until = performance.now() + sendMs;
    while (performance.now() < until && (await isReady())) {
      sendings.times += 1;
      try {
        return await inTime(command());
      } catch (error) {
        if (isReply(error)) throw error;
        if (isUnsent(error)) {
          sendings.times -= 1;
          await setTimeout(againMs);
          continue;
        }
        sendings.unanswered += 1;
        if (sendings.times > 1) throw error;
      }
    }
    throw new Error('The store does not answer.', { cause: lost() });
  };
};

/** @throws an Error where the server cannot be used; where it does not answer only without `events` */
export const openLink = async (text: string, events?: StoreEvents) => {
  const redis = connect(text);
  let lost: unknown;
  let isLost = false;
  let isClosed = false;
  for (const event of ['error', 'node error']) {
    redis.on(event, (error) => {
      lost = error;
    });
  }
  const tellLost = (reason: string): void => {
    if (!isLost) events?.onStoreLost(reason);
    isLost = true;
  };
  redis.on('ready', () => {
    if (isLost) events?.onStoreBack();
    isLost = false;
    lost = undefined;
  });

  const send = createSend(redis, () => lost);

  /** @throws where another version of the service has written what this one cannot read */
  const checkSchema = async (): Promise<void> => {
    await redis.setnx('xnet:schema', schemaVersion);
    const schema = Number(await redis.get('xnet:schema'));
    if (schema > schemaVersion) throw new Error(`SCHEMA ${schema}`);
  };
  await send(checkSchema).catch((cause) => {
    const reason = reasonOf(isReply(cause) ? cause : (lost ?? cause));
    if (events !== undefined && passing.has(reason)) return tellLost(reason);
    isClosed = true;
    redis.disconnect();
    throw new Error(`The Valkey or Redis server of --store cannot be used: ${reason}.`, { cause });
  });
  redis.on('close', () => {
    if (!isClosed) tellLost(reasonOf(lost));
  });

  return {
    redis,
    send,
    close: async (): Promise<void> => {
      isClosed = true;
      // One that has gone is not waited for.
      await redis.quit().catch(() => redis.disconnect());
    },
  };
};
