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
  /** Of the secret, see secret.ts; absent for a key without one. */
  secretHash?: string;
  /** The secret is asked for where the key stands in the path, too. */
  needsSecret?: boolean;
  /** The owner's own limits, at most the plan's: credits a day, credits a second. */
  ownPerDay?: number;
  ownPerSecond?: number;
  revoked?: boolean;
};

export type NewKey = {
  name?: string;
  plan?: PlanName;
  /** Default: with a secret, which the IPFS API asks for. */
  withSecret?: boolean;
  needsSecret?: boolean;
  ownPerDay?: number;
  ownPerSecond?: number;
};

/** Makes a key. The secret is shown this once; what is kept is its hash. */
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
