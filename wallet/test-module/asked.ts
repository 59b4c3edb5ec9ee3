// What a process that measures the module is asked, and answers.
export type Asked = {
  /**
   * A method of the module, or `home` for its page; `quiet` to wait until it asks nothing of the
   * wallet any more.
   */
  method: string;
  params?: object | undefined;
  /** Milliseconds by which each answer of the wallet to the module is held back. */
  delayMs?: number | undefined;
};

/** A call of the module to the wallet; milliseconds of one clock. */
export type WalletCall = {
  name: string;
  key: string | null;
  begun: number;
  ended: number;
  /** Of the page or dialog that it draws. */
  components: number;
};
export type Measured = { ms: number; calls: WalletCall[]; result?: unknown; error?: unknown };
