import type { IncomingMessage } from 'node:http';
import { type Kind, ServiceError } from '../errors';

/** Refuses a request that a proxy in front could read in another way: its connection ends. */
const unreadable = (message: string, kind: Kind = 'malformed'): ServiceError =>
  new ServiceError(kind, { message, endsConnection: true });

const hostForm = /^(\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]+)(:\d{0,5})?$/i;

const countOf = (rawHeaders: readonly string[], name: string): number => {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.length === name.length && rawHeaders[index]?.toLowerCase() === name) {
      count += 1;
    }
  }
  return count;
};

/** Path and query: of an absolute target without its scheme and host (RFC 9112, 3.2.2). */
export const getPath = ({ url = '' }: Pick<IncomingMessage, 'url'>): string => {
  if (url.startsWith('/') || !URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
};

/** A request, before or after the framework has replaced its target by `getPath`. */
export type RawRequest = Pick<IncomingMessage, 'url' | 'headers' | 'httpVersion'> & {
  originalUrl?: string;
};

/** The host that the caller means: that of an absolute target precedes the header's. */
export const getHost = ({ url = '', originalUrl: target = url, headers }: RawRequest) => {
  if (target.startsWith('/') || !URL.canParse(target)) return headers.host;
  return new URL(target).host;
};

/**
 * Rules of RFC 9110 and 9112 that the runtime does not apply: a request on which a proxy in front
 * and this service could disagree is refused, and its connection ends.
 *
 * @throws `malformed`, `noCoding`, `mediaType`
 */
export const checkRequest = (raw: IncomingMessage): void => {
  const { headers, httpVersion, method, url = '' } = raw;
  const coding = headers['transfer-encoding'];
  if (coding !== undefined) {
    if (httpVersion === '1.0') throw unreadable('HTTP/1.0 has no transfer codings.');
    if (coding.toLowerCase() !== 'chunked') {
      throw unreadable('No transfer coding but "chunked" is read.', 'noCoding');
    }
  }
  if (countOf(raw.rawHeaders, 'host') > 1) throw unreadable('There is more than one Host.');
  const { host } = headers;
  if (host === undefined ? httpVersion !== '1.0' : !hostForm.test(host)) {
    throw unreadable('The Host is malformed.');
  }
  const isAsterisk = url === '*' && method === 'OPTIONS';
  if (!isAsterisk && !url.startsWith('/') && !/^https?:\/\//i.test(url)) {
    throw unreadable('The path is malformed.');
  }
  const content = headers['content-encoding'];
  if (content !== undefined && content.toLowerCase() !== 'identity') {
    throw new ServiceError('mediaType', { message: 'No content encoding is read.' });
  }
};
