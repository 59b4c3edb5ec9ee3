/** The part of an EIP-1193 provider that is used here. */
export type Provider = {
  request(call: { method: string; params?: unknown }): Promise<unknown>;
  on?(event: string, listener: () => void): unknown;
  removeListener?(event: string, listener: () => void): unknown;
};

/** After any of these (EIP-1193) what the page knows may no longer be so. */
const events = ['connect', 'disconnect', 'chainChanged', 'accountsChanged', 'message'] as const;

/** Calls back whenever the wallet says that something changed there. @returns how to stop */
export function followProvider(provider: Provider, onChange: () => void): () => void {
  // Its own function each time: some wallets count one that is given twice as one.
  const listener = () => onChange();
  for (const event of events) provider.on?.(event, listener);
  return () => {
    for (const event of events) provider.removeListener?.(event, listener);
  };
}

/** What a wallet announces (EIP-6963). */
export type ProviderDetail = {
  readonly info: {
    readonly uuid: string;
    readonly name: string;
    /** A data URI of an image; empty where the wallet gave anything else. */
    readonly icon: string;
    readonly rdns: string;
  };
  readonly provider: Provider;
};

/** What a failed request carries, of the module's errors and of the wallet's own. */
type Failure = { code?: unknown; message?: unknown; data?: Record<string, unknown> };

const failureOf = (error: unknown): Failure =>
  typeof error === 'object' && error !== null ? error : {};

export const codeOf = (error: unknown): unknown => failureOf(error).code;
/** Wallets reject with errors, with plain objects of the same form, or with a text. */
export const messageOf = (error: unknown): string => String(failureOf(error).message ?? error);
export const dataOf = (error: unknown): Record<string, unknown> => failureOf(error).data ?? {};

/** Params as JSON has them: a BigInt becomes hex text, and what is undefined is left out. */
export function toJson(value: unknown): unknown {
  if (typeof value === 'bigint') return `0x${value.toString(16)}`;
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) =>
      part === undefined ? [] : [[name, toJson(part)]],
    ),
  );
}
