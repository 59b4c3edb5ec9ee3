import { dependencies } from '../package.json';

/** The conditions of `imports` that select this set; see `vendor.ts`. */
export const conditions: readonly string[] = [];

/** The platform's version, as a wallet with this set reports it. */
export const platformVersion = dependencies['@metamask/snaps-sdk'];
