import type { Failure } from './failure';

export type Words = { readonly message: string; readonly advice: string | null };

/** Errors in the user's words; an error's own text is for the dapp's developer. */
const words: { readonly [kind: string]: Words } = {
  userRejected: {
    message: 'You rejected it in the wallet.',
    advice: 'Nothing was signed or sent. You can try again whenever you like.',
  },
  notConnected: {
    message: 'This page is no longer connected to the module.',
    advice: 'Connect again on the page “Start here”.',
  },
  unauthorized: {
    message: 'This page may not do that.',
    advice: 'Connect the module first. Some methods are open to its companion site only.',
  },
  unknownAccount: {
    message: 'The module has no such account on this network.',
    advice: 'Check address and network, or create the account first.',
  },
  insufficientFunds: {
    message: 'The account cannot pay for this.',
    advice: 'Send STRK to the account, or lower the amount.',
  },
  nodeUnavailable: {
    message: 'No node of this network answers.',
    advice: 'Nothing can be sent until one does. What you did before is kept.',
  },
  transactionReverts: {
    message: 'The transaction would fail on the chain.',
    advice: 'Nothing was sent.',
  },
  siteBlocked: {
    message:
      'You rejected this page several times, so the wallet takes no requests from it for now.',
    advice:
      'It may ask again {when}. To let it ask now, open the module’s page in the wallet and go to Sites.',
  },
  limitExceeded: {
    message: 'This page sent too many requests in a short time.',
    advice: 'It may ask again {when}.',
  },
  unsupportedChain: {
    message: 'The wallet does not support that network.',
    advice: 'Choose Mainnet or Sepolia.',
  },
  unknownTransaction: {
    message: 'Neither the module nor the chain knows that transaction.',
    advice:
      'One that was just sent may take a few seconds to appear. Otherwise check its hash and the network.',
  },
  feeAboveLimit: {
    message: 'The fee would be above the limit.',
    advice: 'Nothing was sent. Raise the limit, or try again when fees are lower.',
  },
  nonceTooLow: {
    message: 'Another transaction came first.',
    advice: 'Try again.',
  },
  hashMismatch: {
    message: 'The node reported a different transaction from the one you signed.',
    advice:
      'Yours may have been sent all the same. Look for it, and set another node in the module.',
  },
  notToken: {
    message: 'That contract is not a token.',
    advice: 'Check its address and the network.',
  },
  tokenMismatch: {
    message: 'The token’s own details differ from what this page says.',
    advice: 'Nothing was added. Check its symbol and its decimals.',
  },
  noUpgrade: {
    message: 'This account has nothing to upgrade.',
    advice: 'You can use it as it is.',
  },
  unknownName: {
    message: 'No address is set for that name.',
    advice: 'Check the spelling and the network.',
  },
  ended: {
    message: 'The wallet ended the module before it could answer.',
    advice: 'Check whether it went through before you try again.',
  },
  stateFull: {
    message: 'Your wallet has no room left for the module’s data.',
    advice:
      'Nothing was sent. Remove the module from the wallet, install it again, and look for your accounts on its page.',
  },
  internal: {
    message: 'Something went wrong inside the module.',
    advice: 'Nothing was signed or sent because of it.',
  },
};

/** Errors of the wallet itself have no kind, but a code of EIP-1193. */
const kindOf = ({ kind, code }: Failure): string => kind ?? (code === 4001 ? 'userRejected' : '');

/** Describes the failure to the person who sees it. */
export function userWords(failure: Failure): Words {
  const { message, hint, retryAfterSeconds } = failure;
  const own = words[kindOf(failure)];
  if (!own) return { message, advice: hint };
  const when = retryAfterSeconds === undefined ? 'in a while' : `in ${retryAfterSeconds} seconds`;
  return { ...own, advice: own.advice?.replace('{when}', when) ?? null };
}

/** True if the user's words omit the error's own text. */
export const hasOwnWords = (failure: Failure): boolean => kindOf(failure) in words;
