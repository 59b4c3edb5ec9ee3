import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { blockTime, indexed } from '../../../test/chain/eventNode';
import {
  account,
  chainId,
  getHash,
  HEAD,
  incoming,
  listHashes,
  openTransfers,
  other,
  STRK,
} from '../../../test/chain/openTransfers';
import { toAddress, toHex } from '../../starknet/felt';
import { getSelector } from '../../starknet/selector';
import { PIECES_KEPT, PIECES_PER_COLLECTION, TOKENS_KEPT } from '../../state/received';

let stage: Awaited<ReturnType<typeof openTransfers>>;
beforeEach(async () => {
  stage = await openTransfers();
});
afterEach(() => stage.node.stop());

const contractAt = (index: number) => toAddress(0x5000n + BigInt(index));
const one = contractAt(0);
const hex = (value: string) => toHex(BigInt(value));

/** A contract's word that an account received a piece of its collection. */
const piece = (token: string, id: bigint, { to = account, block = 10 } = {}) => ({
  ...indexed({ token, from: other, to, block, hash: getHash(block) }),
  keys: [getSelector('Transfer'), hex(other), hex(to), toHex(id), '0x0'],
  data: [],
});
/** The same of a contract with many of each piece. */
const multiPiece = (token: string, id: bigint, { to = account, block = 10 } = {}) => ({
  ...indexed({ token, from: other, to, block, hash: getHash(block) }),
  keys: [getSelector('TransferSingle'), hex(other), hex(other), hex(to)],
  data: [toHex(id), '0x0', '0x3', '0x0'],
});
const received = () => stage.module().found.received(chainId, account);

describe('listReceived', () => {
  it('stores tokens and pieces that any contract tells of, and no transaction of them', async () => {
    stage.node.chain.events = [
      indexed({ ...incoming, token: one, block: 10, hash: getHash(1) }),
      piece(contractAt(1), 7n),
      multiPiece(contractAt(2), 8n),
    ];
    expect(await stage.find()).toEqual([]);
    expect(await stage.kept()).toEqual([]);
    expect(await received()).toEqual([
      { contract: one, standard: 'erc20', tokenId: null, block: 10, isOwn: false },
      { contract: contractAt(1), standard: 'erc721', tokenId: '7', block: 10, isOwn: false },
      { contract: contractAt(2), standard: 'erc1155', tokenId: '8', block: 10, isOwn: false },
    ]);
  });

  it('sends no further HTTP request, also for a state that older versions stored', async () => {
    stage.node.chain.events = [indexed({ ...incoming, block: 10, hash: getHash(1) })];
    await stage.find();
    // Newest block, events, details; as without it.
    expect(stage.node.seen).toHaveLength(3);
    const cursors = await stage.module().found.tokenCursors(chainId, account);
    const { any: _any, ...older } = cursors;
    stage.forget();
    await stage.module().found.keepTokenCursors(chainId, account, older);
    stage.node.chain.events = [indexed({ ...incoming, token: one, block: 11, hash: getHash(2) })];
    await stage.find(blockTime(HEAD));
    expect(await received()).toMatchObject([{ contract: one }]);
    await stage.find(blockTime(HEAD));
    expect(stage.node.seen).toHaveLength(1);
  });

  it('ignores listed tokens, nothing received, what went out, and events of other accounts', async () => {
    stage.node.chain.events = [
      indexed({ ...incoming, block: 10, hash: getHash(1) }),
      indexed({ ...incoming, token: one, amount: 0n, block: 10, hash: getHash(2) }),
      indexed({ ...incoming, token: one, from: account, to: other, block: 10, hash: getHash(3) }),
      indexed({ ...incoming, token: one, from: account, block: 10, hash: getHash(4) }),
      piece(one, 7n, { to: other }),
      multiPiece(one, 7n, { to: other }),
      multiPiece(STRK, 7n),
    ];
    await stage.find();
    expect(await received()).toEqual([]);
  });

  it('refuses what a node says of other accounts, blocks and events', async () => {
    const lies = [
      piece(one, 1n, { to: other }),
      piece(one, 2n, { block: HEAD + 7 }),
      { ...piece(one, 3n), from_address: toHex(2n ** 251n) },
      { ...piece(one, 4n), keys: [getSelector('Transfer')] },
      {
        ...piece(one, 5n),
        keys: [getSelector('Approval'), hex(other), hex(account), '0x5', '0x0'],
      },
    ];
    stage.node.chain.instead.starknet_getEvents = () => ({ result: { events: lies } });
    await stage.find();
    expect(await received()).toEqual([]);
  });

  // @promise T10.6
  it('keeps what came in a payment of the account before any number of later strangers', async () => {
    const paid = { hash: getHash(1), block: 10 };
    stage.node.chain.events = [
      indexed({ ...incoming, from: account, to: other, ...paid }),
      indexed({ ...incoming, token: one, ...paid }),
      ...Array.from({ length: 1_000 }, (_, index) =>
        indexed({ ...incoming, token: contractAt(9 + index), block: 20, hash: getHash(2) }),
      ),
    ];
    for (let call = 0; call < 4; call++) await stage.find();
    const storedReceived = await received();
    expect(storedReceived).toHaveLength(TOKENS_KEPT);
    expect(storedReceived[0]).toEqual({
      contract: one,
      standard: 'erc20',
      tokenId: null,
      block: 10,
      isOwn: true,
    });
    expect(await stage.kept()).toEqual([getHash(1)]);
  });

  it('lets anybody make a token say that the account sent nothing, which proves nothing', async () => {
    const spoofed = { hash: getHash(1), block: 10 };
    stage.node.chain.events = [
      indexed({ ...incoming, from: account, to: other, amount: 0n, ...spoofed }),
      indexed({ ...incoming, token: one, ...spoofed }),
    ];
    await stage.find();
    expect(await received()).toMatchObject([{ contract: one, isOwn: false }]);
  });

  it('lets no collection crowd out the others, nor blocks of more than a page stop it', async () => {
    stage.node.chain.events = [
      ...Array.from({ length: 3_000 }, (_, id) => piece(one, BigInt(id), { block: 500 })),
      piece(contractAt(1), 1n, { block: 499 }),
      piece(contractAt(2), 1n, { block: 501 }),
      indexed({ ...incoming, block: 502, hash: getHash(1) }),
    ];
    for (let call = 0; call < 40; call++) {
      await stage.find();
      stage.node.chain.head += 1;
    }
    const contracts = (await received()).map(({ contract }) => contract);
    expect(contracts.length).toBeLessThanOrEqual(PIECES_KEPT);
    expect(contracts.filter((contract) => contract === one)).toHaveLength(PIECES_PER_COLLECTION);
    expect(contracts).toContain(contractAt(1));
    expect(contracts).toContain(contractAt(2));
    expect(listHashes(await stage.find())).toEqual([]);
    expect(await stage.kept()).toEqual([getHash(1)]);
  });
});
