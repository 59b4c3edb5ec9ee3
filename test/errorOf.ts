import type { ModuleError } from '@xnet/clients';

/** The error that a promise is rejected with; a promise that resolves fails the test. */
export const errorOf = <E = ModuleError>(promise: Promise<unknown>): Promise<E> =>
  promise.then(
    () => Promise.reject(new Error('It resolved.')),
    (error) => error,
  );
