import { fail } from '../errors';
import type { Store } from '../stores/store';
import { readChunker } from './add';
import { readCid } from './blocks';
import { type IpfsReply, type IpfsRequest, jsonReply } from './ipfs';
import { checkOptions } from './options';
import { readPath } from './path';
import { isPinned, listPins } from './pins';

/** Asks the node. */
export type Post = (
  command: string,
  query: URLSearchParams,
  body?: IpfsRequest['body'],
) => Promise<IpfsReply>;

const lineAtMost = 65_536;

type Line = {
  Hash?: string;
  Pins?: string[];
  Cid?: { '/'?: string };
  Root?: { Cid?: { '/'?: string }; PinErrorMsg?: string };
};

const parseLine = (line: string): Line => {
  try {
    return (JSON.parse(line) ?? {}) as Line;
  } catch {
    return {};
  }
};

/** What a line of the node's reply says that it has pinned. */
const pinnedIn = ({ Hash, Pins, Cid, Root }: Line): readonly string[] => {
  const root = Root?.PinErrorMsg ? undefined : Root?.Cid?.['/'];
  return [Hash, ...(Pins ?? []), Cid?.['/'], root].filter((cid) => typeof cid === 'string');
};

/** The same bytes; `onLine` is called with each line, and waited for before the end. */
async function* withLines(
  body: AsyncIterable<Uint8Array>,
  onLine: (line: Line) => void,
  onEnd: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of body) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = (lines.pop() ?? '').slice(-lineAtMost);
    for (const line of lines) onLine(parseLine(line));
    yield bytes;
  }
  if (rest !== '') onLine(parseLine(rest));
  await onEnd();
}

/**
 * The commands of a node that many keys share: each key has the pins that it has made, and removes
 * no other. The node forgets what the last of them has let go.
 */
export const sharedNode = (post: Post, store: Store) => {
  const keeps = (command: string, query: URLSearchParams): boolean => {
    if (command === 'pin/add') return true;
    if (command === 'add') return query.get('pin') !== 'false' && query.get('only-hash') !== 'true';
    if (command === 'dag/put') return query.get('pin') === 'true';
    return command === 'dag/import' && query.get('pin-roots') !== 'false';
  };

  const letGo = async (key: string, cid: string): Promise<void> => {
    if (!(await store.unpin(key, cid))) fail('ipfsFailed', 'not pinned or pinned indirectly');
    if (await isPinned(store, cid)) return;
    const { body } = await post('pin/rm', new URLSearchParams({ arg: cid }));
    for await (const _ of body);
  };

  const remove = async ({ args, apiKey }: IpfsRequest): Promise<IpfsReply> => {
    const cids = (args.length === 0 ? [''] : args).map((arg) => readPath(arg).root.toString());
    for (const cid of cids) await letGo(apiKey.key, cid);
    return jsonReply({ Pins: cids });
  };

  const update = async ({ args, query, apiKey }: IpfsRequest): Promise<IpfsReply> => {
    const [from = '', to = ''] = args.map((arg) =>
      readCid(readPath(arg).root.toString()).toString(),
    );
    if (!(await store.pins(apiKey.key)).includes(from)) {
      fail('ipfsFailed', "'from' cid was not recursively pinned already");
    }
    const { body } = await post('pin/add', new URLSearchParams({ arg: to }));
    for await (const _ of body);
    await store.pin(apiKey.key, to);
    if (query.get('unpin') !== 'false' && to !== from) await letGo(apiKey.key, from);
    return jsonReply({ Pins: [`/ipfs/${from}`, `/ipfs/${to}`] });
  };

  /** @throws `forbidden` for an option that is the operator's */
  return async (command: string, request: IpfsRequest): Promise<IpfsReply> => {
    const { query, apiKey } = request;
    checkOptions(query);
    if (command === 'add') readChunker(query);
    if (command === 'pin/ls') return listPins(store, request);
    if (command === 'pin/rm') return remove(request);
    if (command === 'pin/update') return update(request);
    const reply = await post(command, query, request.body);
    if (!keeps(command, query)) return reply;
    // Of an upload the root comes last, and it alone is pinned.
    const pinned = new Set<string>();
    const onLine = (line: Line): void => {
      if (command === 'add' && line.Hash) pinned.clear();
      for (const cid of pinnedIn(line)) pinned.add(readCid(cid).toString());
    };
    const onEnd = async (): Promise<void> => {
      for (const cid of pinned) await store.pin(apiKey.key, cid);
    };
    return { ...reply, body: withLines(reply.body, onLine, onEnd) };
  };
};
