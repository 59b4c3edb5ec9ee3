import { type Errors, getModuleErrorKind } from './client';
import type { MethodName } from './methods';
import { getCode, getData, getMessage } from './provider';

/** Failures of the wallet, which has no kinds of its own, beside those of the module. */
const failures = {
  timeout: [false, 'Nothing came in time: show how to install or enable a wallet, or ask later.'],
  userRejected: [false, 'Ask again only after the user acts.'],
  unauthorized: [false, 'Call connect() after the user acts.'],
  requestPending: [false, 'The wallet shows a request already: let the user answer it there.'],
  walletAway: [true, 'Ask again once the wallet is running and connected.'],
  moduleNotAllowed: [false, 'This wallet does not allow the module: offer another one.'],
  modulesUnsupported: [false, 'This wallet runs no modules: offer another one.'],
  versionUnavailable: [false, 'Support the version that is installed, or have it updated.'],
  moduleStopped: [false, 'Check xnet_getTransactions before you send it again.'],
  updateBroken: [true, 'Calls of other pages broke an update: call connect() again.'],
  moduleDisabled: [false, 'Have the user switch the module on in the wallet.'],
} as const;

/** A failure of the wallet itself; two of them have the names that the module uses. */
export type WalletErrorKind = keyof typeof failures;

/** Wallets use one code for several failures, and the same words since their first versions. */
const byWords: readonly (readonly [RegExp, WalletErrorKind])[] = [
  [/does not have permission/iu, 'unauthorized'],
  [/already pending/iu, 'requestPending'],
  [/allow-?list/iu, 'moduleNotAllowed'],
  [/inside requested/iu, 'versionUnavailable'],
  [/updated source code|state transition/iu, 'updateBroken'],
  [/terminated during|was stopped/iu, 'moduleStopped'],
  [/is disabled|is blocked|does not run the module/iu, 'moduleDisabled'],
];
const byCode: Readonly<Record<number, WalletErrorKind>> = {
  4001: 'userRejected',
  4100: 'unauthorized',
  4200: 'modulesUnsupported',
  4900: 'walletAway',
  4901: 'walletAway',
  [-32002]: 'requestPending',
  [-32601]: 'modulesUnsupported',
};

/**
 * The kind of an error: the module's own, or that of a failure of the wallet. Undefined if it is
 * neither, such as an error of the page.
 */
export function getErrorKind<M extends MethodName>(
  error: unknown,
): Errors<M> | WalletErrorKind | undefined {
  const kind = getModuleErrorKind<M>(error);
  if (kind) return kind;
  if ((error as { name?: unknown } | null | undefined)?.name === 'TimeoutError') return 'timeout';
  const message = getMessage(error);
  const code = getCode(error);
  // An error of the page, such as a TypeError, has no code; a wallet may have sent only text.
  if (typeof code !== 'number' && error instanceof Error) return undefined;
  return byWords.find(([words]) => words.test(message))?.[1] ?? byCode[code as number];
}

/** Pages that describe all kinds, relative to the documentation: `errors.md` and `connect.md`. */
const pageOf = (error: unknown, kind: string): string => {
  if (getModuleErrorKind(error)) return `develop/errors#${kind.toLowerCase()}`;
  return 'develop/connect#when-it-fails';
};

/** Any failure of module or wallet in one form: what it is, whether to retry, and what to do. */
export class ConnectError extends Error {
  /** Tells it from other errors across bundles. */
  override readonly name = 'ConnectError';
  /** The code of JSON-RPC; undefined if the wallet sent none. */
  readonly code: number | undefined;
  /** Whether the same request may succeed later. */
  readonly retry: boolean;
  /** Advice on what to do. */
  readonly hint: string;
  /** The page of the documentation that describes it, from its root. */
  readonly page: string;

  constructor(
    /** As of `getErrorKind`; `unknown` for everything else. */
    readonly kind: NonNullable<ReturnType<typeof getErrorKind>> | 'unknown',
    error: unknown,
  ) {
    super(getMessage(error), { cause: error });
    const [code, data] = [getCode(error), getData(error)];
    const [retry, hint] = Object.hasOwn(failures, kind) ? failures[kind as WalletErrorKind] : [];
    this.code = typeof code === 'number' ? code : undefined;
    this.retry = Boolean(data.retry ?? retry);
    this.hint = String(data.hint ?? hint ?? '');
    this.page = pageOf(error, kind);
  }
}

/**
 * Describes whatever a call threw.
 *
 * @example
 * const { kind, retry, hint } = describeError(error);
 */
export const describeError = (error: unknown): ConnectError => {
  if (error instanceof ConnectError) return error;
  return new ConnectError(getErrorKind(error) ?? 'unknown', error);
};
