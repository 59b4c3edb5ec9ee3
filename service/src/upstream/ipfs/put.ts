import { fail } from '../../errors';
import type { Blocks } from './blocks';
import { codecNamed, createCid, decodeInput, encodeValue, hasherNamed } from './codecs';
import type { CpuThrottle } from './cpuThrottle';
import type { IpfsReply, IpfsRequest } from './ipfs';
import { readFlag } from './options';
import type { Quota } from './quota';
import { readBytesAtMost } from './readBytesAtMost';

/** Nodes of the network reject larger blocks. */
const blockAtMost = 2 * 1024 * 1024;
/** Codec names from before `cid-codec` existed. */
const formats: ReadonlyMap<string, string> = new Map([
  ['cbor', 'dag-cbor'],
  ['protobuf', 'dag-pb'],
  ['v0', 'raw'],
]);

/** Stores each file separately and streams one line per file. */
const putEach = (
  request: IpfsRequest,
  throttle: CpuThrottle,
  put: (bytes: Uint8Array) => Promise<object>,
): IpfsReply => ({
  contentType: 'application/json',
  body: (async function* () {
    let count = 0;
    for await (const { content } of request.files()) {
      if (content === undefined) continue;
      const bytes = await readBytesAtMost(content, blockAtMost);
      if (bytes === undefined) return fail('tooLarge', 'A block has at most 2 MiB.');
      count += 1;
      yield Buffer.from(`${JSON.stringify(await throttle(() => put(bytes)))}\n`);
    }
    if (count === 0) fail('malformed', 'A file is missing.');
  })(),
});

/** `block/put` */
export const putBlocks = async (
  blocks: Blocks,
  request: IpfsRequest,
  throttle: CpuThrottle,
): Promise<IpfsReply> => {
  const { query } = request;
  const format = query.get('format') ?? 'raw';
  const codec = codecNamed(query.get('cid-codec') ?? formats.get(format) ?? format);
  const hasher = hasherNamed(query.get('mhtype'));
  const hashBytes = Number(query.get('mhlen') ?? -1);
  return putEach(request, throttle, async (bytes) => {
    decodeInput(codec, bytes);
    const cid = await createCid(bytes, codec.code, format === 'v0' ? 0 : 1, hasher);
    if (hashBytes !== -1 && hashBytes !== cid.multihash.size) {
      return fail('malformed', 'A hash is whole here.');
    }
    await blocks.put(cid, bytes);
    return { Key: cid.toString(), Size: bytes.length };
  });
};

/** `dag/put` */
export const putValues = async (
  blocks: Blocks,
  quota: Pick<Quota, 'own' | 'pin'>,
  request: IpfsRequest,
  throttle: CpuThrottle,
): Promise<IpfsReply> => {
  const { query, apiKey } = request;
  const input = codecNamed(query.get('input-codec') ?? 'dag-json');
  const codec = codecNamed(query.get('store-codec') ?? 'dag-cbor');
  const hasher = hasherNamed(query.get('hash'));
  const keeps = readFlag(query, 'pin', false);
  return putEach(request, throttle, async (sentBytes) => {
    const bytes = encodeValue(codec, decodeInput(input, sentBytes));
    const cid = await createCid(bytes, codec.code, 1, hasher);
    await blocks.put(cid, bytes);
    if (keeps) {
      await quota.own(apiKey.key, cid, blocks);
      await quota.pin(apiKey.key, cid.toString());
    }
    return { Cid: { '/': cid.toString() } };
  });
};
