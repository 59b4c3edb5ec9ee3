import { chains } from './moduleLists';
import { inHex } from './provider';
import type { TypedData } from './typedData';

/** A sign-in that the page asks for. */
export type SignInRequest = {
  /** One sentence that the user agrees to. */
  readonly statement: string;
  /** 8 to 31 letters and digits, made by the server for this sign-in alone. */
  readonly nonce: string;
  /** The page; default: its own origin. */
  readonly uri?: string | undefined;
  /** The name of the dapp; default: the page's host. */
  readonly name?: string | undefined;
  /** Seconds for which the signature is valid; default: ten minutes. */
  readonly validSeconds?: number | undefined;
};

/** The message of a sign-in; all texts. */
export type SignInMessage = {
  /** Version of the draft. */
  readonly version: string;
  /** Account that signs in. */
  readonly address: string;
  /** One sentence that the user agrees to. */
  readonly statement: string;
  /** The page. */
  readonly uri: string;
  /** Letters and digits of the server, for this sign-in alone. */
  readonly nonce: string;
  /** Time of the request, in UTC (ISO 8601). */
  readonly issuedAt: string;
  /** Time until which the signature is valid. */
  readonly expirationTime: string;
};
/** Typed data of a sign-in. */
export type SignInTypedData = TypedData & {
  /** Name of the dapp, chain and revision. */
  readonly domain: {
    readonly name: string;
    readonly version: string;
    readonly chainId: string;
    readonly revision: '1';
  };
  /** Message that the user reads and signs. */
  readonly message: SignInMessage;
};

/** A signed message that a page sends to its server, which checks it with `verifySignIn`. */
export type SignedIn = {
  /** Account that signed, in 64 digits. */
  readonly address: string;
  /** Its network, in hex. */
  readonly chainId: string;
  /** Its key on the STARK curve, if it is known. */
  readonly publicKey: string | undefined;
  /** Typed data that was signed. */
  readonly typedData: SignInTypedData;
  /** r and s. */
  readonly signature: readonly string[];
};

const fields = (type: string, ...names: string[]) => names.map((name) => ({ name, type }));
const nameOf = (chainId: string): string =>
  Object.entries(chains).find(([, id]) => id === inHex(chainId))?.[0] ?? chainId;
/** Times of a sign-in are whole seconds in UTC. */
const timeText = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+/u, '');

/**
 * The typed data of a sign-in, as in the draft of SNIP-86. Its domain is declared as SNIP-12 has it,
 * on which the draft builds: its examples declare texts, which no wallet needs to accept.
 */
export function createSignIn(
  { address, chainId }: { readonly address: string; readonly chainId: string },
  { statement, nonce, uri = location.origin, name, validSeconds = 600 }: SignInRequest,
): SignInTypedData {
  if (!/^[a-zA-Z0-9]{8,31}$/u.test(nonce))
    throw new TypeError('A nonce has 8 to 31 letters and digits.');
  const now = Date.now();
  return {
    primaryType: 'Message',
    types: {
      StarknetDomain: fields('shortstring', 'name', 'chainId', 'version', 'revision'),
      Message: [
        ...fields('string', 'version'),
        ...fields('felt', 'address'),
        ...fields('string', 'statement', 'uri', 'nonce', 'issuedAt', 'expirationTime'),
      ],
    },
    domain: {
      name: (name ?? new URL(uri).host).slice(0, 31),
      chainId: nameOf(chainId),
      version: '1.0.0',
      revision: '1',
    },
    message: {
      version: '1.0.0',
      address,
      statement,
      uri,
      nonce,
      issuedAt: timeText(now),
      expirationTime: timeText(now + validSeconds * 1_000),
    },
  };
}
