import type { Outcome, StarknetNode } from '../../remote/starknet/node';
import type { Call } from '../../schema/call';
import { sameFelt } from '../../schema/primitives';
import { toHex } from '../../starknet/felt';
import { parseUint256, uint256Felts } from '../../starknet/tokens/erc20';
import type { Received } from '../../state/received';
import { view } from '../chain/batchTogether';

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

/** Asks the contracts of received pieces which ones are still the account's, in one request. */
export async function fetchOwnPieces(
  node: Pick<StarknetNode, 'batch'>,
  account: string,
  received: readonly Received[],
): Promise<OwnPiece[]> {
  const pieces = received.flatMap(({ contract, standard, tokenId }) =>
    standard === 'erc20' ? [] : [{ contract, standard, id: BigInt(tokenId ?? 0) }],
  );
  const questions = pieces.flatMap((piece) =>
    Object.entries(piece.standard === 'erc721' ? owners : balances).map(([name, entrypoint]) => ({
      piece,
      entrypoint,
      call: view(piece.contract, name, [
        ...(piece.standard === 'erc721' ? [] : [account]),
        ...uint256Felts(piece.id),
      ]),
    })),
  );
  const answers = await node.batch(questions.map(({ call }) => call));
  const ownPieces = new Map<(typeof pieces)[number], OwnPiece>();
  for (const [index, { piece, entrypoint }] of questions.entries()) {
    const amount = amountIn(answers[index], piece.standard, account);
    if (amount > 0n && !ownPieces.has(piece))
      ownPieces.set(piece, { ...piece, amount, entrypoint });
  }
  return [...ownPieces.values()];
}

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
