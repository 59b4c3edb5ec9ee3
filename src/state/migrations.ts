import type { Migration } from './store';

/** Steps of the whole state in their order; a step that was released is never changed. */
export const migrations: readonly Migration[] = [];
