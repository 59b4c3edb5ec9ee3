import { LRUCache } from 'lru-cache';
import { fail } from '../errors';
import type { ApiKey } from '../stores/apiKey';
import type { Soon, Store } from '../stores/store';
import { isSecret } from './secret';

type Basic = { key: string; secret: string };

const keyForm = /^[0-9a-f]{32}$/;

export const readBasic = (authorization: string | undefined): Basic | undefined => {
  const encoded = /^Basic +([A-Za-z0-9+/=_-]{1,512})$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) return { key: text, secret: '' };
  return { key: text.slice(0, colon), secret: text.slice(colon + 1) };
};

/** Keys of which is remembered that they are there. */
const knownAtMost = 10_000;

export type Authorize = ReturnType<typeof createAuthorize>;

/**
 * Identifies the caller. All three functions throw `unauthorized` for an unknown or missing key or
 * secret (which is charged to no key), and `forbidden` for a key that is
 * revoked or has expired.
 */
export const createAuthorize = (store: Store, clock: () => number) => {
  const isOver = (until: number | undefined): boolean =>
    until !== undefined && clock() >= until * 1_000;

  const knownKeys = new LRUCache<string, true>({ max: knownAtMost });
  const check = (apiKey: ApiKey | undefined): ApiKey => {
    if (apiKey === undefined) return fail('unauthorized');
    knownKeys.set(apiKey.key, true);
    if (isOver(apiKey.expiresAt)) return fail('forbidden', 'This API key has expired.');
    if (apiKey.revoked) return fail('forbidden', 'This API key is revoked.');
    return apiKey;
  };

  /** @throws `unauthorized` or `forbidden`, now or later */
  const find = (key: string): Soon<ApiKey> => {
    if (!keyForm.test(key)) return fail('unauthorized');
    const lookup = store.findKey(key);
    if (lookup instanceof Promise) return lookup.then(check);
    return check(lookup);
  };

  const demandSecret = (apiKey: ApiKey, secret: string): void => {
    const { secretHash, oldSecretHash, oldSecretUntil } = apiKey;
    const good = secretHash === undefined ? secret === '' : isSecret(secret, secretHash);
    const isOld = () =>
      oldSecretHash !== undefined && !isOver(oldSecretUntil) && isSecret(secret, oldSecretHash);
    if (!good && !isOld()) fail('unauthorized');
  };

  return {
    /** Whether such a key has been seen: one that is revoked since, too. */
    wasKnown: (key: string): boolean => knownKeys.has(key),
    /** Whether there is such a key; true if the store does not say. */
    isKnown: (key: string): Soon<boolean> => {
      try {
        const lookup = keyForm.test(key) ? store.findKey(key) : undefined;
        const isThere = (apiKey: ApiKey | undefined): boolean => apiKey !== undefined;
        if (lookup instanceof Promise) return lookup.then(isThere, () => true);
        return isThere(lookup);
      } catch {
        return true;
      }
    },
    /** Key in the path; its secret, if required, as Basic password with any user name. */
    byPath: (key: string, authorization: string | undefined): Soon<ApiKey> => {
      const demand = (apiKey: ApiKey): ApiKey => {
        if (apiKey.needsSecret) demandSecret(apiKey, readBasic(authorization)?.secret ?? '');
        return apiKey;
      };
      const lookup = find(key);
      if (lookup instanceof Promise) return lookup.then(demand);
      return demand(lookup);
    },
    /** Basic key:secret; a key without a secret comes with an empty one. */
    byBasic: async (authorization: string | undefined): Promise<ApiKey> => {
      const basic = readBasic(authorization) ?? fail('unauthorized');
      const apiKey = await find(basic.key);
      demandSecret(apiKey, basic.secret);
      return apiKey;
    },
    /** Basic key:secret, for a key that has a secret. */
    bySecret: async (authorization: string | undefined): Promise<ApiKey> => {
      const basic = readBasic(authorization) ?? fail('unauthorized');
      const apiKey = await find(basic.key);
      demandSecret(apiKey, basic.secret);
      if (apiKey.secretHash !== undefined) return apiKey;
      return fail('forbidden', 'This API asks for a key with a secret.');
    },
  };
};
