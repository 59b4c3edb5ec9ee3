import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { blockTime, indexed, legacy } from '../../../test/chain/eventNode';
import {
  account,
  chainId,
  getHash,
  incoming,
  listHashes,
  openTransfers,
  other,
  STRK,
  USDC,
} from '../../../test/chain/openTransfers';
import { toAddress } from '../../starknet/felt';
import { getSelector } from '../../starknet/selector';

let stage: Awaited<ReturnType<typeof openTransfers>>;
beforeEach(async () => {
  stage = await openTransfers();
});
afterEach(() => stage.node.stop());

describe('transfers', () => {
  it('finds transfers of both event shapes, in and out, of every listed token', async () => {
    stage.node.chain.events = [
      indexed({ ...incoming, block: 10, hash: getHash(1), amount: 5n }),
      indexed({ ...incoming, from: account, to: other, block: 20, hash: getHash(2) }),
      legacy({ token: USDC, from: other, to: account, block: 30, hash: getHash(3) }),
      legacy({ token: USDC, from: account, to: other, block: 40, hash: getHash(4) }),
      legacy({ token: USDC, from: other, to: other, block: 41, hash: getHash(5) }),
      indexed({ ...incoming, from: other, to: other, block: 42, hash: getHash(6) }),
    ];
    const records = await stage.find();
    expect(listHashes(records).sort()).toEqual([1, 2, 3, 4].map(getHash));
    expect(records.find(({ txnHash }) => txnHash === getHash(1))).toEqual({
      txnHash: getHash(1),
      txnType: 'invoke',
      senderAddress: toAddress('0x5e'),
      contractAddress: STRK,
      contractFuncName: 'transfer',
      contractCallData: ['0xac', '0x5', '0x0'],
      status: 'ACCEPTED_ON_L2',
      failureReason: null,
      eventIds: [],
      timestamp: blockTime(10),
      chainId,
      finalityStatus: 'ACCEPTED_ON_L2',
      executionStatus: 'SUCCEEDED',
    });
    expect(await stage.kept()).toEqual([4, 3, 2, 1].map(getHash));
  });

  it('names the sender of the transaction, never zero, for minted tokens', async () => {
    stage.node.chain.events = [
      indexed({ ...incoming, from: '0x0', block: 10, hash: getHash(1) }),
      indexed({ ...incoming, from: '0x0', block: 20, hash: getHash(2) }),
      indexed({ ...incoming, from: account, to: other, block: 30, hash: getHash(3) }),
    ];
    stage.node.chain.instead.starknet_getTransactionByHash = ({
      transaction_hash,
    }: {
      transaction_hash: string;
    }) => ({
      // The second comes from Ethereum, and nobody here has sent it.
      result:
        transaction_hash === getHash(2)
          ? { transaction_hash, type: 'L1_HANDLER', calldata: [] }
          : {
              transaction_hash,
              type: 'INVOKE',
              sender_address: '0x5e',
              calldata:
                transaction_hash === getHash(3)
                  ? ['0x1', account, getSelector('execute_from_outside_v2'), '0x0']
                  : [],
            },
    });
    const senders = new Map(
      (await stage.find()).map(({ txnHash, senderAddress }) => [txnHash, senderAddress]),
    );
    expect(senders.get(getHash(1))).toBe(toAddress('0x5e'));
    expect(senders.get(getHash(2))).toBe(STRK);
    // A node without traces cannot show that the account signed it.
    expect(senders.get(getHash(3))).toBe(toAddress('0x5e'));
  });

  it('takes a stranger’s transaction for the account’s if its trace shows that, whatever it names', async () => {
    const hashes = [1, 2, 3].map(getHash);
    const payment = { ...incoming, from: account, to: other };
    stage.node.chain.events = hashes.map((hash, at) =>
      indexed({ ...payment, block: 10 + at, hash }),
    );
    const calldata = ['0x1', account, getSelector('execute_from_outside_v2'), '0x0'];
    const tracedHashes: string[] = [];
    type Params = { transaction_hash: string };
    stage.node.chain.instead.starknet_getTransactionByHash = ({ transaction_hash }: Params) => ({
      result: {
        transaction_hash,
        type: 'INVOKE',
        sender_address: '0x5e',
        calldata: transaction_hash === getHash(3) ? [] : calldata,
      },
    });
    const invocation = (contract_address: string, calls: object[], events: object[] = []) => ({
      contract_address,
      caller_address: '0x0',
      calls,
      events,
      is_reverted: false,
    });
    stage.node.chain.instead.starknet_traceTransaction = ({ transaction_hash }: Params) => {
      tracedHashes.push(transaction_hash);
      const [event] = stage.node.chain.events;
      const token = invocation(STRK, [], [{ ...event, order: 0 }]);
      const isReal = transaction_hash === getHash(1);
      const inside = isReal ? [invocation(account, [token])] : [invocation(account, []), token];
      return { result: { type: 'INVOKE', execute_invocation: invocation('0x5e', inside) } };
    };
    const records = await stage.find();
    const rows = records.map((one) => [one.txnHash, one.senderAddress, one.contractFuncName]);
    expect(rows.sort()).toEqual([
      [getHash(1), account, 'transfer'],
      [getHash(2), toAddress('0x5e'), 'transferFrom'],
      [getHash(3), toAddress('0x5e'), 'transferFrom'],
    ]);
    expect(tracedHashes).toEqual([getHash(2), getHash(1)]);
    // The probe, the number of the newest block, two of events, the details and the traces.
    expect(stage.node.seen.length).toBeLessThanOrEqual(6);
  });

  it('ignores what a stranger moves of nothing, also before what moves something', async () => {
    const twin = toAddress('0x7777');
    stage.node.chain.events = [
      indexed({ ...incoming, from: account, to: twin, amount: 0n, block: 10, hash: getHash(1) }),
      indexed({ ...incoming, from: twin, amount: 0n, block: 11, hash: getHash(2) }),
      indexed({ ...incoming, from: twin, amount: 0n, block: 12, hash: getHash(3) }),
      indexed({ ...incoming, amount: 5n, block: 12, hash: getHash(3) }),
    ];
    const records = await stage.find();
    expect(listHashes(records)).toEqual([getHash(3)]);
    expect(records[0]?.contractCallData).toEqual(['0xac', '0x5', '0x0']);
    expect(await stage.kept()).toEqual([getHash(3)]);
  });

  it('finds transfers of a watch-list token', async () => {
    const token = { address: `0x${'70'.padStart(64, '0')}`, name: 'T', symbol: 'T', decimals: 0 };
    await stage.module().tokens.save(chainId, token);
    stage.node.chain.events = [
      indexed({ ...incoming, token: token.address, block: 1, hash: getHash(1) }),
    ];
    expect(listHashes(await stage.find())).toEqual([getHash(1)]);
  });

  it('describes a transaction of the account by its call, and a revert by its fee', async () => {
    stage.node.chain.events = [
      indexed({ ...incoming, from: account, to: other, block: 7, hash: getHash(1) }),
    ];
    const calldata = [
      '0x1',
      STRK,
      '0x83afd3f4caedc6eebf44246fe54e38c95e3179a5ec9ea81740eca5b482d12e',
      '0x3',
      '0x9',
      '0x8',
      '0x0',
    ];
    stage.node.chain.instead.starknet_getTransactionByHash = () => ({
      result: { transaction_hash: getHash(1), type: 'INVOKE', sender_address: '0xac', calldata },
    });
    stage.node.chain.instead.starknet_getTransactionStatus = () => ({
      result: {
        finality_status: 'ACCEPTED_ON_L1',
        execution_status: 'REVERTED',
        failure_reason: 'no luck',
      },
    });
    expect(await stage.find()).toMatchObject([
      {
        senderAddress: account,
        contractAddress: STRK,
        contractFuncName: 'transfer',
        contractCallData: ['0x9', '0x8', '0x0'],
        status: 'ACCEPTED_ON_L2',
        finalityStatus: 'ACCEPTED_ON_L1',
        executionStatus: 'REVERTED',
        failureReason: 'no luck',
      },
    ]);
  });

  it.each(['RECEIVED', 'CANDIDATE', 'PRE_CONFIRMED'])(
    'finds no transfer of a transaction that is %s',
    async (finality_status) => {
      stage.node.chain.events = [indexed({ ...incoming, block: 5, hash: getHash(1) })];
      stage.node.chain.instead.starknet_getTransactionStatus = () => ({
        result: { finality_status },
      });
      expect(await stage.find()).toEqual([]);
      expect(await stage.kept()).toEqual([]);
    },
  );

  it('refuses transfers that a node invents or takes from other contracts and blocks', async () => {
    const lie = (event: object) => ({
      ...indexed({ ...incoming, block: 5, hash: getHash(1) }),
      ...event,
    });
    const lies = [
      lie({ from_address: '0xbad' }),
      lie({ block_number: 5_000 }),
      lie({ keys: ['0x1', '0x2', '0xac'] }),
      indexed({ ...incoming, to: other, block: 5, hash: getHash(1) }),
    ];
    stage.node.chain.instead.starknet_getEvents = () => ({ result: { events: lies } });
    expect(await stage.find()).toEqual([]);
    stage.node.chain.instead = {};
    stage.node.chain.events = [indexed({ ...incoming, block: 5, hash: getHash(1) })];
    stage.node.chain.head += 1;
    stage.node.chain.instead.starknet_getTransactionByHash = () => ({
      result: { transaction_hash: '0xbad', type: 'INVOKE' },
    });
    stage.forget();
    await expect(stage.find()).rejects.toMatchObject({ kind: 'nodeFault' });
    stage.node.chain.instead = {};
    expect(listHashes(await stage.find())).toEqual([getHash(1)]);
  });
});
