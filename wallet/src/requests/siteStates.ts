import { moduleMethod } from '../protocol/names';
import type { SiteState } from '../protocol/siteState';
import { readFields } from '../record';
import { requestedChainId } from './knownPhrase';

export type SiteStates = {
  /** Notes what a module's reply reveals of network and account. */
  note(origin: string, params: unknown, result: unknown): void;
  of(origin: string): SiteState;
};

export function createSiteStates(connectionOf: (origin: string) => string | null): SiteStates {
  /** Keyed by connection, so that a new connection starts without an account. */
  const accounts = new Map<string, string>();
  let chainId: string | null = null;

  return {
    note(origin, params, result) {
      const name = moduleMethod(params);
      const answered = readFields(result);
      if (name === 'switchNetwork' && result === true) {
        chainId = requestedChainId(params);
        // Accounts differ per network.
        accounts.clear();
      } else if (name === 'getCurrentNetwork') {
        chainId = text(answered.chainId) ?? chainId;
      } else if (name === 'switchAccount' || name === 'getCurrentAccount') {
        const [connection, account] = [connectionOf(origin), text(answered.address)];
        if (connection !== null && account !== null) accounts.set(connection, account);
      }
    },
    of(origin) {
      const connection = connectionOf(origin);
      if (connection === null) return { connection, chainId: null, account: null };
      return { connection, chainId, account: accounts.get(connection) ?? null };
    },
  };
}

const text = (value: unknown): string | null => {
  if (typeof value === 'string') return value;
  return null;
};
