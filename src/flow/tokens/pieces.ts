import type { Outcome, StarknetNode } from '../../remote/starknet/node';
import type { Call } from '../../schema/call';
import { sameFelt } from '../../schema/primitives';
import { toHex } from '../../starknet/felt';
import { parseUint256, uint256Felts } from '../../starknet/tokens/erc20';
import type { Received } from '../../state/received';
import { batchTogether, view } from '../chain/batchTogether';

/** Functions that say whose a piece is, each with the one that sends it in the same spelling. */
const owners = { owner_of: 'transfer_from', ownerOf: 'transferFrom' } as const;
/** The same where an account may have several of a piece. */
const balances = { balance_of: 'safe_transfer_from', balanceOf: 'safeTransferFrom' } as const;

/** A piece that its contract says is the account's. */
export type OwnPiece = {
  readonly contract: string;
  readonly id: bigint;
  readonly standard: 'erc721' | 'erc1155';
  /** 1 of what there is once. */
  readonly amount: bigint;
  /** The function that sends it. */
  readonly entrypoint: string;
};

/** Pieces of an account; `isWhole` is false if a node did not say of some whose they are. */
export type OwnPieces = { readonly pieces: readonly OwnPiece[]; readonly isWhole: boolean };

/**
 * Asks the contracts of received pieces which ones are still the account's, in one request. One that
 * answers with more than a node sends, or keeps it waiting, costs no other its answer.
 */
export async function fetchOwnPieces(
  node: StarknetNode,
  account: string,
  received: readonly Received[],
): Promise<OwnPieces> {
  const pieces = received.flatMap(({ contract, standard, tokenId }) =>
    standard === 'erc20' ? [] : [{ contract, standard, id: BigInt(tokenId ?? 0) }],
  );
  const answers = await batchTogether(
    node,
    pieces.map((piece) => (shared) => fetchOwnPiece(shared, account, piece)),
  );
  return {
    pieces: answers.flatMap((piece) => piece ?? []),
    isWhole: !answers.includes(undefined),
  };
}

type NamedPiece = Pick<OwnPiece, 'contract' | 'standard' | 'id'>;

/** The piece if it is the account's, null if not; undefined if a node did not say so. */
async function fetchOwnPiece(
  node: StarknetNode,
  account: string,
  piece: NamedPiece,
): Promise<OwnPiece | null | undefined> {
  const { contract, standard, id } = piece;
  const names = Object.entries(standard === 'erc721' ? owners : balances);
  const calldata = [...(standard === 'erc721' ? [] : [account]), ...uint256Felts(id)];
  const answers = await node.batch(names.map(([name]) => view(contract, name, calldata)));
  for (const [index, [, entrypoint]] of names.entries()) {
    const amount = amountIn(answers[index], standard, account);
    if (amount > 0n) return { ...piece, amount, entrypoint };
  }
  return answers.every(isOfContract) ? null : undefined;
}

/** True if a contract answered or refused, and false if a node failed. */
const isOfContract = (answer: Outcome<unknown>): boolean =>
  answer.ok || answer.error.kind === 'transactionReverts';

type Answer = Outcome<readonly string[]> | undefined;

function amountIn(answer: Answer, standard: OwnPiece['standard'], account: string): bigint {
  if (!answer?.ok) return 0n;
  if (standard === 'erc1155') return parseUint256(answer.value) ?? 0n;
  const [owner, ...others] = answer.value;
  return owner !== undefined && others.length === 0 && sameFelt(owner, account) ? 1n : 0n;
}

/** The call that sends a piece, all that the account has of it. */
export function createPieceTransfer(
  { contract, id, standard, amount, entrypoint }: OwnPiece,
  from: string,
  to: string,
): Call {
  const calldata = [from, to].map((address) => toHex(BigInt(address)));
  calldata.push(...uint256Felts(id));
  // No data for the recipient.
  if (standard === 'erc1155') calldata.push(...uint256Felts(amount), '0x0');
  return { contractAddress: contract, entrypoint, calldata };
}
