/** A token as the module lists it. */
export type ListedToken = {
  /** 64 digits. */
  readonly address: string;
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
  /**
   * The pair in dollars that the oracle knows, null where it has none. A bridged token has that of the
   * one that it stands for.
   */
  readonly pair: string | null;
};

/** All that the module knows of a network. */
export type NetworkDefinition = {
  /** Chain id: a short ASCII text in hex. */
  readonly id: `0x${string}`;
  /** Name in replies and dialogs, as the specification has it. */
  readonly name: string;
  /** True if its tokens are worth nothing. */
  readonly isTest: boolean;
  /**
   * URLs of public keyless nodes, tried in this order; the path pins the version of the node API if the
   * provider offers that. The first one is known to support batches and preflights.
   */
  readonly endpoints: readonly string[];
  /** Environment variable that gives a build other nodes: URLs, separated by commas. */
  readonly endpointsVariable: `XNET_${string}_URLS`;
  /** URL of the explorer that shows transactions and contracts to people. */
  readonly explorer: string;
  /** URL of Voyager's API (docs.voyager.online). */
  readonly voyager: string;
  /** URL of AVNU Impulse, a keyless service of prices, which learns the requested tokens. */
  readonly prices: string;
  /**
   * URL of AVNU's paymaster, which takes fees in other tokens without a key (SNIP-29): asked once the
   * user has agreed.
   */
  readonly paymaster: string;
  readonly l1: {
    /** The Ethereum contract that stores Starknet's state (docs.starknet.io, "Important addresses"). */
    readonly core: string;
    /** Chain ids of the Ethereum that settles the network (EIP-155). */
    readonly chainIds: readonly bigint[];
  };
  /** The Pragma oracle, which tells the median of what its publishers report (astraly-labs/pragma-oracle). */
  readonly oracle: string;
  /** The contract of Starknet ID that resolves names (starknet.js, utils/starknetId.ts). */
  readonly naming: string;
  /** Page that gives away tokens of a test network. */
  readonly faucet?: string;
  /** FRI, more than usual transactions cost: a review warns of a higher maximum, and refuses none. */
  readonly highFee: bigint;
  /** Tokens beside STRK and ETH, those that people hold most first. */
  readonly tokens: Readonly<Record<string, ListedToken>>;
};
