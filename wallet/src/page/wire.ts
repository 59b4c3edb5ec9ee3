import type { Command } from '../protocol/view';

/** Carrier of commands and snapshots: HTTP, or the ports of an extension. */
export type Wire = {
  /** Resolves to the wallet's answer. @throws if the wallet does not respond */
  send(command: Command): Promise<unknown>;
  /** Yields snapshots until the wallet ends. */
  snapshots(): AsyncIterable<unknown>;
};
