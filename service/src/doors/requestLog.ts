import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { readBasic } from '../meter/authorize';
import { getPath } from './checkRequest';
import { createLineLimit } from './operations/lineLimit';
import type { Metrics } from './operations/metrics';

/** Log levels at which each request gets a line. */
const everyLine = ['trace', 'debug'];
/** A request that takes as long gets a line, and so does one of so many. */
const slowMs = 1_000;
const sampledPart = 100;

const marksAtMost = 10_000;
const marks = new Map<string, string>();

/** Distinguishes keys in the log without revealing them. */
const markOf = (key: string): string => {
  const knownMark = marks.get(key);
  if (knownMark !== undefined) return knownMark;
  const mark = createHash('sha256').update(key).digest('hex').slice(0, 8);
  // Callers may send any string as a key, so the cache is bounded.
  if (marks.size >= marksAtMost) marks.clear();
  marks.set(key, mark);
  return mark;
};

/** One request, from its headers to the end of its response. */
export type Visit = {
  id: string;
  begunAt: number;
  /** The pattern of its path, without the key. */
  route: string;
  /** In the path, or as the name of a login; nothing says that there is such a key. */
  key: string | undefined;
  /** As the connection has it, or as a balancer names it. */
  address: string;
  /** True if its key was not known when it came: then its lines count for its address. */
  isStranger: boolean;
};

const keyForm = /^\/(?:ws\/)?v3\/([^/?]+)/;

/** The key that a request names. */
export const findKey = (raw: IncomingMessage): string | undefined =>
  keyForm.exec(getPath(raw))?.[1] ?? readBasic(raw.headers.authorization)?.key;

/** The status that proxies log when a client disconnects before the whole response was sent. */
const leftStatus = 499;

/** `writableFinished` is true even if the connection ended with unsent bytes. */
const isWhole = ({ writableFinished }: ServerResponse, socket: Socket): boolean =>
  writableFinished && socket.errored === null && (!socket.destroyed || socket.writableEnded);

export type RequestLog = ReturnType<typeof createRequestLog>;

/**
 * One metric per request, and a line for those that failed or were slow, and for a sample. A flood of
 * failures of one key or address gets a few lines a second, and one that counts the others.
 */
export const createRequestLog = (
  log: FastifyBaseLogger,
  metrics: Metrics,
  { logCallers }: { logCallers: boolean },
) => {
  const isEvery = everyLine.includes(log.level);
  const isNone = !isEvery && log.level !== 'info';
  let servedCount = 0;
  const limit = createLineLimit((requests) =>
    log.info({ requests }, 'further requests failed or were slow'),
  );

  const hasLine = (visit: Visit, status: number, ms: number): boolean => {
    if (isNone) return false;
    servedCount += 1;
    if (isEvery) return true;
    if (status < 400 && ms < slowMs) return servedCount % sampledPart === 0;
    const { key = '', address, isStranger } = visit;
    return limit.admits(isStranger ? address : key);
  };

  const note = (visit: Visit, method: string, status: number): void => {
    const { id, begunAt, route, key, address } = visit;
    const ms = performance.now() - begunAt;
    metrics.observe(route, status, ms);
    if (!hasLine(visit, status, ms)) return;
    const mark = key === undefined ? {} : { keyMark: markOf(key) };
    const caller = logCallers ? address : undefined;
    const line = { id, method, route, status, caller, ms: Math.round(ms * 10) / 10, ...mark };
    log.info(line, 'request');
  };
  return {
    note,
    /** Notes the request when its response has closed: one that was not fully sent as such. */
    watch: (visit: Visit, { method = '', socket }: IncomingMessage, response: ServerResponse) => {
      response.on('close', () => {
        note(visit, method, isWhole(response, socket) ? response.statusCode : leftStatus);
      });
    },
    close: limit.close,
  };
};
