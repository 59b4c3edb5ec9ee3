// Messages to a process that measures the module, and its answers.
export type Asked = {
  /**
   * A method of the module, or `home` for its page; `quiet` waits until the module makes no more
   * calls to the wallet, and `stop` ends it, as the wallet ends an idle one.
   */
  method: string;
  params?: object | undefined;
  /**
   * The wallet answers the module once that has asked nothing for so many milliseconds; if absent,
   * at once.
   */
  restMs?: number | undefined;
};

/** A call of the module to the wallet; times in milliseconds of one clock. */
export type WalletCall = {
  name: string;
  key: string | null;
  begun: number;
  ended: number;
  /** Number of components of the page or dialog drawn. */
  components: number;
};
export type Measured = { ms: number; calls: WalletCall[]; result?: unknown; error?: unknown };
