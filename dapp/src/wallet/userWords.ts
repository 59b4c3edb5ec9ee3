import type { Failure } from './failure';

export type Words = { readonly message: string; readonly advice: string | null };

/** What errors say to the person in front of the page; their own text is for the dapp's maker. */
const words: { readonly [kind: string]: Words } = {
  userRejected: {
    message: 'You declined it in the wallet.',
    advice: 'Nothing was signed or sent. You can start it again whenever you like.',
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
    advice: 'Nothing moves until one does. What was done before is kept.',
  },
  transactionReverts: {
    message: 'The transaction would fail on the chain.',
    advice: 'Nothing was sent.',
  },
  ended: {
    message: 'The wallet ended the module before it could answer.',
    advice: 'Look whether it was done all the same before you start it again.',
  },
  internal: {
    message: 'Something went wrong inside the module.',
    advice: 'Nothing was signed or sent because of it.',
  },
};

/** The failure in the words of the person who sees it. */
export const userWords = ({ kind, message, hint }: Failure): Words =>
  (kind === null ? undefined : words[kind]) ?? { message, advice: hint };

/** True where the words for the person leave out what the error itself says. */
export const hasOwnWords = ({ kind }: Failure): boolean => kind !== null && kind in words;
