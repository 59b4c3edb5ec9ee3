import { fail } from '../errors';
import type { ApiKey } from '../stores/apiKey';
import type { Store } from '../stores/store';
import { isSecret } from './secret';

type Basic = { key: string; secret: string };

const keyForm = /^[0-9a-f]{32}$/;

export const readBasic = (authorization: string | undefined): Basic | undefined => {
  const encoded = /^Basic +([A-Za-z0-9+/=_-]{1,512})$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0
    ? { key: text, secret: '' }
    : { key: text.slice(0, colon), secret: text.slice(colon + 1) };
};

export type Authorize = ReturnType<typeof createAuthorize>;

/**
 * Identifies the caller. All three functions throw `unauthorized` for an unknown or missing key or
 * secret (which is charged to no key), and `forbidden` for a key that is
 * revoked or has expired.
 */
export const createAuthorize = (store: Store, clock: () => number) => {
  const isOver = (until: number | undefined): boolean =>
    until !== undefined && clock() >= until * 1_000;

  const find = async (key: string): Promise<ApiKey> => {
    const apiKey = keyForm.test(key) ? await store.findKey(key) : undefined;
    if (apiKey === undefined) return fail('unauthorized');
    if (isOver(apiKey.expiresAt)) return fail('forbidden', 'This API key has expired.');
    return apiKey.revoked ? fail('forbidden', 'This API key is revoked.') : apiKey;
  };

  const demandSecret = (apiKey: ApiKey, secret: string): void => {
    const { secretHash, oldSecretHash, oldSecretUntil } = apiKey;
    const good = secretHash === undefined ? secret === '' : isSecret(secret, secretHash);
    const isOld = () =>
      oldSecretHash !== undefined && !isOver(oldSecretUntil) && isSecret(secret, oldSecretHash);
    if (!good && !isOld()) fail('unauthorized');
  };

  return {
    /** Key in the path; its secret, if required, as Basic password with any user name. */
    byPath: async (key: string, authorization: string | undefined): Promise<ApiKey> => {
      const apiKey = await find(key);
      if (apiKey.needsSecret) {
        demandSecret(apiKey, readBasic(authorization)?.secret ?? '');
      }
      return apiKey;
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
