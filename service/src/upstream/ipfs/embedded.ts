import { randomBytes } from 'node:crypto';
import { exporter } from 'ipfs-unixfs-exporter';
import type { CID } from 'multiformats/cid';
import * as raw from 'multiformats/codecs/raw';
import { fail, getMessage, ServiceError } from '../../errors';
import type { Store } from '../../stores/store';
import { addFiles, addRoot } from './add';
import { type Blocks, createAbortableBlocks } from './blocks';
import { codecNamed, createCid, encodeValue, hasherNamed } from './codecs';
import { type CpuThrottle, createCpuThrottle } from './cpuThrottle';
import { resolvePath } from './dag';
import { bytesReply, type Ipfs, type IpfsReply, type IpfsRequest, jsonReply } from './ipfs';
import { objectReply, readObjectOptions } from './object';
import { checkOptions, readFlag } from './options';
import { readPath } from './path';
import { type Pinning, pinCommands } from './pins';
import { putBlocks, putValues } from './put';
import type { Quota } from './quota';
import { readFile } from './readFile';

type Parts = { blocks: Blocks; store: Store; quota: Quota; throttle: CpuThrottle };
type Command = (parts: Parts, request: IpfsRequest) => Promise<IpfsReply>;

const readNumber = (query: URLSearchParams, name: string): number | undefined => {
  const text = query.get(name);
  if (text === null) return undefined;
  const value = Number(text);
  const isGood = /^\d+$/.test(text) && Number.isSafeInteger(value);
  if (isGood) return value;
  return fail('malformed', `The option "${name}" is no number of bytes.`);
};

/** Errors of the libraries about content fail the call, not the service. */
const asIpfsError = (error: unknown): ServiceError => {
  if (error instanceof ServiceError) return error;
  return new ServiceError('ipfsFailed', {
    message: getMessage(error) ?? 'The IPFS call failed.',
    cause: error,
  });
};

/** Errors of the library about a block that is not of UnixFS, or of a codec that it does not know. */
const notUnixFs: readonly string[] = ['NotUnixFSError', 'NoResolverError'];

/** @throws `ipfsFailed` if the block is no file */
const fileAt = async (blocks: Blocks, cid: CID) => {
  const refuse = (cause?: unknown) =>
    fail('ipfsFailed', 'This block is not of UnixFS, so it is no file.', { cause });
  const entry = await exporter(cid, blocks).catch((error: unknown) => {
    if (error instanceof Error && notUnixFs.includes(error.name)) return refuse(error);
    return Promise.reject(error);
  });
  if (entry.type === 'directory') fail('ipfsFailed', 'This dag node is a directory.');
  if (entry.type !== 'file' && entry.type !== 'raw') return refuse();
  if (entry.type === 'file' && entry.unixfs.type === 'symlink')
    fail('ipfsFailed', 'This is a symbolic link, which is not followed here.');
  return entry;
};

const catFiles = async (
  blocks: Blocks,
  args: readonly string[],
  query: URLSearchParams,
): Promise<IpfsReply> => {
  let skip = readNumber(query, 'offset') ?? 0;
  let leftBytes = readNumber(query, 'length') ?? Number.MAX_SAFE_INTEGER;
  const paths = (args.length === 0 ? [undefined] : args).map(readPath);
  const parts: { cid: CID; start: number; end: number }[] = [];
  for (const path of paths) {
    const { cid, remainder } =
      path.segments.length === 0
        ? { cid: path.root, remainder: '' }
        : await resolvePath(blocks, path);
    if (remainder !== '') fail('ipfsFailed', 'This dag node is no file.');
    const entry = await fileAt(blocks, cid);
    const size = Number(entry.size);
    const offset = Math.min(skip, size);
    const length = Math.min(leftBytes, size - offset);
    skip -= offset;
    leftBytes -= length;
    if (length > 0) parts.push({ cid: entry.cid, start: offset, end: offset + length });
  }
  const body = (async function* () {
    for (const { cid, ...range } of parts) yield* readFile(blocks, cid, range);
  })();
  const length = parts.reduce((sum, { start, end }) => sum + end - start, 0);
  return { contentType: 'application/octet-stream', length, body };
};

async function* addLines(
  { blocks, quota }: Parts,
  request: IpfsRequest,
): AsyncGenerator<Uint8Array> {
  const { query, apiKey } = request;
  const keeps = readFlag(query, 'pin', true) && !readFlag(query, 'only-hash', false);
  let roots: readonly string[] = [];
  for await (const { cid: _, ...added } of addFiles(blocks, request.files(), query)) {
    roots = addRoot(roots, added, query);
    yield Buffer.from(`${JSON.stringify(added)}\n`);
  }
  if (!keeps) return;
  for (const root of new Set(roots)) await quota.pin(apiKey.key, root);
}

/** The block in which a path ends; for a bare root, the root, stored here or not. */
const blockAt = async (blocks: Blocks, arg?: string): Promise<CID> => {
  const path = readPath(arg);
  if (path.segments.length === 0) return path.root;
  return (await resolvePath(blocks, path)).cid;
};

const pinningOf = ({ blocks, store, quota }: Parts, key: string): Pinning => ({
  pins: () => store.pins(key),
  hasPin: (cid) => store.hasPin(key, cid),
  cidAt: (path) => blockAt(blocks, path),
  demand: async (cid) => {
    if (!(await blocks.has(cid))) fail('ipfsFailed', `The block ${cid} is not here.`);
  },
  pin: async (cid) => {
    await quota.own(key, cid, blocks);
    await quota.pin(key, cid.toString());
  },
  unpin: (cid) => store.unpin(key, cid),
});

const ofPins = Object.entries(pinCommands).map(([name, run]): [string, Command] => [
  name,
  (parts, request) => run(pinningOf(parts, request.apiKey.key), request),
]);

const commands: Readonly<Record<string, Command>> = {
  version: async () =>
    jsonReply({ Version: '0.1.0', Commit: '', Repo: '', System: '', Golang: '' }),

  add: async (parts, request) => ({
    contentType: 'application/json',
    body: addLines(parts, request),
  }),

  cat: ({ blocks }, { args, query }) => catFiles(blocks, args, query),

  'object/get': async ({ blocks }, { args, query }) => {
    const options = readObjectOptions(query);
    const { cid } = await resolvePath(blocks, readPath(args[0]));
    return objectReply(cid, await blocks.get(cid), options);
  },

  'block/get': async ({ blocks }, { args }) => {
    const block = await blocks.get(await blockAt(blocks, args[0]));
    return bytesReply('application/octet-stream', block);
  },

  'block/stat': async ({ blocks }, { args }) => {
    const cid = await blockAt(blocks, args[0]);
    return jsonReply({ Key: cid.toString(), Size: (await blocks.get(cid)).length });
  },

  'block/put': ({ blocks, throttle }, request) => putBlocks(blocks, request, throttle),

  'dag/get': async ({ blocks }, { args, query }) => {
    const codec = codecNamed(query.get('output-codec') ?? 'dag-json');
    const { value } = await resolvePath(blocks, readPath(args[0]));
    return bytesReply('application/octet-stream', encodeValue(codec, value));
  },

  'dag/put': ({ blocks, quota, throttle }, request) => putValues(blocks, quota, request, throttle),

  'dag/resolve': async ({ blocks }, { args }) => {
    const { cid, remainder } = await resolvePath(blocks, readPath(args[0]));
    return jsonReply({ Cid: { '/': cid.toString() }, RemPath: remainder });
  },

  ...Object.fromEntries(ofPins),
};

/** Commands that decode blocks before their response begins. */
const readers = new Set(['dag/get', 'dag/resolve', 'object/get', 'pin/add', 'pin/update']);
/** These decode blocks while they follow a path; a bare root needs none. */
const followers = new Set(['block/get', 'block/stat', 'cat', 'pin/ls', 'pin/rm']);
const takesApart = (name: string, { args }: IpfsRequest): boolean =>
  readers.has(name) || (followers.has(name) && args.some((arg) => readPath(arg).segments[0]));

/** Converts errors that the libraries throw while the response is streamed. */
async function* guarded(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw asIpfsError(error);
  }
}

/** IPFS over blocks on the local disk: UnixFS, dag-pb, dag-cbor, dag-json, cbor, json and raw. */
export const embeddedIpfs = (blocks: Blocks, store: Store, quota: Quota): Ipfs => {
  /** A block that no caller stores, for the health check. */
  const ownBlock = randomBytes(32);
  const throttleOf = createCpuThrottle();
  return {
    commands: Object.keys(commands),
    run: async (name, request) => {
      const command = commands[name] ?? fail('notFound');
      checkOptions(request.query);
      try {
        const { key } = request.apiKey;
        const throttle = throttleOf(key);
        const keyBlocks = quota.of(key, createAbortableBlocks(blocks, request.gone));
        const run = async () => command({ blocks: keyBlocks, store, quota, throttle }, request);
        const { body, ...reply } = await (takesApart(name, request) ? throttle(run) : run());
        return { ...reply, body: guarded(body) };
      } catch (error) {
        throw asIpfsError(error);
      }
    },
    check: async () => {
      quota.checkRoom();
      const cid = await createCid(ownBlock, raw.code, 1, hasherNamed(null));
      await blocks.put(cid, ownBlock);
      await blocks.remove(cid);
    },
    close: async () => {
      await quota.close();
      await blocks.close();
    },
  };
};
