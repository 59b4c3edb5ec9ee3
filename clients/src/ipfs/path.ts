import { fail } from '../errors';
import { gather } from './ipfsApi';
import type { IpfsCall } from './ipfsCall';
import { type NamedFile, parseFileLink, readFileCid } from './link';
import { blockContent, readBlock } from './oneBlock';
import { readFields } from './protobuf';
import { shardHash } from './shardHash';
import { fileTypes, readUnixFs, type UnixFs } from './unixFs';

/** Larger directories are spread over blocks of 256 places each; older ones are one block. */
const DIRECTORY = 1;
const SPREAD_DIRECTORY = 5;
/** Exchanged blocks have at most 1 MiB by specification. */
const MAX_BLOCK_BYTES = 2 ** 20;
/** A link that needs more is none of a picture. */
const MOST_NAMES = 4;
const MOST_LEVELS = 4;
/** Blocks of a file; writers put 256 KiB or more into each. */
const MOST_PARTS = 16;

/** The link of a file, or of one in directories: `ipfs://<CID>/name/name`, as contracts spell it. */
const LINK = /^ipfs:\/\/(?:ipfs\/)?([^/?#]+)((?:\/[^/?#]+)*)$/u;

type Path = { readonly root: NamedFile; readonly names: readonly string[] };

function parsePath(link: string): Path | undefined {
  const [, cid = '', tail = ''] = LINK.exec(link) ?? [];
  const root = parseFileLink(`ipfs://${cid}`);
  const names = tail.split('/').slice(1).map(decodeName);
  if (!root || names.length > MOST_NAMES || names.includes(undefined)) return undefined;
  return { root, names: names.flatMap((name) => name ?? []) };
}

function decodeName(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/**
 * Fetches a file behind a link that may lead through directories. Each block on the way is checked
 * against its identifier, so the service can withhold the file and not replace it.
 *
 * @param link `ipfs://<CID>` or `ipfs://<CID>/<names>`
 * @throws invalidParams for any other link; nodeFault if a block does not match, or nothing is there;
 * limitExceeded above maxBytes or 16 blocks; nodeUnavailable
 */
export async function readLinkedFile(
  call: IpfsCall,
  link: string,
  maxBytes: number,
): Promise<Uint8Array> {
  const path = parsePath(link) ?? fail('invalidParams', 'That is no link to a file of IPFS.');
  let file = path.root;
  for (const name of path.names) {
    const entry = await findEntry(call, file, name);
    file = entry ?? fail('nodeFault', 'The directory has no such file.');
  }
  return readFile(call, file, maxBytes);
}

type Node = { readonly links: readonly Link[]; readonly file: UnixFs };
type Link = { readonly name: string; readonly target: NamedFile };

/** The entry of that name in a directory, which may be spread over several blocks. */
async function findEntry(
  call: IpfsCall,
  directory: NamedFile,
  name: string,
): Promise<NamedFile | undefined> {
  const places = shardHash(name);
  let at = directory;
  for (const place of places.slice(0, MOST_LEVELS)) {
    const node = await readNode(call, at);
    const find = (wanted: string) => node?.links.find((link) => link.name === wanted)?.target;
    if (node?.file.type === DIRECTORY) return find(name);
    if (node?.file.type !== SPREAD_DIRECTORY) return undefined;
    const prefix = place.toString(16).toUpperCase().padStart(2, '0');
    const entry = find(`${prefix}${name}`);
    const nextLevel = find(prefix);
    if (entry || !nextLevel) return entry;
    at = nextLevel;
  }
  return undefined;
}

const readNode = async (call: IpfsCall, at: NamedFile): Promise<Node | undefined> =>
  at.isRaw ? undefined : parseNode(await readBlock(call, at, MAX_BLOCK_BYTES));

/** The links of a node, and what it says of itself (ipld.io, DAG-PB). */
function parseNode(block: Uint8Array): Node | undefined {
  const fields = readFields(block) ?? [];
  const partsAt = (wanted: number) =>
    fields.flatMap(({ field, value }) =>
      field === wanted && typeof value !== 'number' ? [value] : [],
    );
  const [data] = partsAt(1);
  const file = data && readUnixFs(data);
  const links = partsAt(2).map(parseLink);
  if (!file || links.includes(undefined)) return undefined;
  return { file, links: links.flatMap((link) => link ?? []) };
}

function parseLink(bytes: Uint8Array): Link | undefined {
  const fields = readFields(bytes) ?? [];
  const partAt = (wanted: number) => fields.find(({ field }) => field === wanted)?.value;
  const [hash, name = new Uint8Array()] = [partAt(1), partAt(2)];
  const target = hash instanceof Uint8Array ? readFileCid(hash) : undefined;
  if (!target || !(name instanceof Uint8Array)) return undefined;
  return { name: new TextDecoder().decode(name), target };
}

/** Assembles a file of one block, or of blocks below one node: larger ones are no pictures here. */
async function readFile(call: IpfsCall, file: NamedFile, maxBytes: number): Promise<Uint8Array> {
  const block = await readBlock(call, file, MAX_BLOCK_BYTES);
  const whole = blockContent(file, block);
  if (whole && whole.length > maxBytes) return refuseSize(maxBytes);
  if (whole) return whole;
  const node = file.isRaw ? undefined : parseNode(block);
  if (!node || !fileTypes.includes(node.file.type)) return fail('nodeFault', 'That is no file.');
  const size = node.file.blockSizes.reduce((sum, part) => sum + part, 0);
  if (size > maxBytes || node.links.length > MOST_PARTS) return refuseSize(maxBytes);
  return gather(readParts(call, node.links, maxBytes));
}

/** The blocks of a file in order, as far as they stay within its size. */
async function* readParts(call: IpfsCall, links: readonly Link[], maxBytes: number) {
  let room = maxBytes;
  for (const { target } of links) {
    const part = blockContent(target, await readBlock(call, target, MAX_BLOCK_BYTES));
    if (!part) return fail('nodeFault', 'A part of the file cannot be read.');
    room -= part.length;
    if (room < 0) refuseSize(maxBytes);
    yield part;
  }
}

const refuseSize = (maxBytes: number): never =>
  fail('limitExceeded', `The file has more than ${maxBytes} bytes.`);
