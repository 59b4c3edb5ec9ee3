import { fail } from '../../errors';
import type { Ipfs, IpfsReply, IpfsRequest } from './ipfs';
import { connectKubo } from './kuboApi';
import { resolvePath, sharedNode } from './kuboPins';
import type { SharedNode } from './kuboQuota';
import { objectReply, readObjectOptions } from './object';
import { readBytesAtMost } from './readBytesAtMost';

/** Commands that are forwarded; all others of a node are reserved for its operator. */
const passed = [
  'add',
  'block/get',
  'block/put',
  'block/stat',
  'cat',
  'dag/get',
  'dag/import',
  'dag/put',
  'dag/resolve',
  'get',
  'pin/add',
  'pin/ls',
  'pin/rm',
  'pin/update',
  'version',
];
const blockAtMost = 2 * 1024 * 1024;

/** IPFS through a Kubo node's API. */
export const kuboIpfs = ({
  url,
  ...sharedParts
}: Omit<SharedNode, 'post'> & { url: string }): Ipfs => {
  const { post, close } = connectKubo(url);

  /** Newer nodes lack `object/get`: we build its response from the block. */
  const objectGet = async ({ args, query: callerQuery, gone }: IpfsRequest): Promise<IpfsReply> => {
    const options = readObjectOptions(callerQuery);
    const cid = await resolvePath(post, args[0] ?? '', gone);
    const query = new URLSearchParams({ arg: cid.toString() });
    const block = await readBytes(await post('block/get', query, { gone }));
    return objectReply(cid, block, options);
  };

  const run = sharedNode({ post, ...sharedParts });
  return {
    commands: [...passed, 'object/get'],
    run: (command, request) =>
      command === 'object/get' ? objectGet(request) : run(command, request),
    check: async () => {
      await readBytes(await post('version', new URLSearchParams()));
    },
    close,
  };
};

const readBytes = async ({ body }: IpfsReply): Promise<Buffer> =>
  (await readBytesAtMost(body, blockAtMost)) ?? fail('ipfsFailed', 'The block is too large.');
