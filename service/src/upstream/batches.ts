import { leftMs } from '../clock';
import { fail, ServiceError } from '../errors';
import type { Room } from '../room';
import type { Call } from '../rpc/readCalls';
import { lateError } from './exchange';
import type { Ask, Post } from './jsonRpc';

type Reply = Awaited<ReturnType<Ask>>;
type Waiting = {
  call: Call;
  until: number;
  room: Room;
  /** Not settled yet. */
  isOpen: boolean;
  resolve: (reply: Reply | Promise<Reply>) => void;
  reject: (error: unknown) => void;
};

/** Nodes and gateways take a hundred and more; the more of them, the longer the first waits. */
const callsAtMost = 32;
/** So long a node is asked call by call after a batch that it did not answer. */
const restMs = 60_000;

/** Found in the node's own index by a number, a hash or an address: none holds another up. */
const lookups: ReadonlySet<string> = new Set([
  ...['eth_blockNumber', 'eth_chainId', 'eth_getBalance', 'eth_getBlockByHash'],
  ...['eth_getBlockByNumber', 'eth_getBlockTransactionCountByHash'],
  ...['eth_getBlockTransactionCountByNumber', 'eth_getCode', 'eth_getStorageAt'],
  ...['eth_getTransactionByHash', 'eth_getTransactionCount', 'eth_getTransactionReceipt'],
]);
/** Nothing in them can spoil a request that others share. `true` asks for whole transactions. */
const plainParam = /^(?:0x[\da-f]{0,64}|latest|earliest|pending|safe|finalized)$/i;
const isPlain = (param: unknown): boolean =>
  param === false || (typeof param === 'string' && plainParam.test(param));

export const isLookup = ({ method, params = [] }: Call): boolean =>
  lookups.has(method) && Array.isArray(params) && params.length <= 3 && params.every(isPlain);

const headOf = (id: number): string => `{"jsonrpc":"2.0","id":${id},`;

const bodyOf = (calls: readonly Waiting[]): string => {
  const texts = calls.map(
    ({ call: { method, params = [] } }, index) =>
      `${headOf(index + 1)}"method":"${method}","params":${JSON.stringify(params)}}`,
  );
  return `[${texts.join(',')}]`;
};

/**
 * The replies of a batch as they came, in the order of its calls. A head cannot stand within a text,
 * whose quotes have backslashes; where it stands within a result, the piece before it has brackets
 * that are open, and is no reply of anybody.
 *
 * @throws `upstream` where the node answers otherwise
 */
const piecesOf = (text: string, count: number): string[] => {
  const list = text.trim();
  if (!list.endsWith(']')) fail('upstream');
  let from = 1;
  return Array.from({ length: count }, (_, index) => {
    const isLast = index === count - 1;
    const to = isLast ? list.length - 1 : list.indexOf(`,${headOf(index + 2)}`, from);
    if (to < 0) fail('upstream');
    const piece = list.slice(from, to);
    from = to + 1;
    return piece;
  });
};

const openOf = (calls: readonly Waiting[]): Waiting[] => calls.filter(({ isOpen }) => isOpen);

/** Each of them has room for its part; one that has none fails alone, and the last with the request. */
const sharedRoom = (calls: readonly Waiting[]): Pick<Room, 'take'> => ({
  take: (bytes) => {
    const open = openOf(calls);
    const part = Math.ceil(bytes / open.length);
    for (const { room, reject } of open) {
      try {
        room.take(part);
      } catch (error) {
        reject(error);
      }
    }
    if (openOf(open).length === 0) fail('tooMuch');
  },
});

const isFinal = (error: unknown): boolean =>
  error instanceof ServiceError
    ? error.kind === 'busy'
    : error instanceof Error && error.name === 'TimeoutError';
/** Of a node that may take batches, and has no say in who waits for it. */
const isNoRefusal = (error: unknown): boolean =>
  error instanceof ServiceError && error.kind !== 'upstream';

/**
 * Asks a node for what is looked up in one turn of the loop by one request, which takes half the time
 * of as many requests, of the node too. A node that does not answer it reply by reply, in the order
 * of the calls, is asked for each of them alone.
 */
export const createBatches = (post: Post, callAlone: Ask, clock: () => number): Ask => {
  let waiting: Waiting[] = [];
  let restsUntil = Number.NEGATIVE_INFINITY;
  const alone = ({ call, until, room, resolve }: Waiting): void =>
    resolve(callAlone(call, Math.max(1, until - performance.now()), room));

  const send = async (): Promise<void> => {
    const calls = openOf(waiting);
    waiting = [];
    if (calls.length <= 1) return calls.forEach(alone);
    const until = Math.max(...calls.map((each) => each.until));
    try {
      const text = await post(bodyOf(calls), until - performance.now(), sharedRoom(calls));
      const pieces = piecesOf(text, calls.length);
      for (const [index, { resolve }] of calls.entries()) {
        resolve({ id: index + 1, text: pieces[index] ?? '' });
      }
    } catch (error) {
      if (!isNoRefusal(error)) restsUntil = clock() + restMs;
      for (const each of openOf(calls)) {
        if (isFinal(error)) each.reject(error);
        else alone(each);
      }
    }
  };

  return (call, timeoutMs, room) => {
    const rests = leftMs(restsUntil, restMs, clock()) > 0;
    if (rests || !isLookup(call)) return callAlone(call, timeoutMs, room);
    return new Promise((resolve, reject) => {
      const settled =
        <T>(settle: (value: T) => void) =>
        (value: T) => {
          clearTimeout(timer);
          each.isOpen = false;
          settle(value);
        };
      const until = performance.now() + timeoutMs;
      const each: Waiting = {
        ...{ call, until, room, isOpen: true },
        ...{ resolve: settled(resolve), reject: settled(reject) },
      };
      const timer = setTimeout(() => each.reject(lateError()), timeoutMs);
      if (waiting.length === 0) setImmediate(send);
      waiting.push(each);
      if (waiting.length === callsAtMost) void send();
    });
  };
};
