import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { moveFunctions, movesRecord } from '../../../test/wallet/movesRecord';
import { chainIds } from '../../schema/primitives';
import { toAddress } from '../../starknet/felt';
import { knownTokens } from '../../starknet/tokens/erc20';
import { listedTokens } from '../transactions/tokenTable';
import { asTransfer, findMove, findSides, listTransfers } from './transfer';

const account = toAddress('0xa1');
const friend = toAddress('0xb1');
const spender = toAddress('0xc1');
const added = { address: toAddress('0xadd'), symbol: 'ADD', decimals: 2, verified: false };
const unlisted = toAddress('0xdead');
const tokens = { ...listedTokens(chainIds.sepolia), [added.address]: added };

const move = fc.record({
  entrypoint: fc.constantFrom(...moveFunctions),
  contractAddress: fc.constantFrom(knownTokens.STRK.address, added.address, unlisted),
  from: fc.constantFrom(account, friend),
  to: fc.constantFrom(account, friend, spender),
  amount: fc.bigInt(0n, 2n ** 256n - 1n),
});

describe('listTransfers', () => {
  it('takes a number of a shared function for an amount only if its contract is on a list', () => {
    fc.assert(
      fc.property(fc.array(move, { minLength: 1, maxLength: 4 }), (moves) => {
        const record = movesRecord(moves, { senderAddress: account });
        const amounts = moves.filter(
          ({ entrypoint, contractAddress }) =>
            entrypoint === 'transfer' || contractAddress !== unlisted,
        );
        expect(listTransfers(record, tokens)).toEqual(
          amounts.map(({ entrypoint, contractAddress, from, to, amount }) => ({
            token: contractAddress,
            amount: String(amount),
            payer: entrypoint === 'transfer' ? account : from,
            to,
          })),
        );
        const [only] = listTransfers(record, tokens);
        const isOne = moves.length === 1;
        expect(asTransfer(findMove(record), tokens)).toEqual(isOne ? only : undefined);
      }),
    );
  });
});

describe('findSides', () => {
  it.each([
    [account, friend, { isOut: true, isIn: false, other: friend }],
    [friend, account, { isOut: false, isIn: true, other: friend }],
    [account, account, { isOut: true, isIn: false, other: account }],
    [friend, spender, { isOut: false, isIn: false, other: undefined }],
  ])('names the other side of what is the account’s own: %s to %s', (payer, to, sides) => {
    expect(findSides({ payer, to }, account)).toEqual(sides);
  });
});
