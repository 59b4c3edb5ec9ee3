import { fail, type ServiceError } from './errors';

/** Overhead per chunk: a body that arrives byte by byte consists of many. */
export const pieceBytes = 512;

/**
 * A budget of bytes in memory. Taking here also takes from the parent room. Rooms nest: process,
 * key, connection, request.
 */
export type Room = {
  /** @throws `tooMuch`, or `crowded` if the process itself is full */
  take: (bytes: number) => void;
  give: (bytes: number) => void;
  held: () => number;
  /** Gives back everything taken here; afterwards nothing more can be taken. */
  close: () => void;
};

export const createRoom = (
  atMost: number,
  above?: Room,
  kind: 'tooMuch' | 'crowded' = 'tooMuch',
): Room => {
  let held = 0;
  let isClosed = false;
  const room: Room = {
    take: (bytes) => {
      if (isClosed) fail('malformed', 'The caller has gone.');
      if (held + bytes > atMost) fail(kind);
      above?.take(bytes);
      held += bytes;
    },
    give: (bytes) => {
      if (isClosed) return;
      held -= bytes;
      above?.give(bytes);
    },
    held: () => held,
    close: () => {
      room.give(held);
      isClosed = true;
    },
  };
  return room;
};

type Limits = {
  batchBytes: number;
  connectionBytes: number;
  keyBytes: number;
  processBytes: number;
};

/** The rooms of one process. */
export type Rooms = {
  /** For a request with this key that arrived on this connection. */
  of: (key: string, connection: object) => Room;
  /**
   * Registers a connection that may be ended when room runs out: the one with the most unread
   * bytes, if these exceed what the requester holds. Call the returned function when the connection
   * has ended by itself.
   */
  mayEnd: (key: string, connection: object, reader: Reader) => () => void;
};

type Reader = { unread: () => number; end: () => void };
type Held = { key: string; room: Room };

export const createRooms = (limits: Limits): Rooms => {
  const process = createRoom(limits.processBytes, undefined, 'crowded');
  const keys = new Map<string, Room>();
  const connections = new WeakMap<object, Held>();
  const readers = new Map<Held, Reader>();
  const roomOfKey = (key: string): Room => {
    const room = keys.get(key) ?? createRoom(limits.keyBytes, process);
    keys.set(key, room);
    return room;
  };

  /** @returns false if no connection has more than this many unread bytes */
  const endSlowest = (bytes: number, ofKey: string | undefined): boolean => {
    let most = bytes;
    let slowest: Held | undefined;
    for (const [held, { unread }] of readers) {
      if ((ofKey !== undefined && held.key !== ofKey) || unread() <= most) continue;
      most = unread();
      slowest = held;
    }
    if (slowest === undefined) return false;
    readers.get(slowest)?.end();
    readers.delete(slowest);
    slowest.room.close();
    return true;
  };

  const openHeld = (key: string): Held => {
    const room = createRoom(limits.connectionBytes, roomOfKey(key));
    const take = (bytes: number): void => {
      try {
        room.take(bytes);
      } catch (error) {
        const wanted = room.held() + bytes;
        const { kind } = error as ServiceError;
        if (kind === 'malformed' || wanted > limits.connectionBytes) throw error;
        if (!endSlowest(wanted, kind === 'crowded' ? undefined : key)) throw error;
        take(bytes);
      }
    };
    return { key, room: { ...room, take } };
  };
  const heldBy = (key: string, connection: object): Held => {
    const known = connections.get(connection);
    if (known?.key === key) return known;
    const held = openHeld(key);
    connections.set(connection, held);
    return held;
  };
  return {
    of: (key, connection) => createRoom(limits.batchBytes, heldBy(key, connection).room),
    mayEnd: (key, connection, reader) => {
      const held = heldBy(key, connection);
      readers.set(held, reader);
      return () => readers.delete(held);
    },
  };
};
