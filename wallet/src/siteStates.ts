import { randomUUID } from 'node:crypto';
import { isRecord } from './record';

/** How things stand for a site's page, by which its provider finds out what changed. */
export type SiteState = {
  /** Another one after a reset or a restart of the wallet. */
  session: string;
  isConnected: boolean;
  /** Of the network in use; null where the module has not told yet. */
  chainId: string | null;
  /** The account in use, as far as this very site was told of it. */
  account: string | null;
};

export type SiteStates = {
  /** Notes what a module's reply says of network and account. */
  note(origin: string, params: unknown, result: unknown): void;
  of(origin: string): SiteState;
};

export function createSiteStates(isConnected: (origin: string) => boolean): SiteStates {
  const session = randomUUID();
  const accounts = new Map<string, string>();
  let chainId: string | null = null;

  return {
    note(origin, params, result) {
      const request = isRecord(params) && isRecord(params.request) ? params.request : {};
      const asked = isRecord(request.params) ? request.params : {};
      const answered = isRecord(result) ? result : {};
      if (request.method === 'xnet_switchNetwork' && result === true) {
        chainId = text(asked.chainId) ?? chainId;
        // Each network has accounts of its own.
        accounts.clear();
      } else if (request.method === 'xnet_getCurrentNetwork') {
        chainId = text(answered.chainId) ?? chainId;
      } else if (
        request.method === 'xnet_switchAccount' ||
        request.method === 'xnet_getCurrentAccount'
      ) {
        const account = text(answered.address);
        if (account !== null) accounts.set(origin, account);
      }
    },
    of(origin) {
      const connected = isConnected(origin);
      const told = connected ? { chainId, account: accounts.get(origin) ?? null } : nothing;
      return { session, isConnected: connected, ...told };
    },
  };
}

const nothing = { chainId: null, account: null };

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
