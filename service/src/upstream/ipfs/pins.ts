import { fail } from '../../errors';
import type { Store } from '../../stores/store';
import { bytesReply, type IpfsReply, type IpfsRequest, jsonReply } from './ipfs';
import { readFlag } from './options';

/** Resolves each path; a command without arguments fails as for an empty one. */
export const resolveCids = async (
  args: readonly string[],
  cidAt: (arg: string) => Promise<string>,
): Promise<string[]> => {
  const cids: string[] = [];
  for (const arg of args.length === 0 ? [''] : args) cids.push(await cidAt(arg));
  return cids;
};

/**
 * The pins of the calling key, whatever others have pinned; with `stream`, one per line as in Kubo.
 * @param cidAt resolves a path; only a root itself can be pinned, never what is below it
 */
export const listPins = async (
  store: Store,
  { args, apiKey, query }: Pick<IpfsRequest, 'args' | 'apiKey' | 'query'>,
  cidAt: (arg: string) => Promise<string>,
): Promise<IpfsReply> => {
  const type = query.get('type') ?? 'all';
  if (!['all', 'direct', 'recursive'].includes(type)) {
    fail('malformed', 'The type of pins is all, direct or recursive.');
  }
  const pins = type === 'direct' ? [] : await store.pins(apiKey.key);
  const wanted = await Promise.all(args.map(cidAt));
  const missing = wanted.find((cid) => !pins.includes(cid));
  if (missing !== undefined) fail('ipfsFailed', `${missing} is not pinned`);
  const shown = wanted.length === 0 ? pins : wanted;
  if (readFlag(query, 'stream', false)) {
    const lines = shown.map((cid) => `${JSON.stringify({ Cid: cid, Type: 'recursive' })}\n`);
    return bytesReply('application/json', Buffer.from(lines.join('')));
  }
  return jsonReply({ Keys: Object.fromEntries(shown.map((cid) => [cid, { Type: 'recursive' }])) });
};

/** Pins keep everything their root links to. @throws `malformed` if the pin should be direct */
export const checkRecursive = (query: URLSearchParams): void => {
  if (!readFlag(query, 'recursive', true)) fail('malformed', 'Pins are recursive here.');
};

/** True if any key has pinned it. */
export const isPinned = async (store: Store, cid: string): Promise<boolean> => {
  for (const key of await store.listKeys()) {
    if ((await store.pins(key)).includes(cid)) return true;
  }
  return false;
};
