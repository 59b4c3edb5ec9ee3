import { randomUUID } from 'node:crypto';
import { namesMainnet } from './knownPhrase';
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

/** The networks of the module, as it writes them. */
const mainnet = '0x534e5f4d41494e';
const sepolia = '0x534e5f5345504f4c4941';

export function createSiteStates(isConnected: (origin: string) => boolean): SiteStates {
  const session = randomUUID();
  const accounts = new Map<string, string>();
  let chainId: string | null = null;

  return {
    note(origin, params, result) {
      const { method } = isRecord(params) && isRecord(params.request) ? params.request : {};
      // The module has each method under an older name, too.
      const name = typeof method === 'string' ? method.replace(/^(xnet|starkNet)_/, '') : '';
      const answered = isRecord(result) ? result : {};
      if (name === 'switchNetwork' && result === true) {
        // The site may spell it in many ways, of which other sites get none to see.
        chainId = namesMainnet(params) ? mainnet : sepolia;
        // Each network has accounts of its own.
        accounts.clear();
      } else if (name === 'getCurrentNetwork') {
        chainId = text(answered.chainId) ?? chainId;
      } else if (name === 'switchAccount' || name === 'getCurrentAccount') {
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
