import type { Snapshot } from './protocol/view';

export type Feed = {
  /** Notes a change; open pages are notified once per turn of the event loop. */
  changed(): void;
  /** Sends snapshots as JSON to a page, now and after each change, until the returned function runs. */
  follow(send: Send): () => void;
  revision(): number;
  followers(): number;
};

type Send = (snapshot: string) => void;

/** Keeps the wallet's open pages up to date. */
export function createFeed(snapshot: () => Omit<Snapshot, 'revision'>): Feed {
  const followers = new Set<Send>();
  let revision = 0;
  let queued = false;

  const text = () => JSON.stringify({ ...snapshot(), revision });

  function push() {
    queued = false;
    if (followers.size === 0) return;
    const now = text();
    for (const send of followers) send(now);
  }

  return {
    changed() {
      revision += 1;
      if (queued) return;
      queued = true;
      setImmediate(push);
    },
    follow(send) {
      followers.add(send);
      send(text());
      return () => followers.delete(send);
    },
    revision: () => revision,
    followers: () => followers.size,
  };
}
