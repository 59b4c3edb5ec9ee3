import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  blockOf,
  foreignTransactions,
  inBlock,
  ownTransactions,
} from '../../../test/chain/otherChains';
import { recordings } from '../../../test/chain/recordings';
import type { EthBlock } from '../schema/ethereum/block';
import type { EthReceipt } from '../schema/ethereum/receipt';
import { areBlockReceipts } from './completeness';
import { eth_getBlockByHash } from './eth_getBlockByHash';
import { eth_getBlockByNumber } from './eth_getBlockByNumber';
import { eth_getBlockReceipts } from './eth_getBlockReceipts';
import { eth_getUncleByBlockNumberAndIndex } from './eth_getUncleByBlockNumberAndIndex';

type Fields = Readonly<Record<string, unknown>>;
const EMPTY_ROOT = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421';
const OTHER = `0x${'7'.repeat(64)}`;
const readBlock = (block: Fields): unknown =>
  eth_getBlockByNumber('0x1f4', true).readResult(structuredClone(block));
const readHashes = ({ transactions, ...block }: Fields): unknown =>
  eth_getBlockByNumber('0x1f4', false).readResult({
    ...block,
    transactions: (transactions as Fields[]).map(({ hash }) => hash),
  });
const lie = expect.objectContaining({ kind: 'nodeFault' });

const all = Object.values({ ...foreignTransactions, ...ownTransactions });
const some = fc.array(fc.constantFrom(...all), { minLength: 1, maxLength: 6 });
const noTransactions = { ...blockOf([]), transactionsRoot: EMPTY_ROOT, receiptsRoot: EMPTY_ROOT };

describe('a block of transactions of any chain', () => {
  it('reads every type alone and all together', () => {
    for (const one of [...all.map((each) => [each]), all]) {
      expect(readBlock(blockOf(one))).toEqual(blockOf(one));
      expect(readHashes(blockOf(one))).toBeDefined();
    }
  });

  it('reads a foreign type whichever of signature, price and chain id are absent or null', () => {
    const names = ['r', 's', 'v', 'yParity', 'gasPrice', 'maxFeePerGas', 'chainId', 'nonce'];
    const lacks = fc.record(
      Object.fromEntries(names.map((name) => [name, fc.constantFrom(null, undefined)])),
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.constantFrom(...Object.values(foreignTransactions)), lacks, (one, absent) => {
        expect(() => readBlock(blockOf([{ ...one, ...absent }]))).not.toThrow();
      }),
    );
  });

  it.each(Object.entries(ownTransactions))(
    'reads the type %s with a chain id of null',
    (_, one) => {
      expect(() => readBlock(blockOf([{ ...one, chainId: null }]))).not.toThrow();
    },
  );

  it.each(Object.entries(ownTransactions))('requires the signature of the type %s', (_, one) => {
    for (const name of ['r', 's', 'nonce', 'gasPrice'])
      expect(() => readBlock(blockOf([{ ...one, [name]: undefined }]))).toThrow(lie);
  });

  it('refuses each that leaves out, repeats or moves a transaction', () => {
    fc.assert(
      fc.property(some, fc.nat(), fc.nat(), (chosen, from, to) => {
        const whole = inBlock(chosen);
        const [at, other] = [from % whole.length, to % whole.length];
        const moved = [...whole];
        moved.splice(other, 0, ...moved.splice(at, 1));
        const variants = {
          left: whole.filter((_, index) => index !== at),
          repeated: [...whole, ...whole.slice(at, at + 1)],
          moved,
        };
        const isLast = at === whole.length - 1;
        // What is missing at the end shows only if nothing is left.
        if (!isLast || whole.length === 1)
          expect(() => readBlock({ ...blockOf([]), transactions: variants.left })).toThrow(lie);
        for (const read of [readBlock, readHashes])
          expect(() => read({ ...blockOf([]), transactions: variants.repeated })).toThrow(lie);
        if (at !== other)
          expect(() => readBlock({ ...blockOf([]), transactions: moved })).toThrow(lie);
      }),
    );
  });

  it('refuses lists that their roots contradict, and reads those that they do not', () => {
    const uncle = { uncles: [OTHER] };
    const withdrawal = { index: '0x1', validatorIndex: '0x1', address: OTHER, amount: '0x1' };
    for (const contradiction of Object.values({
      'none under a root of some': blockOf([]),
      'some under the empty root': { ...blockOf(all), transactionsRoot: EMPTY_ROOT },
      'no receipts for some': { ...blockOf(all), receiptsRoot: EMPTY_ROOT },
      'an uncle under the empty hash': { ...blockOf(all), ...uncle },
      'no uncle under a hash of some': { ...blockOf(all), sha3Uncles: OTHER },
      'a withdrawal under the empty root': {
        ...noTransactions,
        withdrawals: [withdrawal],
        withdrawalsRoot: EMPTY_ROOT,
      },
      'no withdrawal under a root of some': {
        ...noTransactions,
        withdrawals: [],
        withdrawalsRoot: OTHER,
      },
      'no withdrawal beside transactions': {
        ...blockOf(Object.values(ownTransactions)),
        extraData: '0x6265617665726275696c642e6f7267',
        withdrawals: [],
        withdrawalsRoot: OTHER,
      },
    })) {
      expect(() => readBlock(contradiction)).toThrow(lie);
      expect(() => readHashes(contradiction)).toThrow(lie);
    }
    for (const honest of [
      noTransactions,
      { ...blockOf(all), sha3Uncles: OTHER, ...uncle },
      { ...blockOf(all), withdrawals: [withdrawal], withdrawalsRoot: OTHER },
      // zkSync computes no such roots, and the OP stack has another one in their place.
      { ...blockOf(all), transactionsRoot: `0x${'0'.repeat(64)}` },
      {
        ...blockOf([foreignTransactions['OP, deposit'] ?? {}]),
        extraData: '0x00000000fa00000006',
        withdrawals: [],
        withdrawalsRoot: OTHER,
      },
    ]) {
      expect(() => readBlock(honest)).not.toThrow();
      expect(() => readHashes(honest)).not.toThrow();
    }
  });

  it('reads a pending block without a nonce, with roots that are not its own yet', () => {
    const pending: Fields = { ...blockOf([]), nonce: undefined, hash: null, number: null };
    expect(eth_getBlockByNumber('pending', true).readResult(pending)).toEqual(pending);
    const inPending = inBlock(all).map((one) => ({
      ...one,
      blockHash: null,
      blockNumber: null,
      transactionIndex: null,
    }));
    const full = { ...pending, transactions: inPending };
    expect(eth_getBlockByNumber('pending', true).readResult(full)).toEqual(full);
  });

  it('reads an uncle without a size, and no block without one', () => {
    const uncle: Fields = { ...blockOf([]), transactions: undefined, size: null };
    expect(eth_getUncleByBlockNumberAndIndex('0x1f4', '0x0').readResult(uncle)).toEqual(uncle);
    expect(() => readBlock({ ...blockOf(all), size: null })).toThrow(lie);
  });

  it('reads each recorded block', () => {
    const blocks = recordings().filter(
      ({ request, reply }) => /^eth_getBlockBy/u.test(request.method) && reply.result !== null,
    );
    expect(blocks.length).toBeGreaterThan(4);
    for (const { request, reply } of blocks) {
      const method =
        request.method === 'eth_getBlockByHash' ? eth_getBlockByHash : eth_getBlockByNumber;
      const [which, areWhole] = request.params as [string, boolean];
      expect(() => method(which, areWhole).readResult(reply.result)).not.toThrow();
    }
  });
});

describe('the receipts of a block', () => {
  const receiptOf = (transaction: Fields): Fields => ({
    blockHash: transaction.blockHash,
    blockNumber: transaction.blockNumber,
    contractAddress: null,
    cumulativeGasUsed: '0x5208',
    from: transaction.from,
    gasUsed: '0x5208',
    effectiveGasPrice: transaction.gasPrice ?? undefined,
    logs: [],
    logsBloom: `0x${'0'.repeat(512)}`,
    status: '0x1',
    to: transaction.to,
    transactionHash: transaction.hash,
    transactionIndex: transaction.transactionIndex,
    type: transaction.type,
  });
  const readReceipts = (receipts: readonly Fields[]): unknown =>
    eth_getBlockReceipts('0x1f4').readResult(structuredClone(receipts));

  it('refuses every list with a gap, in another order, or of two blocks', () => {
    fc.assert(
      fc.property(some, fc.nat(), fc.nat(), (chosen, from, to) => {
        const whole = inBlock(chosen).map(receiptOf);
        const [at, other] = [from % whole.length, to % whole.length];
        expect(() => readReceipts(whole)).not.toThrow();
        const left = whole.filter((_, index) => index !== at);
        if (at < left.length) expect(() => readReceipts(left)).toThrow(lie);
        const moved = new Map([
          [at, whole[other]],
          [other, whole[at]],
        ]);
        const swapped = whole.map((one, index) => moved.get(index) ?? one);
        if (at !== other) expect(() => readReceipts(swapped)).toThrow(lie);
        const mixed = whole.map((one, index) =>
          index === at ? { ...one, blockHash: OTHER } : one,
        );
        if (whole.length > 1) expect(() => readReceipts(mixed)).toThrow(lie);
      }),
    );
  });

  it('accepts as those of a block only one for each transaction', () => {
    const block = blockOf(all) as unknown as EthBlock; // of that form, as the tests above read it
    const receipts = inBlock(all).map(receiptOf) as unknown as EthReceipt[]; // the same
    expect(areBlockReceipts(block, receipts)).toBe(true);
    const hashes = inBlock(all).map(({ hash }) => String(hash));
    expect(areBlockReceipts({ ...block, transactions: hashes }, receipts)).toBe(true);
    expect(areBlockReceipts(block, receipts.slice(0, -1))).toBe(false);
    expect(areBlockReceipts({ ...block, transactions: [...hashes].reverse() }, receipts)).toBe(
      false,
    );
    expect(areBlockReceipts({ ...block, hash: OTHER }, receipts)).toBe(false);
  });
});
