import { randomBytes } from 'node:crypto';
import type { ApiKey } from '../stores/apiKey';
import { hashSecret, makeSecret } from './secret';

export type NewKey = {
  name?: string;
  plan?: string;
  /** Default: true. The IPFS API requires a secret. */
  withSecret?: boolean;
  needsSecret?: boolean;
  ownPerDay?: number;
  ownPerSecond?: number;
};

/** Creates a key. The secret is returned only here; only its hash is stored. */
export const makeKey = (
  options: NewKey,
  nowMs: number,
): { apiKey: ApiKey; secret: string | null } => {
  const { withSecret = true, name = '', plan = 'free', ...rest } = options;
  const secret = withSecret ? makeSecret() : null;
  const apiKey: ApiKey = {
    key: randomBytes(16).toString('hex'),
    name,
    plan,
    createdAt: Math.floor(nowMs / 1_000),
    ...(secret === null ? {} : { secretHash: hashSecret(secret) }),
    ...rest,
  };
  return { apiKey, secret };
};
