import { formatTime } from '../../starknet/typedData/leaves';
import { say, type Words } from '../../ui/text/words';

/** Unix seconds, of any spelling, as a date and as the number that is signed. */
export const timeWords = (seconds: string): Words =>
  say('message.time', { date: formatTime(BigInt(seconds)), seconds: `${BigInt(seconds)}` });

/** From when on something may be sent: a time before there was any chain is no bound. */
export const afterWords = (seconds: string): Words =>
  BigInt(seconds) < DAY_SECONDS
    ? say('message.noTime', { seconds: `${BigInt(seconds)}` })
    : timeWords(seconds);

const MINUTE = 60n;
const HOUR = 60n * MINUTE;
const DAY_SECONDS = 24n * HOUR;

/** A length of time in its largest unit, rounded up, so that nothing seems shorter than it is. */
export function lengthWords(seconds: bigint): Words {
  const count = (unit: bigint) => ((seconds + unit - 1n) / unit).toString();
  if (seconds <= 0n) return say('message.sessionOver');
  if (seconds > 2n * DAY_SECONDS) return say('message.lastsDays', { count: count(DAY_SECONDS) });
  if (seconds > 2n * HOUR) return say('message.lastsHours', { count: count(HOUR) });
  return say('message.lastsMinutes', { count: count(MINUTE) });
}
