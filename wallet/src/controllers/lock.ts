import type { Bus } from '../bus';

/**
 * The wallet's lock. Only tests lock this wallet, the way the vendor's wallet locks itself: keys
 * and encrypted state wait until it is unlocked, and nothing of the module is ended.
 */
export function createLock(bus: Bus) {
  const publishLock = bus.publisher('KeyringController:lock');
  let unlocking: Promise<void> | null = null;
  let unlock = () => {};

  return {
    isLocked: () => unlocking !== null,
    unlocked: async () => unlocking ?? undefined,
    lock() {
      unlocking ??= new Promise((resolve) => {
        unlock = resolve;
      });
      publishLock();
    },
    unlock() {
      unlocking = null;
      unlock();
    },
  };
}

export type Lock = ReturnType<typeof createLock>;
