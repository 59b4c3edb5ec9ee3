const dayMs = 86_400_000;

/** Days since 1970-01-01 UTC; a balance belongs to one. */
export const dayOf = (nowMs: number): number => Math.floor(nowMs / dayMs);

/** The next 00:00 UTC, unix milliseconds. */
export const nextDayMs = (nowMs: number): number => (dayOf(nowMs) + 1) * dayMs;
