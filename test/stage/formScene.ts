/** What the forms of the dapp are filled with and held against. */
export type Scene = {
  chainUrl: string;
  /** Deployed and funded; made by the dapp's steps. */
  account: { address: string; publicKey: string };
  /** Hash of the transaction that deployed it. */
  deployHash: string;
  /** Not deployed, no funds. */
  second: { address: string; publicKey: string };
  /** Not deployed, either; it gets hidden. */
  third: { address: string };
  /** Calls the module from the dapp's page; the wallet's user agrees to all of it. */
  invoke: <T>(method: string, params: object) => Promise<T>;
};
