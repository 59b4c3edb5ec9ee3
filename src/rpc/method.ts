import type { Infer } from '@metamask/superstruct';
import type { ErrorKind } from '../errors';
import type { Module } from '../module';
import type { RequestContext } from '../schema/context';
import type { AnyStruct } from '../schema/field';

export type Request<Params> = RequestContext & { readonly params: Params };

export type Method<P extends AnyStruct = AnyStruct, R extends AnyStruct = AnyStruct> = {
  /** One sentence in the present tense; becomes the README row and the OpenRPC summary. */
  summary: string;
  params: P;
  result: R;
  /** Kinds that a caller must expect besides those of `commonErrors`. */
  errors: readonly ErrorKind[];
  callers: 'anyDapp' | 'companionDapp';
  /**
   * When the user is asked. `once`: to show the account to the site, then never again.
   * `sometimes`: the summary says when.
   */
  prompts: 'never' | 'once' | 'always' | 'sometimes';
  /** Names that callers of today use for a parameter, by the name that it has here. */
  aliases?: Readonly<Record<string, readonly string[]>>;
  /** Set where a request may be as large as a contract class. */
  large?: true;
  /** Set where chainId is what is asked for and any text is taken; the context is then Sepolia. */
  chainIdIsSubject?: true;
  handle(request: Request<Infer<P>>, module: Module): Promise<Infer<R>>;
};

/** What any method may answer with. */
export const commonErrors = [
  'invalidRequest',
  'invalidParams',
  'unauthorized',
  'unsupportedChain',
  'limitExceeded',
  'internal',
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

export const defineMethod = <P extends AnyStruct, R extends AnyStruct>(method: Method<P, R>) =>
  method;
