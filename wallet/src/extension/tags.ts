/** Marks of messages between a page's provider and the content script beside it. */
export const fromPage = 'xnet-developer-wallet:page';
export const fromWallet = 'xnet-developer-wallet:wallet';
