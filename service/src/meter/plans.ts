import { ownEntry } from '@xnet/clients/schema/table';

/** Limits of a plan: credits per day (00:00 to 00:00 UTC) and credits per second. */
export type Plan = { creditsPerDay: number; creditsPerSecond: number };
export type Plans = Readonly<Record<string, Plan>>;

export const defaultPlans: Plans = {
  free: { creditsPerDay: 3_000_000, creditsPerSecond: 500 },
  developer: { creditsPerDay: 15_000_000, creditsPerSecond: 4_000 },
  team: { creditsPerDay: 75_000_000, creditsPerSecond: 40_000 },
  /** For the owner of the service: practically unlimited, but still counted. */
  custom: { creditsPerDay: 1_000_000_000_000, creditsPerSecond: 1_000_000_000 },
};

/** @throws if there is no such plan */
export const getPlan = (plans: Plans, name: string): Plan => {
  const plan = ownEntry(plans, name);
  if (plan === undefined) throw new Error(`There is no plan "${name}".`);
  return plan;
};
