import type { Infer } from '@metamask/superstruct';
import type { ErrorKind } from '@xnet/clients/errors';
import type { AnyStruct } from '@xnet/clients/schema/field';
import type { Module } from '../module';
import type { StoredAccount } from '../schema/account';
import type { RequestContext } from '../schema/primitives';

export type Request<Params> = RequestContext & { readonly params: Params };

/**
 * How the params name an account. By address: the handler is given the account, and does not run for
 * a site that was not granted it; one that was not granted and one that is not there are
 * `unknownAccount` alike, before any account is looked for. By the index of its key: the handler is
 * given the account that the site was granted there, if any, and looks for no other without asking.
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
  /** One sentence in the present tense; becomes the README row and the OpenRPC summary. */
  summary: string;
  params: P;
  result: R;
  /** Kinds that a caller must expect besides those of `commonErrors`. */
  errors: readonly ErrorKind[];
  /** Set where the module's companion site alone may call it; a contract test names those methods. */
  callers?: 'companionDapp';
  /**
   * When the user is asked. `once`: to choose the accounts that the site sees, then never again.
   * `sometimes`: the summary says when.
   */
  prompts: 'never' | 'once' | 'always' | 'sometimes';
  account?: A;
  /** Set where one refusal blocks the site, as several do elsewhere: nobody is to be worn down. */
  blocksWhenRefused?: true;
  /** Names that callers of today use for a parameter beside the account, by the name that it has here. */
  aliases?: Readonly<Record<string, readonly string[]>>;
  /** Set where a request may be as large as a contract class. */
  large?: true;
  /** Set where chainId is what is asked for and any text is taken; the context is then Sepolia. */
  chainIdIsSubject?: true;
  handle(request: Request<Infer<P>> & AccountOf<A>, module: Module): Promise<Infer<R>>;
};

/** What any method may answer with. */
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

/** What a method that reads the chain may answer with as well. */
export const nodeErrors = [
  'nodeUnavailable',
  'nodeFault',
  'wrongChain',
] as const satisfies readonly ErrorKind[];

/** What a method that sends or signs a transaction of an account may answer with as well. */
export const transactionErrors = [
  'unknownAccount',
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
