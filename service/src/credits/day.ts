const dayMs = 86_400_000;

/** Days since 1970-01-01 UTC; a balance belongs to one. */
export const dayOf = (nowMs: number): number => Math.floor(nowMs / dayMs);

/** The 00:00 UTC with which it ends, unix milliseconds. */
export const endOfDayMs = (day: number): number => (day + 1) * dayMs;

/** The next 00:00 UTC, unix milliseconds. */
export const nextDayMs = (nowMs: number): number => endOfDayMs(dayOf(nowMs));
