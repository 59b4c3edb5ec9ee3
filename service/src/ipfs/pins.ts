import { fail } from '../errors';
import type { Store } from '../stores/store';
import { bytesReply, type IpfsReply, type IpfsRequest, jsonReply } from './ipfs';
import { readFlag } from './options';

/** Where each path ends; of a command that is given none, one is missing. */
export const cidsAt = async (
  args: readonly string[],
  cidAt: (arg: string) => Promise<string>,
): Promise<string[]> => {
  const cids: string[] = [];
  for (const arg of args.length === 0 ? [''] : args) cids.push(await cidAt(arg));
  return cids;
};

/**
 * The pins of the key that asks, whatever others have pinned; with `stream` a line each, as Kubo tells them.
 * @param cidAt where a path ends: what is pinned of it is never its root, but for a path that is one
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

/** A pin holds all that its root links to. @throws `malformed` where it is to hold the root alone */
export const checkRecursive = (query: URLSearchParams): void => {
  if (!readFlag(query, 'recursive', true)) fail('malformed', 'Pins are recursive here.');
};

/** True where any key has pinned it. */
export const isPinned = async (store: Store, cid: string): Promise<boolean> => {
  for (const key of await store.listKeys()) {
    if ((await store.pins(key)).includes(cid)) return true;
  }
  return false;
};
