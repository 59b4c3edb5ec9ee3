import { chains } from './moduleLists';
/** The part of an EIP-1193 provider that this package uses. */
export type Provider = {
  /** Sends a request to the wallet. */
  request(call: { method: string; params?: unknown }): Promise<unknown>;
  /** Calls back on an event of the wallet. */
  on?(event: string, listener: () => void): unknown;
  /** Ends that. */
  removeListener?(event: string, listener: () => void): unknown;
};

/** After any of these events (EIP-1193), the known state may be outdated. */
const events = ['connect', 'disconnect', 'chainChanged', 'accountsChanged', 'message'] as const;

/** Calls back on every event that may change the state. @returns a function that stops it */
export function followProvider(provider: Provider, onChange: () => void): () => void {
  // A new function each time: some wallets register the same function only once.
  const listener = () => onChange();
  for (const event of events) provider.on?.(event, listener);
  return () => {
    for (const event of events) provider.removeListener?.(event, listener);
  };
}

/**
 * Reverse domain names (rdns) of wallets that are known to run modules, those first that run any
 * module. They only rank, and are shown at once: every other wallet is asked what it has.
 */
export const knownHosts = [
  'org.xnet.developer-wallet',
  'io.metamask.flask',
  'io.metamask',
  'io.metamask.mobile',
];
export const isKnownHost = ({ rdns }: { rdns: string }): boolean => knownHosts.includes(rdns);

/** A wallet's announcement (EIP-6963). */
export type ProviderDetail = {
  /** Name, picture and id of the wallet. */
  readonly info: {
    readonly uuid: string;
    readonly name: string;
    /** A data URI of an image; empty if the wallet sent anything else. */
    readonly icon: string;
    readonly rdns: string;
  };
  /** Provider of the wallet (EIP-1193). */
  readonly provider: Provider;
};

/** Fields of an error, whether the module's or the wallet's own. */
type Failure = { code?: unknown; message?: unknown; data?: Record<string, unknown> };

const failureOf = (error: unknown): Failure => {
  if (typeof error === 'object' && error !== null) return error;
  return {};
};

export const getCode = (error: unknown): unknown => failureOf(error).code;
/** Wallets reject with errors, with plain objects of the same shape, or with strings. */
export const getMessage = (error: unknown): string => String(failureOf(error).message ?? error);
export const getData = (error: unknown): Record<string, unknown> => failureOf(error).data ?? {};

/** A chain id as CAIP-2 (`starknet:SN_MAIN`) or by name in hex; everything else as it is. */
export const inHex = (chainId: unknown): unknown => {
  if (typeof chainId !== 'string') return chainId;
  const name = chainId.replace(/^starknet:/u, '');
  if (Object.hasOwn(chains, name)) return chains[name as keyof typeof chains];
  return name;
};

/** Converts params to JSON values: BigInt becomes hex, undefined is omitted. */
export const toJson = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_name, part) =>
      typeof part === 'bigint' ? `0x${part.toString(16)}` : part,
    ),
  );
