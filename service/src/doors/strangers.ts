import { LRUCache } from 'lru-cache';
import type { Authorize } from '../meter/authorize';
import { type Bucket, refill, waitMs } from '../stores/bucket';
import type { Soon } from '../stores/store';
import { addressBlock } from './holders';
import type { Visit } from './requestLog';

const addressesAtMost = 10_000;

/**
 * Marks strangers, and tells whether a request may go on: one with a known key always, for its key pays. All others, whatever
 * they ask for, share what their address has of a second.
 */
export type Admits = (visit: Visit) => Soon<boolean>;

export const createStrangers = (
  { wasKnown, isKnown }: Authorize,
  { perSecond, clock }: { perSecond: number; clock: () => number },
): Admits => {
  const buckets = new LRUCache<string, Bucket>({ max: addressesAtMost });
  return (visit) => {
    const { key, address } = visit;
    if (key !== undefined && wasKnown(key)) return true;
    visit.isStranger = true;
    const network = addressBlock(address);
    const bucket = refill(buckets.get(network), perSecond, clock());
    const isAdmitted = waitMs(bucket, perSecond, 1) === 0;
    buckets.set(network, isAdmitted ? { ...bucket, tokens: bucket.tokens - 1 } : bucket);
    return isAdmitted || (key !== undefined && isKnown(key));
  };
};
