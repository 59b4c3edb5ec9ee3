import { errorKinds } from '@xnet/clients/errors';

/** What to do about each kind of error: a file of the package, read once there is an error to tell. */
export const errorHints = Object.fromEntries(
  Object.entries(errorKinds).map(([kind, { hint }]) => [kind, hint]),
);
