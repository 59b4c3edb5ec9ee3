/** Marks of messages between a page's provider and the content script beside it. */
export const fromPage = 'xnet-developer-wallet:page';
/** Marks of messages between the module's sandbox and the wallet. */
export const fromSandbox = 'xnet-developer-wallet:fetch';
export const toSandbox = 'xnet-developer-wallet:faults';
export const fromWallet = 'xnet-developer-wallet:wallet';
