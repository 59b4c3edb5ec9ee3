import { parseSignIn } from '../../src/flow/messages/signIn';
import { findNetwork, sameFelt } from '../../src/schema/primitives';
import { accountAddress, accountKinds } from '../../src/starknet/accounts/classes';
import { verifyHash } from '../../src/starknet/accounts/keys';
import { shortString, toHex } from '../../src/starknet/felt';
import { getSelector } from '../../src/starknet/selector';
import { typedDataHash } from '../../src/starknet/typedData/hash';
import { parseTypedData, typedDataChainId } from '../../src/starknet/typedData/parse';
import type { SignedIn } from '../src/signIn';

/** Why a sign-in is not accepted. */
export type SignInRefusal =
  | 'malformed'
  | 'nonce'
  | 'uri'
  | 'network'
  | 'expired'
  | 'signature'
  /** The node did not answer: it may be tried again. */
  | 'node';

/** Errors of `verifySignIn`; `reason` is for programs. */
export class SignInError extends Error {
  /** The same in every bundle, where names of classes are shortened. */
  override readonly name = 'SignInError';
  constructor(
    /** The check that failed. */
    readonly reason: SignInRefusal,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}

/** Expectations of the server that asked for the sign-in. */
export type VerifySignInOptions = {
  /** The nonce that the server made for this sign-in. Accept each one once. */
  readonly nonce: string;
  /** The page that may sign in; its origin is compared. */
  readonly uri: string;
  /** JSON-RPC URL of a node of the network on which the account signs in. */
  readonly nodeUrl: string;
  /** Unix milliseconds; default: now. */
  readonly now?: number | undefined;
  /** Ends the requests to the node. */
  readonly signal?: AbortSignal | undefined;
};

/** Longest time from issue to use where the message names no end. */
const LONGEST_MS = 600_000;
/** Clocks of users and servers differ. */
const CLOCK_MS = 60_000;

const refuse = (reason: SignInRefusal, message: string, cause?: unknown): never => {
  throw new SignInError(reason, message, { cause });
};

/**
 * Checks what `account.signIn()` returned: that it is for this nonce, page and network, that it has
 * not ended, and that the account signed it. A deployed account's contract decides, through the
 * node; an account that is not deployed yet is derived from its public key, which decides then.
 * @returns address and chain id, which are now certain
 * @throws SignInError
 */
export async function verifySignIn(
  signedIn: SignedIn,
  { nonce, uri, nodeUrl, now = Date.now(), signal }: VerifySignInOptions,
): Promise<{ address: string; chainId: string }> {
  const { typedData, message, signature, publicKey } = readSignedIn(signedIn);
  const { address } = message;
  if (message.nonce !== nonce) refuse('nonce', 'It is for another nonce.');
  if (originOf(message.uri) !== originOf(uri)) refuse('uri', 'It is for another page.');
  requireTime(message, now);
  const chainId = typedDataChainId(typedData);
  const hash = typedDataHash(typedData, address);
  const ask = createAsk(nodeUrl, signal);
  const [chain] = await ask([['starknet_chainId', []]]);
  if (chain?.result === undefined || !sameFelt(String(chain.result), chainId))
    refuse('network', 'It is for another network than that of the node.');
  const answers = await ask(
    ['is_valid_signature', 'isValidSignature'].map((name) => {
      const request = {
        contract_address: toHex(BigInt(address)),
        entry_point_selector: getSelector(name),
        calldata: [hash, toHex(BigInt(signature.length)), ...signature],
      };
      return ['starknet_call', [request, 'latest']];
    }),
  );
  // A contract that has no such function, or refuses, answers with these; anything else is the node's.
  if (answers.some(({ error }) => error && !callErrors.includes(error.code)))
    refuse('node', 'The node failed to ask the account.');
  const isDeployed = answers.every(({ error }) => error?.code !== CONTRACT_NOT_FOUND);
  const isValid = isDeployed
    ? answers.some(({ result }) => Array.isArray(result) && result.some(isYes))
    : isOfKey(address, { hash, signature, publicKey });
  if (!isValid) refuse('signature', 'The account did not sign it.');
  return { address, chainId };
}

/** Everything in it comes from a page. @throws SignInError malformed */
function readSignedIn(signedIn: SignedIn) {
  try {
    const { typedData: given, signature, publicKey } = signedIn;
    const typedData = parseTypedData(given);
    if (!parseSignIn(typedData) || !findNetwork(typedDataChainId(typedData)))
      throw new TypeError('It is no sign-in of SNIP-86.');
    const felts = signature.map((one) => toHex(BigInt(one)));
    return { typedData, message: given.message, signature: felts, publicKey };
  } catch (error) {
    return refuse('malformed', `It cannot be read: ${(error as Error)?.message}`, error);
  }
}

function originOf(uri: string): string {
  try {
    return new URL(uri).origin;
  } catch {
    return refuse('uri', `It names no page: ${uri}`);
  }
}

function requireTime(message: SignedIn['typedData']['message'], now: number): void {
  const {
    issuedAt,
    expirationTime,
    notBefore = issuedAt,
  } = message as typeof message & {
    notBefore?: string;
  };
  const issued = Date.parse(issuedAt);
  const end = expirationTime === undefined ? issued + LONGEST_MS : Date.parse(expirationTime);
  // A time that cannot be read is NaN, and compares as false.
  const isInTime = issued <= now + CLOCK_MS && Date.parse(notBefore) <= now + CLOCK_MS && now < end;
  if (!isInTime) refuse('expired', 'It has ended, or has not begun.');
}

const CONTRACT_NOT_FOUND = 20;
/** Contract not found, no such entry point, and an error in the contract. */
const callErrors: readonly unknown[] = [CONTRACT_NOT_FOUND, 21, 40];
const VALID = shortString('VALID');
const isYes = (felt: unknown): boolean =>
  typeof felt === 'string' && (sameFelt(felt, VALID) || sameFelt(felt, '0x1'));

type Claim = {
  readonly hash: string;
  readonly signature: readonly string[];
  readonly publicKey: string | undefined;
};

/** True if the address is derived from the key, and the key made the signature. */
function isOfKey(address: string, { hash, signature, publicKey }: Claim): boolean {
  if (publicKey === undefined || !/^0x[0-9a-f]{1,64}$/iu.test(publicKey)) return false;
  return (
    accountKinds.some((kind) => sameFelt(accountAddress(kind, publicKey), address)) &&
    verifyHash(hash, signature, publicKey)
  );
}

type Answer = { result?: unknown; error?: { code?: unknown } };

const createAsk =
  (nodeUrl: string, signal: AbortSignal | undefined) =>
  async (calls: readonly (readonly [string, unknown[]] | unknown[])[]): Promise<Answer[]> => {
    const body = calls.map(([method, params], id) => ({ jsonrpc: '2.0', id, method, params }));
    try {
      const response = await fetch(nodeUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: signal ?? null,
      });
      const answers = (await response.json()) as (Answer & { id: number })[];
      const sorted = calls.map((_call, id) => answers.find((one) => one.id === id));
      return sorted.map((one) => one ?? refuse('node', 'The node left a question open.'));
    } catch (error) {
      signal?.throwIfAborted();
      return refuse('node', 'The node did not answer.', error);
    }
  };
