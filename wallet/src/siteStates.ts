import { namesMainnet } from './knownPhrase';
import { moduleMethod } from './names';
import { isRecord } from './record';

/** How things stand for a site's page, by which its provider finds out what changed. */
export type SiteState = {
  /** Another one each time the site is connected anew, the same after a restart; null where it is not. */
  connection: string | null;
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

export function createSiteStates(connectionOf: (origin: string) => string | null): SiteStates {
  /** By the connection, since one that is made anew begins without. */
  const accounts = new Map<string, string>();
  let chainId: string | null = null;

  return {
    note(origin, params, result) {
      const name = moduleMethod(params);
      const answered = isRecord(result) ? result : {};
      if (name === 'switchNetwork' && result === true) {
        // The site may spell it in many ways, of which other sites get none to see.
        chainId = namesMainnet(params) ? mainnet : sepolia;
        // Each network has accounts of its own.
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

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
