import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServiceError } from '../errors';
import { lingerMs } from './connections';
import { createErrorAnswer } from './limitBody';

/**
 * Runs this once the body has arrived, or after a while: a connection that closes with bytes that
 * nobody has read is reset, and its caller may not read the reply.
 */
export const afterBody = (raw: IncomingMessage, run: () => void): void => {
  const go = (): void => {
    clearTimeout(timer);
    raw.off('end', go).off('close', go);
    run();
  };
  const timer = setTimeout(go, lingerMs);
  raw.once('end', go).once('close', go).resume();
};

/** Names and values, one after the other, which the runtime takes faster than an object. */
export type HeaderList = readonly string[];

const json = 'application/json; charset=utf-8';

/** Sends a response without the framework. An empty text is none. */
export const sendText = (
  raw: IncomingMessage,
  response: ServerResponse,
  { status, headers, text }: { status: number; headers: HeaderList; text: string },
): void => {
  const send = (): void => {
    const contentType = text === '' ? [] : ['content-type', json];
    const length = ['content-length', String(Buffer.byteLength(text))];
    const sized = status === 204 ? [] : length;
    response.writeHead(status, [...contentType, ...sized, ...headers]).end(text);
  };
  const isOurs = headers.includes('connection');
  if (raw.complete || response.shouldKeepAlive || isOurs) send();
  else afterBody(raw, send);
};

/** Each of the three APIs has its own error format. */
export const errorBody = (path: string, error: ServiceError): object => {
  const { error: wire } = createErrorAnswer(error);
  if (path.startsWith('/api/v0/')) return { Message: error.message, Code: 0, Type: 'error' };
  if (/^\/(ws\/)?v3\/[^/]*(\/networks\/[^/]*)?$/.test(path))
    return { jsonrpc: '2.0', id: null, error: wire };
  return { error: wire };
};

/** Headers of a response that refuses a request. */
export const errorHeaders = (error: ServiceError): Record<string, string> => {
  const { status, headers } = createErrorAnswer(error);
  if (error.endsConnection) headers.connection = 'close';
  if (status === 401) headers['www-authenticate'] = 'Basic realm="xnet"';
  return headers;
};

export const sendError = (
  raw: IncomingMessage,
  response: ServerResponse,
  failure: { path: string; error: ServiceError; headers: HeaderList },
): void => {
  const { path, error, headers } = failure;
  const { status } = createErrorAnswer(error);
  const text = JSON.stringify(errorBody(path.replace(/\?.*$/s, ''), error));
  const all = [...headers, ...Object.entries(errorHeaders(error)).flat()];
  sendText(raw, response, { status, headers: all, text });
};
