import { randomBytes } from 'node:crypto';
import type { PlanName } from '../credits/plans';
import { hashSecret, makeSecret } from './secret';

export type ApiKey = {
  /** 32 hexadecimal digits. */
  key: string;
  name: string;
  plan: PlanName;
  /** Unix seconds. */
  createdAt: number;
  /** Hash of the secret, see secret.ts; absent for a key without one. */
  secretHash?: string;
  /** True if the secret is required even where the key is part of the path. */
  needsSecret?: boolean;
  /** The owner's own limits, at most the plan's: credits per day and per second. */
  ownPerDay?: number;
  ownPerSecond?: number;
  revoked?: boolean;
};

export type NewKey = {
  name?: string;
  plan?: PlanName;
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
