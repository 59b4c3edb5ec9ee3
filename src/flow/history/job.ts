import type { Module } from '../../module';
import { announceArrivals } from './arrivals';
import { trackTransactions } from './track';

/** Seconds until the tracker runs again after it has failed, for example on unreadable state. */
const RETRY_SECONDS = 60;

/** The work of the wallet's clock: open records first, and then what arrived from others. */
export async function runJob(module: Module): Promise<void> {
  const seconds = await trackTransactions(module).catch(async (error) => {
    await module.wakeTracker(RETRY_SECONDS);
    throw error;
  });
  if (seconds !== undefined) await module.wakeTracker(seconds);
  await announceArrivals(module);
}
