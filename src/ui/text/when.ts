import { twoDigits } from './format';
import type { Say } from './words';

const DAY_MS = 86_400_000;

const dayOf = (ms: number): string => new Date(ms).toDateString();

/** A time as people say it, in their time zone: `today 14:05`, `3 Nov 14:05`, `3 Nov 2025`. */
export function whenText(ms: number, now: number, say: Say): string {
  const at = new Date(ms);
  const time = `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;
  if (dayOf(ms) === dayOf(now)) return say({ say: 'home.when.today', with: { time } });
  if (dayOf(ms) === dayOf(now - DAY_MS)) return say({ say: 'home.when.yesterday', with: { time } });
  const month = say({ say: 'home.when.months' }).split(' ')[at.getMonth()] ?? '';
  const day = String(at.getDate());
  if (at.getFullYear() === new Date(now).getFullYear())
    return say({ say: 'home.when.day', with: { day, month, time } });
  return say({ say: 'home.when.year', with: { day, month, year: String(at.getFullYear()) } });
}
