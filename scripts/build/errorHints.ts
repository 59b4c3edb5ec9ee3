import { errorKinds } from '@xnet/clients/errors';

/** Advice per kind of error: a file of the package, which the module reads at the first error. */
export const errorHints = Object.fromEntries(
  Object.entries(errorKinds).map(([kind, { hint }]) => [kind, hint]),
);
