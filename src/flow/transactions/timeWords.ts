import { say, type TextRef } from '../../ui/text/words';

/** 2026-11-21 09:30:00 UTC, with non-breaking hyphens. @param seconds within the calendar */
export const dateText = (seconds: number): string =>
  new Date(seconds * 1000)
    .toISOString()
    .replaceAll('-', '\u2011')
    .replace('T', ' ')
    .replace('.000Z', ' UTC');

/** The last second that a date can represent. */
export const LAST_SECOND = 8_640_000_000_000n;

/** Unix seconds, of any spelling, as a date and as the signed number. */
export const timeWords = (felt: string): TextRef => wordsFrom(0n, felt);

/** When something may be sent at the earliest: a time before any chain existed is no limit. */
export const afterWords = (felt: string): TextRef => wordsFrom(DAY_SECONDS, felt);

function wordsFrom(first: bigint, felt: string): TextRef {
  const seconds = BigInt(felt);
  const places = { seconds: `${seconds}` };
  if (seconds < first || seconds > LAST_SECOND) return say('message.noTime', places);
  return say('message.time', { ...places, date: dateText(Number(seconds)) });
}

const MINUTE = 60n;
const HOUR = 60n * MINUTE;
const DAY_SECONDS = 24n * HOUR;

/** A duration in its largest unit, rounded up, so that it never seems shorter than it is. */
export function lengthWords(seconds: bigint): TextRef {
  const count = (unit: bigint) => ({ amount: `${(seconds + unit - 1n) / unit}` });
  if (seconds <= 0n) return say('message.sessionOver');
  if (seconds > 2n * DAY_SECONDS) return say('message.lastsDays', { count: count(DAY_SECONDS) });
  if (seconds > 2n * HOUR) return say('message.lastsHours', { count: count(HOUR) });
  return say('message.lastsMinutes', { count: count(MINUTE) });
}
