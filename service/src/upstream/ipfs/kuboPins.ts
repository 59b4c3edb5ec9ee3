import { fail } from '../../errors';
import { createKeyedQueue } from '../../keyedQueue';
import type { Store } from '../../stores/store';
import { readChunker } from './add';
import { readCid } from './blocks';
import { type IpfsReply, type IpfsRequest, jsonReply } from './ipfs';
import { drain, type Post } from './kuboApi';
import { openKuboQuota } from './kuboQuota';
import { createUpload, isUpload } from './kuboUploads';
import { withLines } from './lines';
import { checkOptions, readFlag } from './options';
import { readPath } from './path';
import { checkRecursive, isPinned, listPins, resolveCids } from './pins';
import type { QuotaLimits } from './quota';

/**
 * Commands of a node that many keys share. Each key has its own pins, within its quota, and cannot
 * remove those of others. The node unpins a root when the last key drops it, and pins nothing that
 * no key has pinned.
 */
export const sharedNode = (dependencies: {
  post: Post;
  store: Store;
  limits: QuotaLimits;
  clock: () => number;
}) => {
  const { post, store } = dependencies;
  const quota = openKuboQuota(dependencies);
  const inTurn = createKeyedQueue();

  /** The node fetches missing content only while the caller waits. */
  const pin = (key: string, cid: string, gone?: AbortSignal): Promise<void> =>
    inTurn(`key ${key}`, async () => {
      if ((await store.pins(key)).includes(cid)) return;
      await quota.admit(key, cid, gone);
      // Another key may be dropping the same root now.
      await inTurn(`root ${cid}`, async () => {
        await store.pin(key, cid);
        try {
          await drain((await post('pin/add', new URLSearchParams({ arg: cid }))).body);
        } catch (error) {
          await store.unpin(key, cid);
          throw error;
        }
      });
    });

  /** Unpins a root from the node if no key has pinned it. */
  const forget = async (cid: string): Promise<void> => {
    if (await isPinned(store, cid)) return;
    await drain((await post('pin/rm', new URLSearchParams({ arg: cid }))).body);
  };

  const letGo = (key: string, cid: string): Promise<void> =>
    inTurn(`root ${cid}`, async () => {
      if (!(await store.unpin(key, cid))) fail('ipfsFailed', 'not pinned or pinned indirectly');
      await forget(cid);
    });

  const upload = createUpload({
    post,
    quota,
    pin,
    drop: (cid) => inTurn(`root ${cid}`, () => forget(cid)),
  });

  /** Resolves a path through the node. */
  const cidAt =
    (gone: AbortSignal) =>
    async (arg: string): Promise<string> => {
      const { root, segments } = readPath(arg);
      if (segments.length === 0) return root.toString();
      let cid = '';
      const reply = await post('dag/resolve', new URLSearchParams({ arg }), { gone });
      const onLine = ({ Cid }: { Cid?: { '/'?: string } }): void => {
        cid = Cid?.['/'] ?? '';
      };
      await drain(withLines(reply, onLine));
      return readCid(cid).toString();
    };

  const add = async ({ args, query, apiKey, gone }: IpfsRequest): Promise<IpfsReply> => {
    checkRecursive(query);
    const cids = await resolveCids(args, cidAt(gone));
    for (const cid of cids) await pin(apiKey.key, cid, gone);
    return jsonReply({ Pins: cids });
  };

  const remove = async ({ args, apiKey, gone }: IpfsRequest): Promise<IpfsReply> => {
    const cids = await resolveCids(args, cidAt(gone));
    for (const cid of cids) await letGo(apiKey.key, cid);
    return jsonReply({ Pins: cids });
  };

  const update = async ({ args, query, apiKey, gone }: IpfsRequest): Promise<IpfsReply> => {
    const [from = '', to = ''] = await resolveCids([args[0] ?? '', args[1] ?? ''], cidAt(gone));
    if (!(await store.pins(apiKey.key)).includes(from)) {
      fail('ipfsFailed', "'from' cid was not recursively pinned already");
    }
    const lets = readFlag(query, 'unpin', true) && to !== from;
    await pin(apiKey.key, to, gone);
    if (lets) await letGo(apiKey.key, from);
    return jsonReply({ Pins: [`/ipfs/${from}`, `/ipfs/${to}`] });
  };

  /** @throws `forbidden` for an option reserved for the operator, and if the key's quota is full */
  return async (command: string, request: IpfsRequest): Promise<IpfsReply> => {
    const { query } = request;
    checkOptions(query);
    if (command === 'add') readChunker(query);
    if (command === 'pin/ls') return listPins(store, request, cidAt(request.gone));
    if (command === 'pin/add') return add(request);
    if (command === 'pin/rm') return remove(request);
    if (command === 'pin/update') return update(request);
    const isStored = isUpload(command) && !readFlag(query, 'only-hash', false);
    return isStored
      ? upload(command, request)
      : post(command, query, { body: request.body, gone: request.gone });
  };
};
