import { fail } from '../../errors';
import { addRoot, readChunker } from './add';
import { readCid } from './blocks';
import { bytesReply, type IpfsReply, type IpfsRequest } from './ipfs';
import { drain, type Post } from './kuboApi';
import type { KuboQuota, Room } from './kuboQuota';
import { withLines } from './lines';
import { readFlag } from './options';

type Link = { '/'?: string };
/** A line of the response to an upload: a file, block, value, root, or an archive's stats. */
type Line = {
  Name?: string;
  Hash?: string;
  Key?: string;
  Cid?: Link;
  Root?: { Cid?: Link; PinErrorMsg?: string };
  Stats?: object;
};

/** Each root is queried and pinned separately. */
const rootsAtMost = 1_000;
const uploads = new Set(['add', 'block/put', 'dag/put', 'dag/import']);
export const isUpload = (command: string): boolean => uploads.has(command);

/** Forwards a flag as parsed here, not as the caller spelled it. */
const withFlag = (query: URLSearchParams, name: string, value: boolean): URLSearchParams => {
  const changed = new URLSearchParams(query);
  changed.set(name, String(value));
  return changed;
};

const tooMany = (): never =>
  fail('malformed', `An upload has ${rootsAtMost} roots at most: put files into a folder.`);

type Dependencies = {
  post: Post;
  quota: KuboQuota;
  /** @returns the bytes of a new pin. @throws `forbidden` if the key has no room */
  pin: (key: string, cid: string) => Promise<number>;
  /** Unpins the root if no key has pinned it. */
  drop: (cid: string) => Promise<void>;
};

/** The body of an upload, which ends where the key has no more room. */
const counted = ({ body }: IpfsRequest, room: Room): IpfsRequest['body'] => ({
  ...body,
  stream: body.stream && room.counted(body.stream),
});

/** @returns the bytes of new pins */
const pinAll = async ({ pin }: Dependencies, key: string, roots: readonly string[]) => {
  let bytes = 0;
  for (const root of new Set(roots)) bytes += await pin(key, readCid(root).toString());
  return bytes;
};

/** The node's own pinning is off: a caller that leaves midway would leave a pin without owner. */
const put = async (
  dependencies: Dependencies,
  command: string,
  request: IpfsRequest,
): Promise<IpfsReply> => {
  const { query, apiKey } = request;
  const keeps = readFlag(query, 'pin', command === 'add');
  const chunkBytes = readChunker(query);
  const room = await dependencies.quota.begin(apiKey.key);
  let roots: readonly string[] = [];
  let blocks = 0;
  let isKept = false;
  const onLine = ({ Name, Hash, Key, Cid }: Line): void => {
    const cid = Hash ?? Key ?? Cid?.['/'];
    if (cid === undefined) return;
    blocks += 1;
    roots = addRoot(roots, { Name, Hash: cid }, query);
    if (roots.length > rootsAtMost) tooMany();
  };
  const onEnd = async (): Promise<void> => {
    if (keeps) await pinAll(dependencies, apiKey.key, roots);
    isKept = keeps;
  };
  const body = (async function* () {
    try {
      const flagged = withFlag(query, 'pin', false);
      const reply = await dependencies.post(command, flagged, { body: counted(request, room) });
      yield* withLines(reply, onLine, onEnd);
    } finally {
      room.end(isKept ? undefined : { blocks, chunkBytes });
    }
  })();
  return { contentType: 'application/json', body };
};

/** The node lists an archive's roots only if it pins them, so its response is read to the end. */
const putArchive = async (dependencies: Dependencies, request: IpfsRequest): Promise<IpfsReply> => {
  const { query, apiKey } = request;
  const { post, quota, drop } = dependencies;
  const keeps = readFlag(query, 'pin-roots', true);
  const room = await quota.begin(apiKey.key);
  const lines: string[] = [];
  const roots: string[] = [];
  let pinnedBytes = 0;
  try {
    const flagged = withFlag(query, 'pin-roots', keeps);
    const reply = await post('dag/import', flagged, { body: counted(request, room) });
    const onLine = (line: Line): void => {
      const { Cid, PinErrorMsg } = line.Root ?? {};
      if (line.Root !== undefined || line.Stats !== undefined)
        lines.push(JSON.stringify(reply.redact(line)));
      if (keeps && Cid?.['/'] && !PinErrorMsg) roots.push(readCid(Cid['/']).toString());
      if (lines.length > rootsAtMost) tooMany();
    };
    await drain(withLines(reply, onLine));
    pinnedBytes = await pinAll(dependencies, apiKey.key, roots);
    return bytesReply(reply.contentType, Buffer.from(lines.map((line) => `${line}\n`).join('')));
  } catch (error) {
    for (const root of roots) await drop(root).catch(() => undefined);
    throw error;
  } finally {
    // Blocks of the archive beyond its pinned roots have no pin.
    room.end({ blocks: 1, chunkBytes: 1_048_576, pinnedBytes });
  }
};

/** Uploads to a node that many keys share. */
export const createUpload =
  (dependencies: Dependencies) =>
  (command: string, request: IpfsRequest): Promise<IpfsReply> => {
    if (command === 'dag/import') return putArchive(dependencies, request);
    return put(dependencies, command, request);
  };
