import type { ServerResponse } from 'node:http';
import type { Snapshot } from './view';

export type Feed = {
  /** Notes a change; open pages are notified once per turn of the event loop. */
  changed(): void;
  /** Streams snapshots to a page, now and after each change, as NDJSON. */
  follow(response: ServerResponse): void;
  revision(): number;
  followers(): number;
};

/** Keeps the wallet's open pages up to date. */
export function createFeed(snapshot: () => Omit<Snapshot, 'revision'>): Feed {
  const followers = new Set<ServerResponse>();
  let revision = 0;
  let queued = false;

  const line = () => `${JSON.stringify({ ...snapshot(), revision })}\n`;

  function push() {
    queued = false;
    if (followers.size === 0) return;
    const text = line();
    for (const response of followers) response.write(text);
  }

  return {
    changed() {
      revision += 1;
      if (queued) return;
      queued = true;
      setImmediate(push);
    },
    follow(response) {
      followers.add(response);
      response.on('close', () => followers.delete(response));
      response.writeHead(200, { 'content-type': 'application/x-ndjson' });
      response.write(line());
    },
    revision: () => revision,
    followers: () => followers.size,
  };
}
