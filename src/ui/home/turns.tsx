import { Box, Button } from '@metamask/snaps-sdk/jsx';
import { Ends, SmallButton } from '../review/draw';
import type { Say } from '../text/words';
import { homeParts } from './view';

/** A page of a list: lists can have hundreds of lines, and each takes the wallet time to draw. */
export type ListPage<T> = {
  readonly lines: readonly T[];
  /** Its number, from 0. */
  readonly page: number;
  /** How many lines follow it. */
  readonly linesAfter: number;
};

/** @param page a number that may be beyond the list */
export function paginate<T>(list: readonly T[], page: number, size: number): ListPage<T> {
  const last = Math.max(0, Math.ceil(list.length / size) - 1);
  const pageIndex = Math.min(Math.max(page, 0), last);
  const end = (pageIndex + 1) * size;
  return {
    lines: list.slice(end - size, end),
    page: pageIndex,
    linesAfter: Math.max(0, list.length - end),
  };
}

/** The ways to the pages before and after, below a list. */
export const drawTurns = ({ page, linesAfter }: Omit<ListPage<unknown>, 'lines'>, say: Say) => {
  if (page === 0 && linesAfter === 0) return null;
  return (
    <Ends>
      {page > 0 && (
        <SmallButton name={`${homeParts.turn}${page - 1}`}>
          {say({ say: 'home.listBefore' })}
        </SmallButton>
      )}
      {linesAfter > 0 && (
        <SmallButton name={`${homeParts.turn}${page + 1}`}>
          {say({ say: 'home.listAfter', with: { count: String(linesAfter) } })}
        </SmallButton>
      )}
    </Ends>
  );
};

/** The ways to newer and older lines, below a list by time of which not all is known. */
export const drawTimeTurns = (page: number, isLast: boolean, say: Say) => (
  <Box direction="horizontal" alignment="space-between">
    <Button name={`${homeParts.turn}${page - 1}`} disabled={page === 0}>
      {say({ say: 'home.newer' })}
    </Button>
    <Button name={`${homeParts.turn}${page + 1}`} disabled={isLast}>
      {say({ say: 'home.older' })}
    </Button>
  </Box>
);
