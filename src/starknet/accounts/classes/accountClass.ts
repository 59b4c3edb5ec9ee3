import type { DerivedClassName } from '../../../schema/accountClass';

/** Classes of one vendor with one storage layout: an account can only be upgraded within it. */
export type AccountFamily = 'argent' | 'openZeppelin' | 'braavos';

/** Material that is ground to the STARK key: the BIP-32 child's private key, or that and its chain code. */
export type KeySeed = 'key' | 'keyAndChainCode';

/** An account contract whose addresses the module derives. */
export type AccountClass = {
  readonly family: AccountFamily;
  /** Canonical hex; the hash of the proxy if there is one. */
  readonly classHash: string;
  /** The encoding of `__execute__` that the account uses. */
  readonly cairoVersion: 0 | 1;
  /** Version of the contract, if the class hash determines it; a proxy can have several. */
  readonly version?: string;
  readonly constructorCalldata: (publicKey: string) => string[];
  readonly keySeed: KeySeed;
  /**
   * Set if the class hash is that of a proxy, whose contract alone can tell its version: the
   * versions of this class. With any other, the account uses Cairo 1 and is of an unknown class.
   */
  readonly proxyVersions?: RegExp;
  /** The vendor's next step; the account keeps its address and storage. */
  readonly upgradesTo?: DerivedClassName;
  /** The versions of unknown classes that take the same step. */
  readonly upgradedVersions?: RegExp;
  /** True if an account of this class is still to be deployed, or to be upgraded, before its use. */
  readonly mustBeUpgraded?: boolean;
  /** Versions for which the network executes nothing any more. */
  readonly frozenVersions?: RegExp;
  /** True if that holds for the version with which an address of this class is deployed. */
  readonly isDeployedFrozen?: boolean;
  /** True if a deployed account cannot be used before its vendor's wallet opens it. */
  readonly isUnopened?: boolean;
  /** True if the account executes what it signed when somebody else sends it (SNIP-9). */
  readonly hasOutsideExecution: boolean;
  /** True if its `revoke_session` ends a session by the hash of its message. */
  readonly endsSessions?: boolean;
  /**
   * Highest tip in FRI per L2 gas. The network shows such an account version 1 of a transaction,
   * which is all that its code accepts, only up to this tip.
   */
  readonly maxTip?: bigint;
  /** True if a site's search may look for it; the user's own search looks for all. */
  readonly isFoundForSites: boolean;
};

/** Part of the network's versioned constants since Starknet 0.14. */
export const VERSION_1_MAX_TIP = 0x746a5288000n;
