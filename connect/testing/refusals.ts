/**
 * States of a wallet. `locked`: calls of the module wait until the user unlocks it, with
 * `become('working')`; `removed`: the user has removed the module. The others refuse.
 */
export type WalletState =
  | 'working'
  | 'locked'
  | 'removed'
  /** It runs no modules. */
  | 'noModules'
  /** It runs modules, but not this one. */
  | 'notAllowed'
  | 'disabled'
  | 'blocked'
  /** It already shows a request, usually of another tab. */
  | 'pending'
  /** It stops the module during each call. */
  | 'stopped'
  /** Calls of other pages break each update. */
  | 'brokenUpdate'
  /** It is not running. */
  | 'away';

export const providerError = (code: number, message: string, data?: unknown) =>
  Object.assign(new Error(message), { code, ...(data !== undefined && { data }) });

type Asked = { readonly method: string; readonly moduleId: string };
type Refusal = (asked: Asked) => readonly [code: number, message: string];

const isAsking = ({ method }: Asked): boolean => method.startsWith('wallet_request');
const isCall = ({ method }: Asked): boolean => method.startsWith('wallet_invoke');

/** The refusals of the vendor's wallet, and of which requests. */
const refusals: { readonly [S in WalletState]?: readonly [(asked: Asked) => boolean, Refusal] } = {
  noModules: [
    () => true,
    ({ method }) => [-32601, `The method "${method}" does not exist / is not available.`],
  ],
  notAllowed: [
    isAsking,
    ({ moduleId }) => [-32603, `Cannot install "${moduleId}": The snap is not on the allowlist.`],
  ],
  disabled: [isCall, ({ moduleId }) => [-32603, `Snap "${moduleId}" is disabled.`]],
  blocked: [
    (asked) => isCall(asked) || isAsking(asked),
    ({ moduleId }) => [-32603, `Snap "${moduleId}" is disabled: it is blocked.`],
  ],
  pending: [
    isAsking,
    () => [-32002, "Request of type 'wallet_requestPermissions' already pending."],
  ],
  stopped: [
    isCall,
    ({ moduleId }) => [-32603, `The snap "${moduleId}" has been terminated during execution.`],
  ],
  brokenUpdate: [
    isAsking,
    ({ moduleId }) => [-32603, `Snap ${moduleId} crashed with updated source code.`],
  ],
  away: [() => true, () => [4900, 'The wallet is not running.']],
};

/** How a wallet in a state refuses a request; undefined if it does not. */
export function createRefusal(state: WalletState, asked: Asked) {
  const [concerns, refusal] = refusals[state] ?? [];
  if (refusal && concerns?.(asked)) return providerError(...refusal(asked));
  return undefined;
}
