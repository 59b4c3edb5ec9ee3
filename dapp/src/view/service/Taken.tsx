import { text } from '../../draw';
import { formatCount } from '../../numbers';
import type { Done } from '../../service/service';
import { say } from '../../texts';

/** The cost of a task: time, requests, credits. */
export function Taken({ outcome }: { outcome: Done<unknown> }) {
  const { milliseconds, requests, credits } = outcome;
  return (
    <span className="quiet" data-testid="taken" data-credits={credits} data-requests={requests}>
      {text('service.taken', {
        milliseconds: formatCount(milliseconds),
        requests: counted(requests, 'request'),
        credits: credits === 0 ? say('service.credit.none') : counted(credits, 'credit'),
      })}
    </span>
  );
}

const counted = (count: number, unit: 'request' | 'credit') => {
  const number = count === 1 ? 'one' : 'many';
  return say(`service.${unit}.${number}`, { count: formatCount(count) });
};
