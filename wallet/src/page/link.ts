import { isRecord } from '../record';
import type { Command, Snapshot } from '../view';
import { readLines } from './lines';
import { words } from './words';

export type Link = {
  /** Sends a command after those before it; resolves to what went wrong with it, or null. */
  send(command: Command): Promise<string | null>;
  /** Whether a picture is older than what the user did since. */
  isBehind(snapshot: Snapshot): boolean;
  /** Receives pictures for as long as the page is open; null means that the wallet is gone. */
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
      // In order: a form must not be submitted before its last letter has arrived.
      const answer = last.then(() => run(command));
      last = answer;
      return answer;
    },
    isBehind: ({ revision }) => underWay > 0 || revision < settledRevision,
    async follow(onSnapshot) {
      for (;;) {
        try {
          const response = await post('/feed', {});
          // A wallet that was started anew has another token: this page is of the one before.
          if (response.status === 403) location.reload();
          for await (const line of readLines(response)) {
            onSnapshot(line as Snapshot); // our own server made it
          }
        } catch {
          // Told by the picture below.
        }
        onSnapshot(null);
        await new Promise((resolve) => {
          setTimeout(resolve, 1000);
        });
      }
    },
  };
}
