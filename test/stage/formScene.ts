/** Values for the dapp's forms and for checking their outcomes. */
export type Scene = {
  chainUrl: string;
  /** Deployed and funded, by the dapp's steps. */
  account: { address: string; publicKey: string };
  /** Hash of the transaction that deployed it. */
  deployHash: string;
  /** Not deployed, no funds. */
  second: { address: string; publicKey: string };
  /** Not deployed either; a test hides it. */
  third: { address: string };
  /** Calls the module from the dapp's page; the wallet's user approves everything. */
  invoke: <T>(method: string, params: object) => Promise<T>;
};
