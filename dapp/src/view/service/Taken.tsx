import { formatCount } from '../../language';
import type { Done } from '../../service/service';

/** The cost of a task: time, requests, credits. */
export function Taken({ done }: { done: Done<unknown> }) {
  const { milliseconds, requests, credits } = done;
  return (
    <span className="quiet" data-testid="taken" data-credits={credits} data-requests={requests}>
      {formatCount(milliseconds)} ms · {counted(requests, 'request')} ·{' '}
      {credits === 0 ? 'free of credits' : counted(credits, 'credit')}
    </span>
  );
}

const counted = (count: number, noun: string) =>
  `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
