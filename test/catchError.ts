import type { ModuleError } from '@xnet/clients';

/** Returns the error that a promise rejects with; a promise that resolves fails the test. */
export const catchError = <E = ModuleError>(promise: Promise<unknown>): Promise<E> =>
  promise.then(
    () => Promise.reject(new Error('It resolved.')),
    (error) => error,
  );
