import type { Command, Snapshot } from '../protocol/view';
import { isRecord } from '../record';
import { httpWire } from './httpWire';
import { isExtension, portWire } from './portWire';
import type { Wire } from './wire';
import { words } from './words';

export type Link = {
  /** Sends a command after earlier ones are done; resolves to an error message, or null. */
  send(command: Command): Promise<string | null>;
  /** True if a snapshot is older than the user's latest input. */
  isBehind(snapshot: Snapshot): boolean;
  /** Receives snapshots while the page is open; null means that the wallet does not respond. */
  follow(onSnapshot: (snapshot: Snapshot | null) => void): Promise<never>;
};

/** The page's connection to the wallet. */
export function openLink(): Link {
  const wire: Wire = isExtension() ? portWire() : httpWire();
  let underWay = 0;
  let settledRevision = 0;
  let last: Promise<unknown> = Promise.resolve();

  async function run(command: Command): Promise<string | null> {
    try {
      const answer = await wire.send(command);
      if (!isRecord(answer)) return words.stopped;
      const { revision, error } = answer;
      if (typeof revision === 'number') settledRevision = Math.max(settledRevision, revision);
      if (isRecord(error)) return String(error.message);
      if (typeof error === 'string') return error;
      return null;
    } catch {
      return words.stopped;
    } finally {
      underWay -= 1;
    }
  }

  return {
    send(command) {
      underWay += 1;
      // In order: a form must not be submitted before its last input has arrived.
      const answer = last.then(() => run(command));
      last = answer;
      return answer;
    },
    isBehind: ({ revision }) => underWay > 0 || revision < settledRevision,
    async follow(onSnapshot) {
      for (;;) {
        try {
          for await (const snapshot of wire.snapshots()) {
            onSnapshot(snapshot as Snapshot); // the wallet made it
          }
        } catch {
          // Reported by the null below.
        }
        onSnapshot(null);
        await new Promise((resolve) => {
          setTimeout(resolve, 1000);
        });
      }
    },
  };
}
