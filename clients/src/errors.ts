/**
 * Every failure that this module reports, in one table. The key is the name used in code, tests
 * and docs; `code` is what a dapp sees on the wire (EIP-1193, EIP-1474, EIP-3326, then our own
 * below -32010); `hint` says what to do; `retry` whether the same request may succeed later.
 * `walletApi` is the code of the Starknet wallet API (starknet-specs, wallet_rpc.json) if it has
 * one; every other failure maps to its 163, UNKNOWN_ERROR.
 * @example const { hint, retry } = errorKinds[error.kind];
 */
export const errorKinds = {
  invalidRequest: {
    code: -32600,
    walletApi: 114,
    meaning: 'The request is malformed or too large.',
    hint: 'Send a smaller JSON-RPC request: a method and a params object.',
    retry: false,
  },
  methodNotFound: {
    code: -32601,
    meaning: 'There is no such method.',
    hint: 'Check the name against the method table or rpc.discover.',
    retry: false,
  },
  invalidParams: {
    code: -32602,
    walletApi: 114,
    meaning: 'A parameter is missing or malformed.',
    hint: 'Correct the parameter that the message names.',
    retry: false,
  },
  internal: {
    code: -32603,
    meaning: 'A defect in the module.',
    hint: 'The defect caused no signature and no transaction. Please report it with the method name.',
    retry: false,
  },
  stateFull: {
    code: -32029,
    meaning: 'The module has used up its storage in the wallet.',
    hint: 'Nothing was sent. The user can reinstall the module: its page finds the accounts of the recovery phrase again.',
    retry: false,
  },
  userRejected: {
    code: 4001,
    walletApi: 113,
    meaning: 'The user declined the request.',
    hint: 'Ask again only after the user acts.',
    retry: false,
  },
  unauthorized: {
    code: 4100,
    meaning: 'This origin may not call the method.',
    hint: 'Connect to the module first. Some methods are reserved for its companion site.',
    retry: false,
  },
  siteBlocked: {
    code: -32028,
    meaning: 'The user refused this site several times; its dialogs are blocked for now.',
    hint: 'Wait for retryAfterSeconds, then ask again only after the user acts.',
    retry: true,
  },
  unsupportedChain: {
    code: 4902,
    walletApi: 117,
    meaning: 'This network is not supported.',
    hint: 'Use Mainnet (0x534e5f4d41494e) or Sepolia (0x534e5f5345504f4c4941).',
    retry: false,
  },
  wrongChain: {
    code: 4901,
    meaning: 'The node serves a different network.',
    hint: 'Nothing was signed. Correct the endpoint for this network in the module settings.',
    retry: false,
  },
  unknownAccount: {
    code: -32001,
    // The same response, whether the account exists or not.
    meaning: 'The site has no access to this account on this network.',
    hint: 'Check address and chainId. Get an account with xnet_listAccounts or xnet_createAccount.',
    retry: false,
  },
  accountMismatch: {
    code: -32030,
    meaning: 'The account is stored with an address that is not that of its key.',
    hint: 'Nothing was signed. The user can reinstall the module: its page finds the accounts of the recovery phrase again.',
    retry: false,
  },
  unknownTransaction: {
    code: -32014,
    meaning: 'Neither the module nor the node knows that transaction.',
    hint: 'Check the hash and chainId. A transaction that was just sent may need a few seconds.',
    retry: true,
  },
  nodeUnavailable: {
    code: -32002,
    meaning: 'No node of this network could be reached.',
    hint: 'Try again in a moment, or set another endpoint in the module settings.',
    retry: true,
  },
  nodeFault: {
    code: -32015,
    meaning: 'The node returned an unusable response.',
    hint: 'Try again. If the error persists, set another endpoint in the module settings.',
    retry: true,
  },
  limitExceeded: {
    code: -32005,
    meaning: 'A request limit was exceeded.',
    hint: 'Wait before the next request.',
    retry: true,
  },
  insufficientFunds: {
    code: -32010,
    meaning: 'The account cannot pay for this.',
    hint: 'Send STRK to the account or lower the amount, then try again.',
    retry: false,
  },
  nonceTooLow: {
    code: -32011,
    meaning: 'The nonce was already used.',
    hint: 'Omit the nonce: the module then uses the next one.',
    retry: true,
  },
  transactionReverts: {
    code: -32012,
    meaning: 'The transaction would fail on chain.',
    hint: 'Nothing was sent. Fix the call that the reason names.',
    retry: false,
  },
  feeAboveLimit: {
    code: -32013,
    meaning: 'The fee would exceed the given limit.',
    hint: 'Raise maxFee or resourceBounds, or try again when fees are lower.',
    retry: true,
  },
  transactionRejected: {
    code: -32003,
    meaning: 'The node refused the transaction.',
    hint: 'Read the reason. Nothing was included and no fee was charged.',
    retry: false,
  },
  hashMismatch: {
    code: -32016,
    meaning: 'The node reported a different hash than the one signed.',
    hint: 'The transaction may have been sent. Track the hash in data.hash, and change the endpoint.',
    retry: false,
  },
  notToken: {
    code: -32018,
    walletApi: 111,
    meaning: 'That contract is not a token.',
    hint: 'Check the token address and chainId.',
    retry: false,
  },
  tokenMismatch: {
    code: -32019,
    walletApi: 111,
    meaning: 'The token reports details that differ from the request.',
    hint: 'Pass the decimals that the contract reports, or omit them.',
    retry: false,
  },
  accountDeployed: {
    code: -32017,
    walletApi: 115,
    meaning: 'This account is already deployed.',
    hint: 'Use it as it is. No deployment is needed.',
    retry: false,
  },
  noUpgrade: {
    code: -32024,
    meaning: 'No upgrade is available for this account.',
    hint: 'Use the account as it is. xnet_recoverAccounts lists which accounts can be upgraded.',
    retry: false,
  },
  needsOtherSigner: {
    code: -32027,
    meaning: 'The recovery phrase alone cannot use this account.',
    hint: 'Use another account, or this one in the wallet that has its other signer.',
    retry: false,
  },
  unknownName: {
    code: -32025,
    meaning: 'No address is set for that name.',
    hint: 'Check the spelling of the name and chainId.',
    retry: false,
  },
  paymasterFault: {
    code: -32026,
    meaning: 'The paymaster did not handle the transaction as requested.',
    hint: 'Pay the fee in STRK, or change the paymaster in the module settings.',
    retry: false,
  },
} as const satisfies Record<
  string,
  { code: number; walletApi?: number; meaning: string; hint: string; retry: boolean }
>;

export type ErrorKind = keyof typeof errorKinds;

const UNKNOWN_ERROR = 163;
/** The code of the Starknet wallet API for a kind. */
export function walletApiCode(kind: ErrorKind): number {
  const row: { code: number; walletApi?: number } = errorKinds[kind];
  return row.walletApi ?? UNKNOWN_ERROR;
}

/** Sent to the dapp with code and message. `reason` is the node's own text. */
export type ErrorData = {
  readonly reason?: string;
  readonly nodeCode?: number;
  readonly hash?: string;
  readonly path?: string;
  /** How long to wait before the next request, if known. */
  readonly retryAfterSeconds?: number;
  /** True if the request may have arrived although there was no response. */
  readonly ambiguous?: boolean;
};

/**
 * The only error class. Branch on `kind`, never on `message`; `cause` never leaves the module.
 * @example if (error instanceof ModuleError && error.kind === 'limitExceeded') await later();
 */
export class ModuleError extends Error {
  override readonly name = 'ModuleError';
  constructor(
    readonly kind: ErrorKind,
    detail: string,
    readonly data: ErrorData = {},
    options?: { cause?: unknown },
  ) {
    super(detail ? `${errorKinds[kind].meaning} ${detail}` : errorKinds[kind].meaning, options);
  }
}

/** The kind of a thrown error; any error other than ours is a defect. */
export const getErrorKind = (error: unknown): ErrorKind => {
  if (error instanceof ModuleError) return error.kind;
  return 'internal';
};

/** @throws always invalidParams, because of the value at this path. */
export function failWithPath(path: string, reason: string): never {
  return fail('invalidParams', `${path}: ${reason}`, { path });
}

/** @throws always a ModuleError of this kind. */
export function fail(kind: ErrorKind, detail = '', data: ErrorData = {}, cause?: unknown): never {
  throw new ModuleError(kind, detail, data, { cause });
}
