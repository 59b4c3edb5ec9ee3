import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toAddress } from '../starknet/felt';
import {
  mergeReceived,
  PIECES_KEPT,
  PIECES_PER_COLLECTION,
  type Received,
  receivedEntry,
  TOKENS_KEPT,
} from './received';

const one: fc.Arbitrary<Received> = fc.record({
  contract: fc.integer({ min: 1, max: 60 }).map((number) => toAddress(BigInt(number))),
  standard: fc.constantFrom('erc20', 'erc721', 'erc1155'),
  tokenId: fc.option(fc.bigInt({ min: 0n, max: 12n }).map(String)),
  block: fc.nat(30),
  isOwn: fc.boolean(),
});
const lists = fc.array(fc.array(one, { maxLength: 80 }), { maxLength: 5 });
const merge = (all: readonly (readonly Received[])[]) =>
  all.reduce<readonly Received[]>((known, more) => mergeReceived(known, more), []);
const nameOf = ({ contract, standard, tokenId }: Received) => `${contract} ${standard} ${tokenId}`;

describe('mergeReceived', () => {
  it('keeps few of each kind, each once, in a form that can be read again', () => {
    fc.assert(
      fc.property(lists, (all) => {
        const merged = merge(all);
        const pieces = merged.filter(({ standard }) => standard !== 'erc20');
        expect(merged.length - pieces.length).toBeLessThanOrEqual(TOKENS_KEPT);
        expect(pieces.length).toBeLessThanOrEqual(PIECES_KEPT);
        for (const { contract } of pieces)
          expect(pieces.filter((piece) => piece.contract === contract).length).toBeLessThanOrEqual(
            PIECES_PER_COLLECTION,
          );
        expect(new Set(merged.map(nameOf)).size).toBe(merged.length);
        expect(receivedEntry('0x1', '0x2').struct.is(merged)).toBe(true);
      }),
    );
  });

  it('lets strangers push out nothing that came in a payment of the account', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(one, { maxLength: 5, selector: nameOf }),
        lists,
        (own, strangers) => {
          const ownReceived = own.map((received) => ({ ...received, isOwn: true }));
          const others = strangers.map((list) => list.map((two) => ({ ...two, isOwn: false })));
          const names = merge([ownReceived, ...others]).map(nameOf);
          expect(names).toEqual(expect.arrayContaining(ownReceived.map(nameOf)));
        },
      ),
    );
  });
});
