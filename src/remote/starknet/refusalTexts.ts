import type { ErrorKind } from '@xnet/clients/errors';

/** A refusal's text in a node, gateway or mempool, and the kind of error that it is. */
type RefusalText = {
  readonly text: RegExp;
  /** By the nonces that the text names; undefined if it names none that can be read. */
  readonly kind: ErrorKind | ((nonces: NamedNonces) => ErrorKind | undefined);
};

type NamedNonces = Readonly<Record<string, string | undefined>>;

const number = '(?:0x[0-9a-f]{1,64}|\\d{1,78})';
/** A text from its start, with both nonces. */
const nonces = (form: string): RegExp =>
  new RegExp(
    `^${form}`
      .replace('EXPECTED', `(?<expected>${number})\\b`)
      .replace('GOT', `(?<got>${number})\\b`)
      .replaceAll(' ', '\\s+'),
    'iu',
  );

/** A nonce below the account's is used up; one above it waits for others, or is refused. */
function byNonces({ expected, got }: NamedNonces): ErrorKind | undefined {
  if (expected === undefined || got === undefined) return undefined;
  if (BigInt(got) < BigInt(expected)) return 'nonceTooLow';
  return 'transactionRejected';
}

/**
 * Texts of every implementation that refuses transactions before any contract runs, from its source,
 * read on 2026-11-28: the sequencer's gateway, mempool and blockifier (starkware-libs/sequencer;
 * Pathfinder, Juno, Katana and devnet contain the blockifier), starknet-devnet and older gateways.
 * A text that is not in here says nothing certain. Each is read from its start: further on, a contract
 * may speak.
 */
const refusalTexts: readonly RefusalText[] = [
  // Blockifier: "Invalid transaction nonce of contract at address 0x1. Account nonce: 5; got: 3."
  {
    text: nonces('invalid transaction nonce of [^\\n]{0,120}account nonce: EXPECTED; got: GOT'),
    kind: byNonces,
  },
  // Gateway, for an invoke: "Invalid transaction nonce. Expected: 0x5 <= nonce <= 0xcd, got: 0x4."
  {
    text: nonces(`invalid transaction nonce. expected: EXPECTED <= nonce <= ${number}, got: GOT`),
    kind: byNonces,
  },
  // Gateway, for a declaration or deployment: "Expected: nonce = 0x5, got: 0x6."
  {
    text: nonces('invalid transaction nonce. expected: nonce = EXPECTED, got: GOT'),
    kind: byNonces,
  },
  // Mempool and older blockifiers: "Expected: 0x5, got: 0x4." or "Expected: 5; got: 4."
  {
    text: nonces('invalid transaction nonce[^\\n]{0,120}. expected: EXPECTED[,;] got: GOT'),
    kind: byNonces,
  },
  // Mempool, in its debug form: "NonceTooOld { …, tx_nonce: Nonce(0x4), account_nonce: Nonce(0x5) }".
  {
    text: nonces(
      '\\w{0,30}\\(?NonceTooOld \\{.{0,200}?tx_nonce: Nonce\\(GOT\\), account_nonce: Nonce\\(EXPECTED',
    ),
    kind: byNonces,
  },
  // Mempool: "DuplicateNonce { …, nonce: Nonce(0x5) }": another transaction waits with this nonce.
  { text: /^(?:\w{0,30}\(DuplicateNonce|duplicate nonce)/iu, kind: 'transactionRejected' },
  // Gateway: "Invalid deploy account transaction. Account is already deployed (nonce=0x1)."
  {
    text: /^invalid deploy account transaction\. account is already deployed/iu,
    kind: 'accountDeployed',
  },
  // Devnet: "Account transaction nonce is invalid." In which way, it does not say.
  { text: /^[\w ]{0,30}transaction nonce/iu, kind: 'transactionRejected' },
  // Blockifier: "Resources bounds ({ … }) exceed balance (5)." and "Max fee (…) exceeds balance (5)."
  {
    text: /^(?:resources? \S*\s*bounds|max fee|insufficient fee token)[^\n]*balance/iu,
    kind: 'insufficientFunds',
  },
  // Devnet.
  { text: /^account balance is not enough to cover the transaction/iu, kind: 'insufficientFunds' },
  // Gateway: "Max gas price is too low: …", "Transaction L2 gas price 5 is below the required threshold 8."
  { text: /^max gas price is too low/iu, kind: 'feeAboveLimit' },
  { text: /^transaction L2 gas price \S+ is below the required/iu, kind: 'feeAboveLimit' },
  // Blockifier: "Max L2Gas price (…) is lower than the actual gas price: …", alone or in a list.
  {
    text: /^(?:resource bounds were not satisfied|max \S+ price \S+ is lower than the actual)/iu,
    kind: 'feeAboveLimit',
  },
  // Devnet, and its form for older transactions.
  {
    text: /^(?:the transaction's resources don't cover validation|provided max fee is not enough)/iu,
    kind: 'feeAboveLimit',
  },
];

/** The kind of a refusal by its text; undefined if no implementation is known to write it. */
export function kindOfRefusal(reason: string): ErrorKind | undefined {
  for (const { text, kind } of refusalTexts) {
    const match = text.exec(reason);
    const foundKind = match && (typeof kind === 'string' ? kind : kind(match.groups ?? {}));
    if (foundKind) return foundKind;
  }
  return undefined;
}
