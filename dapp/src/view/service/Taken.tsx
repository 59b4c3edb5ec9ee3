import type { Done } from '../../service/service';

/** What a task took: time, requests, credits. */
export function Taken({ done }: { done: Done<unknown> }) {
  const { milliseconds, requests, credits } = done;
  return (
    <span className="quiet" data-testid="taken" data-credits={credits} data-requests={requests}>
      {milliseconds.toLocaleString('en')} ms · {counted(requests, 'request')} ·{' '}
      {credits === 0 ? 'free of credits' : counted(credits, 'credit')}
    </span>
  );
}

const counted = (count: number, noun: string) =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
