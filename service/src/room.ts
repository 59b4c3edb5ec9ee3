import { fail } from './errors';

/** What a piece of bytes takes beside them: a body that comes byte by byte is many of them. */
export const pieceBytes = 512;

/**
 * Bytes that may be held at once. What is taken here is taken from the room above, too: that of the
 * process above that of a key, above that of a connection, above that of a request.
 */
export type Room = {
  /** @throws `tooMuch`, or `crowded` where the process itself is full */
  take: (bytes: number) => void;
  give: (bytes: number) => void;
  /** Gives back all that was taken here; from now on there is nothing to take. */
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

/** The rooms of one process, for a request of a key that came over a connection. */
export type Rooms = (key: string, connection: object) => Room;

export const createRooms = (limits: Limits): Rooms => {
  const process = createRoom(limits.processBytes, undefined, 'crowded');
  const keys = new Map<string, Room>();
  const connections = new WeakMap<object, { key: string; room: Room }>();
  const roomOfKey = (key: string): Room => {
    const room = keys.get(key) ?? createRoom(limits.keyBytes, process);
    keys.set(key, room);
    return room;
  };
  return (key, connection) => {
    const known = connections.get(connection);
    const above =
      known?.key === key
        ? known
        : { key, room: createRoom(limits.connectionBytes, roomOfKey(key)) };
    connections.set(connection, above);
    return createRoom(limits.batchBytes, above.room);
  };
};
