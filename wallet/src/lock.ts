import type { Bus } from './messenger';

/**
 * Whether the wallet is locked. Nobody locks this one but its tests, as the vendor's wallet locks itself:
 * keys and what is encrypted wait until it is unlocked, and nothing of the module's is ended.
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
