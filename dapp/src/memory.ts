/** What outlives a reload of the page. Public facts only; the module keeps the rest. */
export type Remembered = {
  readonly rdns: string | null;
  /** The account in use on each network. */
  readonly accounts: { readonly [chainId: string]: RememberedAccount };
};
export type RememberedAccount = {
  readonly address: string;
  readonly addressIndex: number;
  readonly deployHash: string | null;
  readonly sentHash: string | null;
  /** True once the chain has said so: a deployment is never undone. */
  readonly wasDeployed?: boolean;
};

const key = 'xnet.dapp.1';
const nothing: Remembered = { rdns: null, accounts: {} };

export function createMemory(storage: Pick<Storage, 'getItem' | 'setItem'>) {
  function recall(): Remembered {
    try {
      const kept: unknown = JSON.parse(storage.getItem(key) ?? 'null');
      return typeof kept === 'object' && kept !== null ? { ...nothing, ...kept } : nothing;
    } catch {
      // A browser may refuse storage, and another version may have left something unreadable.
      return nothing;
    }
  }
  function remember(change: Partial<Remembered>): void {
    try {
      storage.setItem(key, JSON.stringify({ ...recall(), ...change }));
    } catch {
      // Without storage the page works; it only starts afresh after a reload.
    }
  }
  return {
    recall,
    remember,
    rememberAccount(chainId: string, account: RememberedAccount | null): void {
      const { [chainId]: _previous, ...others } = recall().accounts;
      remember({ accounts: account ? { ...others, [chainId]: account } : others });
    },
  };
}
export type Memory = ReturnType<typeof createMemory>;
