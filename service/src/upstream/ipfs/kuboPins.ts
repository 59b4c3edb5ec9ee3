import type { CID } from 'multiformats/cid';
import { createKeyedQueue } from '../../keyedQueue';
import { readChunker } from './add';
import { readCid } from './blocks';
import type { IpfsReply, IpfsRequest } from './ipfs';
import { drain, type Post } from './kuboApi';
import { openKuboQuota, type SharedNode } from './kuboQuota';
import { createUpload, isUpload } from './kuboUploads';
import { withLines } from './lines';
import { checkOptions, limitTime, readFlag } from './options';
import { readPath } from './path';
import { type Pinning, pinCommands } from './pins';

/** Commands whose arguments are passed on as they are. */
const readsPath = new Set(['block/get', 'block/stat', 'cat', 'dag/get', 'dag/resolve', 'get']);

/** The CID of a path, resolved by the node. */
export const resolvePath = async (post: Post, path: string, gone: AbortSignal): Promise<CID> => {
  const { root, segments } = readPath(path);
  if (segments.length === 0) return root;
  let cid = '';
  const reply = await post('dag/resolve', new URLSearchParams({ arg: path }), { gone });
  const onLine = ({ Cid }: { Cid?: { '/'?: string } }): void => {
    cid = Cid?.['/'] ?? '';
  };
  await drain(withLines(reply, onLine));
  return readCid(cid);
};

/**
 * Commands of a node that many keys share. Each key has its own pins, within its quota, and cannot
 * remove those of others. The node unpins a root when the last key drops it, and pins nothing that
 * no key has pinned.
 */
export const sharedNode = (dependencies: SharedNode) => {
  const { post, store } = dependencies;
  const quota = openKuboQuota(dependencies);
  const inTurn = createKeyedQueue();

  /** The node fetches missing content only while the caller waits. @returns the bytes of a new pin */
  const pin = (key: string, cid: string, gone?: AbortSignal): Promise<number> =>
    inTurn(`key ${key}`, async () => {
      if (await store.hasPin(key, cid)) return 0;
      const size = await quota.admit(key, cid, gone);
      // Another key may be dropping the same root now.
      await inTurn(`root ${cid}`, async () => {
        await store.pin(key, cid, { size });
        try {
          await drain((await post('pin/add', new URLSearchParams({ arg: cid }))).body);
        } catch (error) {
          await store.unpin(key, cid);
          throw error;
        }
      });
      return size.bytes;
    });

  /** Unpins a root from the node if no key has pinned it. */
  const forget = async (cid: string): Promise<void> => {
    if (await store.isPinned(cid)) return;
    await drain((await post('pin/rm', new URLSearchParams({ arg: cid }))).body);
  };

  const upload = createUpload({
    post,
    quota,
    pin,
    drop: (cid) => inTurn(`root ${cid}`, () => forget(cid)),
  });

  const pinningOf = (key: string, gone: AbortSignal): Pinning => ({
    pins: () => store.pins(key),
    hasPin: (cid) => store.hasPin(key, cid),
    cidAt: (path) => resolvePath(post, path, gone),
    // The node fetches what it does not have.
    demand: async () => undefined,
    pin: async (cid) => void (await pin(key, cid.toString(), gone)),
    unpin: (cid) =>
      inTurn(`root ${cid}`, async () => {
        const isUnpinned = await store.unpin(key, cid);
        if (isUnpinned) await forget(cid);
        return isUnpinned;
      }),
  });

  /** @throws `forbidden` for an option reserved for the operator, and if the key's quota is full */
  return async (command: string, request: IpfsRequest): Promise<IpfsReply> => {
    const { query, args } = request;
    checkOptions(query);
    limitTime(query);
    // A name would be looked up in the network, and may lead elsewhere a moment later.
    if (readsPath.has(command)) args.forEach(readPath);
    if (command === 'add') readChunker(query);
    const pinCommand = pinCommands[command];
    if (pinCommand) return pinCommand(pinningOf(request.apiKey.key, request.gone), request);
    const isStored = isUpload(command) && !readFlag(query, 'only-hash', false);
    if (isStored) return upload(command, request);
    return post(command, query, { body: request.body, gone: request.gone });
  };
};
