import { isRecord } from '../record';
import type { Command, Snapshot } from '../view';
import { readLines } from './lines';
import { words } from './words';

export type Link = {
  /** Sends a command after earlier ones are done; resolves to an error message, or null. */
  send(command: Command): Promise<string | null>;
  /** True if a snapshot is older than the user's latest input. */
  isBehind(snapshot: Snapshot): boolean;
  /** Receives snapshots while the page is open; null means that the wallet does not respond. */
  follow(onSnapshot: (snapshot: Snapshot | null) => void): Promise<never>;
};

/** The page's connection to the wallet's server. */
export function openLink(): Link {
  const token = document.querySelector('meta[name=token]')?.getAttribute('content') ?? '';
  let underWay = 0;
  let settledRevision = 0;
  let last: Promise<unknown> = Promise.resolve();

  function post(path: string, body: unknown): Promise<Response> {
    return fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-wallet-token': token },
      body: JSON.stringify(body),
    });
  }

  async function run(command: Command): Promise<string | null> {
    try {
      const response = await post('/command', command);
      const answer: unknown = await response.json();
      if (!isRecord(answer)) return words().stopped;
      const { revision, error } = answer;
      if (typeof revision === 'number') settledRevision = Math.max(settledRevision, revision);
      if (isRecord(error)) return String(error.message);
      return typeof error === 'string' ? error : null;
    } catch {
      return words().stopped;
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
          const response = await post('/feed', {});
          // A restarted wallet has a new token: this page belongs to the previous run.
          if (response.status === 403) location.reload();
          for await (const line of readLines(response)) {
            onSnapshot(line as Snapshot); // our own server made it
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
