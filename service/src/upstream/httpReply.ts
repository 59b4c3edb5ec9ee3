import { fail } from '../errors';
import type { Room } from '../room';

export type HttpReply = { status: number; text: string };

/** What the head of a reply says of its end, and of the connection after it. */
type Head = {
  status: number;
  /** Bytes, or in chunks, or until the connection ends. */
  body: number | 'chunked' | 'rest';
  isKept: boolean;
  /** How long the node keeps a connection on which nothing happens, where it says so. */
  idleMs: number | undefined;
};

const headAtMost = 16 * 1024;
const trailersAtMost = 64;

const unreadable = (): never => fail('upstream', 'An upstream node did not answer in HTTP/1.1.');

const wellFormed =
  /^http\/1\.[01] [1-5]\d\d(?: [^\r\n]*)?(?:\r\n[!#$%&'*+.^_`|~0-9a-z-]+:[^\r\n\0]*)*$/;
const sizeLine = /^([0-9a-f]{1,8})[ \t]*(?:;.*)?$/i;

/** Of a head in small letters. @throws `upstream` where a field that decides is there twice */
const fieldOf = (head: string, name: string): string | undefined => {
  const mark = `\r\n${name}:`;
  const at = head.indexOf(mark);
  if (at < 0) return undefined;
  if (head.includes(mark, at + 1)) unreadable();
  const from = at + mark.length;
  const end = head.indexOf('\r', from);
  return head.slice(from, end < 0 ? head.length : end).trim();
};

/** What could be read in two ways is not read at all. @throws `upstream` */
const readHead = (text: string): Head => {
  const head = text.toLowerCase();
  if (!wellFormed.test(head)) unreadable();
  const status = Number(head.slice(9, 12));
  const coding = fieldOf(head, 'transfer-encoding');
  const length = fieldOf(head, 'content-length');
  const connection = fieldOf(head, 'connection') ?? '';
  let body: Head['body'] = 'rest';
  if (coding !== undefined) {
    body = coding === 'chunked' && length === undefined ? 'chunked' : unreadable();
  } else if (length !== undefined) {
    body = /^\d{1,15}$/.test(length) ? Number(length) : unreadable();
  }
  if (status < 200 || status === 204 || status === 304) body = 0;
  const isKept = head.startsWith('http/1.1')
    ? !connection.includes('close')
    : connection.includes('keep-alive');
  const seconds = /\btimeout=(\d{1,6})\b/.exec(fieldOf(head, 'keep-alive') ?? '')?.[1];
  return {
    status,
    body,
    isKept,
    idleMs: seconds === undefined ? undefined : Number(seconds) * 1_000,
  };
};

export type ReplyReader = {
  /** From here on bytes are of the reply to a new request, which have their place in its room. */
  begin: (room: Room) => void;
  /**
   * Reads bytes as they come; nothing of them is held afterwards.
   *
   * @returns the reply, once it has ended
   * @throws `upstream`, and what the room throws
   */
  read: (bytes: Buffer) => HttpReply | undefined;
  /** The reply, where it ends with its connection. */
  end: () => HttpReply | undefined;
  /** After a reply: how long the connection may be kept for another request, 0 for not at all. */
  keepMs: (atMost: number) => number;
};

const none = Buffer.alloc(0);

/** Reads the replies of one connection, one after another. */
export const createReplyReader = (): ReplyReader => {
  let room: Room;
  let head: Head | undefined;
  /** What is not understood before more of it has come: a part of a head or of a line. */
  let rest = none;
  let body = none;
  let size = 0;
  /** Bytes of the body, or of the chunk, that have not come. */
  let missing = 0;
  let next: 'size' | 'gap' | 'trailer' = 'size';
  let trailers = 0;
  let isClean = false;

  const keep = (bytes: Buffer): void => {
    room.take(bytes.length);
    if (size + bytes.length > body.length) {
      const larger = Buffer.allocUnsafe(Math.max(2 * body.length, size + bytes.length));
      body.copy(larger, 0, 0, size);
      body = larger;
    }
    bytes.copy(body, size);
    size += bytes.length;
  };

  const finish = (status: number, isAllRead: boolean): HttpReply => {
    isClean = isAllRead;
    const text = body.toString('utf8', 0, size);
    body = none;
    return { status, text };
  };

  const readSized = ({ status }: Head, bytes: Buffer): HttpReply | undefined => {
    if (bytes.length < missing) {
      missing -= bytes.length;
      return void keep(bytes);
    }
    // Most come as a whole.
    if (size === 0) {
      room.take(missing);
      isClean = bytes.length === missing;
      return { status, text: bytes.toString('utf8', 0, missing) };
    }
    keep(bytes.subarray(0, missing));
    return finish(status, bytes.length === missing);
  };

  const readLine = (line: string): boolean => {
    if (next === 'trailer') {
      trailers += 1;
      if (trailers > trailersAtMost) unreadable();
      return line === '';
    }
    if (next === 'gap') {
      if (line !== '') unreadable();
      next = 'size';
      return false;
    }
    const [, digits = ''] = sizeLine.exec(line) ?? unreadable();
    missing = Number.parseInt(digits, 16);
    next = missing === 0 ? 'trailer' : 'gap';
    return false;
  };

  const readChunks = ({ status }: Head, bytes: Buffer): HttpReply | undefined => {
    let at = 0;
    for (;;) {
      const part = bytes.subarray(at, at + missing);
      if (part.length > 0) keep(part);
      missing -= part.length;
      at += part.length;
      const end = missing > 0 ? -1 : bytes.indexOf('\r\n', at);
      if (end < 0) {
        rest = Buffer.from(bytes.subarray(at));
        return rest.length > headAtMost ? unreadable() : undefined;
      }
      const line = bytes.toString('latin1', at, end);
      at = end + 2;
      if (readLine(line)) return finish(status, at === bytes.length);
    }
  };

  const read = (came: Buffer): HttpReply | undefined => {
    let bytes = rest.length === 0 ? came : Buffer.concat([rest, came]);
    rest = none;
    while (head === undefined || head.status < 200) {
      const end = bytes.indexOf('\r\n\r\n');
      if (end > headAtMost || (end < 0 && bytes.length > headAtMost)) unreadable();
      if (end < 0) {
        rest = Buffer.from(bytes);
        return undefined;
      }
      head = readHead(bytes.toString('latin1', 0, end));
      if (head.status === 101) unreadable();
      if (typeof head.body === 'number') missing = head.body;
      bytes = bytes.subarray(end + 4);
    }
    if (head.body === 'chunked') return readChunks(head, bytes);
    if (head.body !== 'rest') return readSized(head, bytes);
    return void keep(bytes);
  };

  return {
    read,
    begin: (of) => {
      room = of;
      head = undefined;
      [rest, body] = [none, none];
      [size, missing, trailers] = [0, 0, 0];
      [next, isClean] = ['size', false];
    },
    end: () => (head?.body === 'rest' ? finish(head.status, false) : undefined),
    keepMs: (atMost) => {
      if (!head?.isKept || !isClean) return 0;
      return Math.min(atMost, head.idleMs ?? atMost);
    },
  };
};
