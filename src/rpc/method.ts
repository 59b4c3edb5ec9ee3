import type { Infer } from '@metamask/superstruct';
import type { ErrorKind } from '@xnet/clients/errors';
import type { AnyStruct } from '@xnet/clients/schema/field';
import type { Module } from '../module';
import type { StoredAccount } from '../schema/account';
import type { RequestContext } from '../schema/primitives';

export type Request<Params> = RequestContext & { readonly params: Params };

/**
 * How the params name an account. By address: the handler receives the account, and does not run if
 * the site was not granted it. Accounts that are not granted and accounts that do not exist fail
 * with the same `unknownAccount`, before any lookup. By key index: the handler receives the account
 * that the site was granted at that index, if any, and looks for no other without asking the user.
 */
export type AccountParam = { readonly address: string } | { readonly index: string };

type AccountOf<A extends AccountParam | undefined> = A extends { address: string }
  ? { readonly account: StoredAccount }
  : A extends { index: string }
    ? { readonly granted: StoredAccount | undefined }
    : object;

export type Method<
  P extends AnyStruct = AnyStruct,
  R extends AnyStruct = AnyStruct,
  A extends AccountParam | undefined = AccountParam | undefined,
> = {
  /** One sentence in the present tense; becomes the row in docs/develop/methods.md and the OpenRPC summary. */
  summary: string;
  params: P;
  result: R;
  /** Kinds that a caller must expect in addition to `commonErrors`. */
  errors: readonly ErrorKind[];
  /** Set if only the module's companion site may call it; a contract test lists those methods. */
  callers?: 'companionDapp';
  /**
   * When the module asks the user. `once`: to choose the accounts that the site sees, then never
   * again. `sometimes`: the summary says when.
   */
  prompts: 'never' | 'once' | 'always' | 'sometimes';
  account?: A;
  /** Set where one refusal blocks the site, not several: it must not wear the user down. */
  blocksWhenRefused?: true;
  /** Names that existing callers use for parameters other than the account, by their name here. */
  aliases?: Readonly<Record<string, readonly string[]>>;
  /** Set where a request may be as large as a contract class. */
  large?: true;
  /** Set where chainId is the subject and may be any text; the context is then Sepolia. */
  chainIdIsSubject?: true;
  handle(request: Request<Infer<P>> & AccountOf<A>, module: Module): Promise<Infer<R>>;
};

/** Errors that any method may return. */
export const commonErrors = [
  'invalidRequest',
  'invalidParams',
  'unauthorized',
  'unsupportedChain',
  'siteBlocked',
  'limitExceeded',
  'internal',
  'stateFull',
] as const satisfies readonly ErrorKind[];

/** Further errors of methods that read the chain. */
export const nodeErrors = [
  'nodeUnavailable',
  'nodeFault',
  'wrongChain',
] as const satisfies readonly ErrorKind[];

/** Further errors of methods that send or sign a transaction of an account. */
export const transactionErrors = [
  'unknownAccount',
  'accountMismatch',
  'needsOtherSigner',
  'noUpgrade',
  'userRejected',
  'insufficientFunds',
  'feeAboveLimit',
  'nonceTooLow',
  'transactionReverts',
  'transactionRejected',
  ...nodeErrors,
] as const satisfies readonly ErrorKind[];

export const defineMethod = <
  P extends AnyStruct,
  R extends AnyStruct,
  A extends AccountParam | undefined = undefined,
>(
  method: Method<P, R, A>,
) => method;
