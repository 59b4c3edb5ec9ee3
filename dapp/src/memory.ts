/** Facts that survive a page reload. Public ones only; the module stores the rest. */
export type Remembered = {
  readonly rdns: string | null;
  /** The current account of each network. */
  readonly accounts: { readonly [chainId: string]: RememberedAccount };
};
export type RememberedAccount = {
  readonly address: string;
  readonly addressIndex: number;
  readonly deployHash: string | null;
  readonly sentHash: string | null;
  /** True once the chain has confirmed it: deployments are permanent. */
  readonly wasDeployed?: boolean;
};

const key = 'xnet.dapp.1';
const nothing: Remembered = { rdns: null, accounts: {} };

export function createMemory(storage: Pick<Storage, 'getItem' | 'setItem'>) {
  function recall(): Remembered {
    try {
      const stored: unknown = JSON.parse(storage.getItem(key) ?? 'null');
      if (typeof stored === 'object' && stored !== null) return { ...nothing, ...stored };
      return nothing;
    } catch {
      // Storage may be refused by the browser, or unreadable because another version wrote it.
      return nothing;
    }
  }
  function remember(change: Partial<Remembered>): void {
    try {
      storage.setItem(key, JSON.stringify({ ...recall(), ...change }));
    } catch {
      // The page works without storage, but starts over after a reload.
    }
  }
  return {
    recall,
    remember,
    rememberAccount(chainId: string, account: RememberedAccount | null): void {
      const { [chainId]: _previous, ...otherAccounts } = recall().accounts;
      remember({ accounts: account ? { ...otherAccounts, [chainId]: account } : otherAccounts });
    },
  };
}
export type Memory = ReturnType<typeof createMemory>;
