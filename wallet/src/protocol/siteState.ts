/** The state of a site, from which its provider detects changes. */
export type SiteState = {
  /** Changes each time the site connects anew, not on a restart; null if not connected. */
  connection: string | null;
  /** The current network; null if the module has not reported it yet. */
  chainId: string | null;
  /** The current account, as far as the module reported it to this site. */
  account: string | null;
};
