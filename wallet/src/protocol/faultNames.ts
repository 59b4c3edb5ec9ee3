/** Faults that the user of the wallet's page can cause, to see what the module does. */
export const faultNames = ['slow', 'unreachable', 'busy', 'locked', 'oneDialog', 'full'] as const;
export type FaultName = (typeof faultNames)[number];

export const isFaultName = (name: unknown): name is FaultName =>
  faultNames.some((faultName) => faultName === name);
