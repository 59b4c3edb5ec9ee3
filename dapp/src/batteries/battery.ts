import type { Label, TextRef } from '../texts';

/** The values that the requests contain. */
export type Facts = {
  readonly account: string;
  readonly chainId: string;
  /** The module's other network. */
  readonly otherChainId: string;
  readonly nowSeconds: number;
  /** Hash of a transaction that the chain knows; null if none is known. */
  readonly lastHash: string | null;
  /** Creates a class that is not declared yet; null without a local chain. */
  readonly makeClass: (() => Promise<object>) | null;
};

export type Request = { readonly method: string; readonly params?: unknown };

/** An answer of the wallet, as a case judges it. */
export type Answer =
  | { readonly result: unknown }
  | {
      readonly error: {
        readonly code: number | null;
        readonly kind: string | null;
        readonly message: string;
      };
    };

type Members = { readonly [name: string]: unknown };

/** An error of one of these kinds. A code stands for errors of the wallet, which have no kind. */
type Refusal = {
  readonly is: 'error';
  readonly kinds: readonly (string | number)[];
  /** Part of the message. */
  readonly says?: string;
};

/** The required answer of a step. */
export type Expected =
  /** A result that matches the method's schema, and this value or these members, if given. */
  | { readonly is: 'reply'; readonly value?: unknown; readonly members?: Members }
  | Refusal
  /** A result, or an error of one of these kinds. */
  | { readonly is: 'either'; readonly kinds: readonly (string | number)[] };

export type Step = {
  /** Sent at once. @param answers answers of the step before */
  readonly requests: (
    facts: Facts,
    answers: readonly Answer[],
  ) => readonly Request[] | Promise<readonly Request[]>;
  readonly expected: Expected;
  /** Exactly so many of the answers must be errors. */
  readonly errors?: number;
};

export type Case = {
  /** Unique in its battery; part of the link to it. */
  readonly id: string;
  /** The name of a method is the same in every language. */
  readonly title: Label;
  /** Steps follow each other; the first that does not end as expected is the last. */
  readonly steps: readonly Step[];
  /** The number of dialogs that the user will see. */
  readonly dialogs: number;
  /** Things that the user should see in them. */
  readonly look?: TextRef;
  /** Only with a chain on this machine. */
  readonly needsLocalChain?: true;
};

export type Battery = {
  readonly id: string;
  readonly title: TextRef;
  readonly lead: TextRef;
  readonly cases: readonly Case[];
};

export const replies = (value?: unknown): Expected => {
  if (value === undefined) return { is: 'reply' };
  return { is: 'reply', value };
};
export const hasMembers = (members: Members): Expected => ({ is: 'reply', members });
export const refused = (...kinds: (string | number)[]): Refusal => ({ is: 'error', kinds });
export const either = (...kinds: (string | number)[]): Expected => ({ is: 'either', kinds });

type More = Partial<Pick<Case, 'dialogs' | 'look' | 'needsLocalChain'>>;

/** A case of one request. */
export const asking = (
  [id, title]: readonly [id: string, title: Label],
  request: (facts: Facts) => Request | Promise<Request>,
  expected: Expected,
  { dialogs = 0, ...step }: More = {},
): Case => ({
  id,
  title,
  steps: [{ requests: async (facts) => [await request(facts)], expected }],
  dialogs,
  ...step,
});

export const countDialogs = (cases: readonly Case[]): number =>
  cases.reduce((sum, { dialogs }) => sum + dialogs, 0);

/** Signs a message. */
export const sign = ({ account, chainId }: Facts, typedDataMessage: unknown): Request => ({
  method: 'xnet_signMessage',
  params: { typedDataMessage, signerAddress: account, chainId },
});

/** Sends calls. */
export const execute = ({ account, chainId }: Facts, details: object): Request => ({
  method: 'xnet_executeTxn',
  params: { address: account, chainId, ...details },
});

const resultOf = (answer: Answer | undefined): unknown => {
  if (answer && 'result' in answer) return answer.result;
  return null;
};

/** Has messages signed, then asks the account whether each signature is for its message. */
export const signsExactly = (
  [id, title]: readonly [id: string, title: Label],
  messages: (facts: Facts) => readonly unknown[],
  { look }: { look?: TextRef } = {},
): Case => ({
  id,
  title,
  dialogs: 1,
  ...(look !== undefined && { look }),
  steps: [
    {
      requests: (facts) => messages(facts).map((message) => sign(facts, message)),
      expected: replies(),
    },
    {
      requests: (facts, answers) =>
        messages(facts).map((message, index) => ({
          method: 'xnet_verifySignedMessage',
          params: {
            typedDataMessage: message,
            address: facts.account,
            signature: resultOf(answers[index]),
            chainId: facts.chainId,
          },
        })),
      expected: replies(true),
    },
  ],
});
