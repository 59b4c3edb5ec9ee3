/** Limits of a plan: credits per day (00:00 to 00:00 UTC) and credits per second. */
export type Plan = { creditsPerDay: number; creditsPerSecond: number };

export const plans = {
  free: { creditsPerDay: 3_000_000, creditsPerSecond: 500 },
  developer: { creditsPerDay: 15_000_000, creditsPerSecond: 4_000 },
  team: { creditsPerDay: 75_000_000, creditsPerSecond: 40_000 },
  /** For the owner of the service: practically unlimited, but still counted. */
  custom: { creditsPerDay: 1_000_000_000_000, creditsPerSecond: 1_000_000_000 },
} as const satisfies Record<string, Plan>;

export type PlanName = keyof typeof plans;

export const isPlanName = (name: string): name is PlanName => Object.hasOwn(plans, name);
