import { fail } from '../errors';
import type { Store } from '../stores/store';
import { createTurns } from '../turns';
import { readChunker } from './add';
import { readCid } from './blocks';
import { type IpfsReply, type IpfsRequest, jsonReply } from './ipfs';
import { drain, type Post } from './kuboApi';
import { openKuboQuota } from './kuboQuota';
import { isUpload, uploadTo } from './kuboUploads';
import { withLines } from './lines';
import { checkOptions, readFlag } from './options';
import { readPath } from './path';
import { checkRecursive, isPinned, listPins } from './pins';
import type { QuotaLimits } from './quota';

/**
 * The commands of a node that many keys share: each key has the pins that it has made, as many as it
 * has room for, and removes no other. The node forgets what the last of them has let go, and pins
 * nothing that is not some key's.
 */
export const sharedNode = (dependencies: {
  post: Post;
  store: Store;
  limits: QuotaLimits;
  clock: () => number;
}) => {
  const { post, store } = dependencies;
  const quota = openKuboQuota(dependencies);
  const inTurn = createTurns();

  /** What it has yet to fetch it fetches for who has asked, as long as that one waits. */
  const pin = (key: string, cid: string, gone?: AbortSignal): Promise<void> =>
    inTurn(`key ${key}`, async () => {
      if ((await store.pins(key)).includes(cid)) return;
      await quota.admit(key, cid, gone);
      // Another key may let the same go at this moment.
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

  /** The node keeps no root that is no key's. */
  const forget = async (cid: string): Promise<void> => {
    if (await isPinned(store, cid)) return;
    await drain((await post('pin/rm', new URLSearchParams({ arg: cid }))).body);
  };

  const letGo = (key: string, cid: string): Promise<void> =>
    inTurn(`root ${cid}`, async () => {
      if (!(await store.unpin(key, cid))) fail('ipfsFailed', 'not pinned or pinned indirectly');
      await forget(cid);
    });

  const upload = uploadTo({
    ...{ post, quota },
    pin,
    drop: (cid) => inTurn(`root ${cid}`, () => forget(cid)),
  });

  const add = async ({ args, query, apiKey, gone }: IpfsRequest): Promise<IpfsReply> => {
    checkRecursive(query);
    const roots: string[] = [];
    for (const arg of args.length === 0 ? [''] : args) {
      const { root, segments } = readPath(arg);
      let cid = root.toString();
      if (segments.length > 0) {
        const { body } = await post('dag/resolve', new URLSearchParams({ arg }), { gone });
        const onLine = ({ Cid }: { Cid?: { '/'?: string } }): void => {
          cid = readCid(Cid?.['/'] ?? '').toString();
        };
        await drain(withLines(body, onLine));
      }
      await pin(apiKey.key, cid, gone);
      roots.push(cid);
    }
    return jsonReply({ Pins: roots });
  };

  const remove = async ({ args, apiKey }: IpfsRequest): Promise<IpfsReply> => {
    const cids = (args.length === 0 ? [''] : args).map((arg) => readPath(arg).root.toString());
    for (const cid of cids) await letGo(apiKey.key, cid);
    return jsonReply({ Pins: cids });
  };

  const update = async ({ args, query, apiKey, gone }: IpfsRequest): Promise<IpfsReply> => {
    const [from = '', to = ''] = args.map((arg) =>
      readCid(readPath(arg).root.toString()).toString(),
    );
    if (!(await store.pins(apiKey.key)).includes(from)) {
      fail('ipfsFailed', "'from' cid was not recursively pinned already");
    }
    const lets = readFlag(query, 'unpin', true) && to !== from;
    await pin(apiKey.key, to, gone);
    if (lets) await letGo(apiKey.key, from);
    return jsonReply({ Pins: [`/ipfs/${from}`, `/ipfs/${to}`] });
  };

  /** @throws `forbidden` for an option that is the operator's, and where the key has no room */
  return async (command: string, request: IpfsRequest): Promise<IpfsReply> => {
    const { query } = request;
    checkOptions(query);
    if (command === 'add') readChunker(query);
    if (command === 'pin/ls') return listPins(store, request);
    if (command === 'pin/add') return add(request);
    if (command === 'pin/rm') return remove(request);
    if (command === 'pin/update') return update(request);
    const isStored = isUpload(command) && !readFlag(query, 'only-hash', false);
    return isStored
      ? upload(command, request)
      : post(command, query, { body: request.body, gone: request.gone });
  };
};
