import type { FetchEvent } from './platform';

export declare function watchFetch(
  tell: (event: FetchEvent) => void,
  faults: Pick<ReadonlySet<string>, 'has'>,
): void;
