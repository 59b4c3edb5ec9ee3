import { fail } from '../errors';
import type { Store } from '../stores/store';
import { bytesReply, type IpfsReply, type IpfsRequest, jsonReply } from './ipfs';
import { readPath } from './path';

/** The pins of the key that asks, whatever others have pinned; with `stream` a line each, as Kubo tells them. */
export const listPins = async (
  store: Store,
  { args, apiKey, query }: Pick<IpfsRequest, 'args' | 'apiKey' | 'query'>,
): Promise<IpfsReply> => {
  const pins = await store.pins(apiKey.key);
  const wanted = args.map((arg) => readPath(arg).root.toString());
  const missing = wanted.find((cid) => !pins.includes(cid));
  if (missing !== undefined) fail('ipfsFailed', `${missing} is not pinned`);
  const shown = wanted.length === 0 ? pins : wanted;
  if (query.get('stream') === 'true') {
    const lines = shown.map((cid) => `${JSON.stringify({ Cid: cid, Type: 'recursive' })}\n`);
    return bytesReply('application/json', Buffer.from(lines.join('')));
  }
  return jsonReply({ Keys: Object.fromEntries(shown.map((cid) => [cid, { Type: 'recursive' }])) });
};

/** True where any key has pinned it. */
export const isPinned = async (store: Store, cid: string): Promise<boolean> => {
  for (const key of await store.listKeys()) {
    if ((await store.pins(key)).includes(cid)) return true;
  }
  return false;
};
