import { randomBytes } from 'node:crypto';
import type { ApiKey } from '../stores/apiKey';
import { hashSecret, makeSecret } from './secret';

type Chosen = 'name' | 'plan' | 'needsSecret' | 'expiresAt' | 'ownPerDay' | 'ownPerSecond';
export type NewKey = Partial<Pick<ApiKey, Chosen>> & {
  /** Default: true. The IPFS API requires a secret. */
  withSecret?: boolean;
};

/** Creates a key. The secret is returned only here; only its hash is stored. */
export const makeKey = (
  options: NewKey,
  nowMs: number,
): { apiKey: ApiKey; secret: string | null } => {
  const { withSecret = true, name = '', plan = 'free', ...restrictions } = options;
  const secret = withSecret ? makeSecret() : null;
  const apiKey: ApiKey = {
    key: randomBytes(16).toString('hex'),
    name,
    plan,
    createdAt: Math.floor(nowMs / 1_000),
    ...(secret !== null && { secretHash: hashSecret(secret) }),
    ...restrictions,
  };
  return { apiKey, secret };
};

/** The key with a new secret. The one before is accepted for as long, so that callers can change it. */
export const rotateSecret = (
  { oldSecretHash: _hash, oldSecretUntil: _until, ...apiKey }: ApiKey,
  overlapSeconds: number,
  nowMs: number,
): { apiKey: ApiKey; secret: string } => {
  const secret = makeSecret();
  const { secretHash: formerHash } = apiKey;
  const oldSecretUntil = Math.floor(nowMs / 1_000) + overlapSeconds;
  const old = formerHash === undefined ? {} : { oldSecretHash: formerHash, oldSecretUntil };
  return { apiKey: { ...apiKey, ...old, secretHash: hashSecret(secret) }, secret };
};
