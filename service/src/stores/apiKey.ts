export type ApiKey = {
  /** 32 hexadecimal digits. */
  key: string;
  name: string;
  /** Name of its plan. */
  plan: string;
  /** Unix seconds. */
  createdAt: number;
  /** Hash of the secret, see meter/secret.ts; absent for a key without one. */
  secretHash?: string;
  /** That of the secret before, which is accepted until then (Unix seconds). */
  oldSecretHash?: string;
  oldSecretUntil?: number;
  /** From then on the key is refused; Unix seconds. */
  expiresAt?: number;
  /** True if the secret is required even where the key is part of the path. */
  needsSecret?: boolean;
  /** The owner's own limits, at most the plan's: credits per day and per second. */
  ownPerDay?: number;
  ownPerSecond?: number;
  revoked?: boolean;
};
