/** The part of an EIP-1193 provider that is used here. */
export type Provider = {
  request(call: { method: string; params?: unknown }): Promise<unknown>;
};

/** What a wallet announces (EIP-6963). */
export type ProviderDetail = {
  readonly info: {
    readonly uuid: string;
    readonly name: string;
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
