import type { FaultName } from '../protocol/faultNames';
import type { Lock } from './lock';

export type Faults = ReturnType<typeof createFaults>;

/** @param lock of the wallet */
export function createFaults(lock: Lock, onChange: () => void) {
  const chosen = new Set<FaultName>();
  const followers = new Set<(names: FaultName[]) => void>();
  return {
    has: (name: FaultName) => chosen.has(name),
    names: () => [...chosen],
    choose(name: FaultName, isOn: boolean): void {
      if (isOn) chosen.add(name);
      else chosen.delete(name);
      if (name === 'locked') {
        if (isOn) lock.lock();
        else lock.unlock();
      }
      for (const tell of followers) tell([...chosen]);
      onChange();
    },
    /** Tells a sandbox of each change, until the returned function runs. */
    follow(tell: (names: FaultName[]) => void): () => void {
      followers.add(tell);
      return () => void followers.delete(tell);
    },
  };
}
