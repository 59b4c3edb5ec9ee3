const dayMs = 86_400_000;

/** Days since 1970-01-01 UTC. Each balance belongs to one day. */
export const getDay = (nowMs: number): number => Math.floor(nowMs / dayMs);

/** End of the day (00:00 UTC), in unix milliseconds. */
export const endOfDayMs = (day: number): number => (day + 1) * dayMs;

/** The next 00:00 UTC, in unix milliseconds. */
export const nextDayMs = (nowMs: number): number => endOfDayMs(getDay(nowMs));
