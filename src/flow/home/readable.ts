import type { State } from '../../module';

/** A part of the page. An unreadable part is left out and reported, with a way to reset it. */
export const readablePart = <T>({ lost }: State, part: Promise<T>): Promise<T | undefined> =>
  part.catch((error) => {
    if (lost.keys().length === 0) throw error;
    return undefined;
  });
