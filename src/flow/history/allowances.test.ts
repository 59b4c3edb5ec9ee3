import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { blockTime, type EventNode, startEventNode } from '../../../test/chain/eventNode';
import { openModule } from '../../../test/wallet/openModule';
import { sepolia } from '../../networks/sepolia';
import { chainIds } from '../../schema/primitives';
import { toAddress, toHex } from '../../starknet/felt';
import { getSelector } from '../../starknet/selector';
import { knownTokens, uint256Felts } from '../../starknet/tokens/erc20';
import { UNLIMITED } from '../../starknet/tokens/event';
import { allowanceCalls, fetchAllowances } from './allowances';

const chainId = chainIds.sepolia;
const account = toAddress('0xac');
const STRK = knownTokens.STRK.address;
const USDC = sepolia.tokens.USDC.address;
const HEAD = 2_000_000;
const hex = (value: string) => toHex(BigInt(value));

type Approval = { token?: string; spender: string; block: number; amount?: bigint; owner?: string };
const approval = ({ token = STRK, spender, block, amount = 1n, owner = account }: Approval) => ({
  from_address: hex(token),
  keys: [getSelector('Approval'), hex(owner), hex(spender)],
  data: uint256Felts(amount),
  block_number: block,
  transaction_hash: '0x1',
});

let node: EventNode;
let opened: ReturnType<typeof openModule>;
/** What contracts answer to their views, by contract, view and calldata; they have no others. */
let views: Map<string, readonly string[]>;
const setView = (token: string, name: string, calldata: string[], felts: readonly string[]) =>
  views.set([hex(token), getSelector(name), ...calldata.map(hex)].join(), felts);
const allow = (token: string, spender: string, amount: bigint) =>
  setView(token, 'allowance', [account, spender], uint256Felts(amount));

type Asked = {
  request: { contract_address: string; entry_point_selector: string; calldata: string[] };
};
beforeEach(async () => {
  node = await startEventNode(HEAD);
  views = new Map();
  node.chain.instead.starknet_call = ({ request }: Asked) => {
    const { contract_address, entry_point_selector, calldata } = request;
    const felts = views.get(
      [hex(contract_address), entry_point_selector, ...calldata.map(hex)].join(),
    );
    const missing = { error: { code: 21, message: 'Requested entrypoint does not exist' } };
    return felts ? { result: [...felts] } : missing;
  };
  opened = openModule({ sepoliaUrl: node.url });
});
afterEach(() => node.stop());

const find = async (until = Date.now() + 60_000) => {
  node.seen.length = 0;
  return fetchAllowances(opened.module, { chainId, account, until });
};
const spendersOf = ({ allowances }: Awaited<ReturnType<typeof find>>) =>
  allowances.map(({ spender }) => Number(spender));

describe('fetchAllowances', () => {
  it('finds what is allowed now by events, unlimited first, then newest', async () => {
    node.chain.events = [
      approval({ spender: '0x51', block: HEAD - 30, amount: UNLIMITED }),
      approval({ spender: '0x52', block: HEAD - 20, amount: 5n }),
      approval({ token: USDC, spender: '0x53', block: HEAD - 10, amount: 7n }),
      approval({ spender: '0x54', block: HEAD - 5, amount: 9n }),
      approval({ spender: '0x55', block: HEAD - 4, owner: '0xbad', amount: 9n }),
    ];
    allow(STRK, '0x51', UNLIMITED);
    allow(STRK, '0x52', 4n);
    allow(USDC, '0x53', 7n);
    allow(STRK, '0x54', 0n);
    allow(STRK, '0x55', 9n);
    const read = await find();
    expect(read.allowances).toMatchObject([
      { token: STRK, spender: toAddress('0x51'), amount: String(UNLIMITED), block: HEAD - 30 },
      { token: USDC, spender: toAddress('0x53'), amount: '7' },
      { token: STRK, spender: toAddress('0x52'), amount: '4', of: 'amount', entrypoint: 'approve' },
    ]);
    expect(await opened.module.allowances.of(chainId, account)).toEqual(read);
  });

  it('returns how far back it looked, and continues from there, in few HTTP requests', async () => {
    node.chain.events = [
      approval({ spender: '0x51', block: HEAD - 10 }),
      approval({ spender: '0x52', block: 900_000 }),
    ];
    for (const spender of ['0x51', '0x52', '0x53']) allow(STRK, spender, 1n);
    const first = await find();
    expect(first).toMatchObject({ low: HEAD - 800_000 + 1, high: HEAD });
    expect(first.lowTime).toEqual(expect.any(Number));
    expect(spendersOf(first)).toEqual([0x51]);
    expect(node.seen).toHaveLength(3);
    node.chain.head = HEAD + 10;
    node.chain.events.push(approval({ spender: '0x53', block: HEAD + 5 }));
    const second = await find();
    expect(second).toMatchObject({ high: HEAD + 10 });
    expect(spendersOf(second)).toEqual([0x53, 0x51, 0x52]);
    await find();
    expect(await find()).toMatchObject({ low: 0, high: HEAD + 10 });
    expect(spendersOf(await find())).toEqual([0x53, 0x51, 0x52]);
    expect(node.seen).toHaveLength(2);
  });

  it('reads the times of four blocks at once, the newest first, and each once', async () => {
    node.chain.events = Array.from({ length: 6 }, (_, at) =>
      approval({ spender: hex(String(0x60 + at)), block: HEAD - at }),
    );
    for (const { keys } of node.chain.events) allow(STRK, keys[2] ?? '', 1n);
    const timesOf = ({ allowances }: Awaited<ReturnType<typeof find>>) =>
      allowances.map(({ block, time }) => block !== null && time === blockTime(block));
    expect(timesOf(await find())).toEqual([true, true, true, true, false, false]);
    const requests = node.seen.length;
    const second = await find();
    expect(timesOf(second)).toEqual([true, true, true, true, true, true]);
    expect(node.seen.length).toBeLessThanOrEqual(requests);
    expect(timesOf(await find())).toEqual(timesOf(second));
  });

  it('counts no block as read unless all its events were read', async () => {
    node.chain.pageSize = 2;
    node.chain.events = Array.from({ length: 20 }, (_, at) =>
      approval({ spender: hex(String(0x100 + at)), block: HEAD - 100 + at }),
    );
    const first = await find();
    expect(first.high).toBe(HEAD);
    expect(first.low).toBe(HEAD + 1);
    expect(first.span).toBe(40_000);
    node.chain.pageSize = 1_000;
    expect((await find()).low).toBeLessThan(HEAD - 100);
  });

  it('finds by the account’s own calls what older tokens tell in no event that nodes filter', async () => {
    const call = { contractAddress: STRK, entrypoint: 'approve' };
    const sent = { ...call, calldata: ['0x51', '0x9', '0x0'] };
    await opened.module.transactions.add({
      txnHash: '0x7',
      txnType: 'invoke',
      senderAddress: account,
      contractAddress: sent.contractAddress,
      contractFuncName: sent.entrypoint,
      contractCallData: sent.calldata,
      status: 'ACCEPTED_ON_L2',
      failureReason: null,
      eventIds: [],
      timestamp: 1,
      chainId,
      finalityStatus: null,
      executionStatus: null,
      nonce: '0x1',
      known: true,
    });
    allow(STRK, '0x51', 9n);
    // The same spender at another listed token, of which nothing told.
    allow(USDC, '0x51', 3n);
    const { allowances } = await find();
    expect(allowances.map(({ token, amount, block }) => [token, amount, block])).toEqual([
      [STRK, '9', null],
      [USDC, '3', null],
    ]);
  });

  it('distinguishes a piece, an amount and a whole collection by the contract’s answers', async () => {
    const collection = toAddress('0xc0');
    const keys = (name: string, ...more: string[]) => [getSelector(name), hex(account), ...more];
    const event = {
      from_address: hex(collection),
      block_number: HEAD - 3,
      transaction_hash: '0x1',
    };
    node.chain.events = [
      { ...event, keys: keys('Approval', '0x51', '0x8', '0x0'), data: [] },
      { ...event, keys: keys('ApprovalForAll', '0x52'), data: ['0x1'] },
      { ...event, keys: keys('ApprovalForAll', '0x53'), data: ['0x1'] },
    ];
    setView(collection, 'getApproved', ['0x8', '0x0'], ['0x51']);
    setView(collection, 'isApprovedForAll', [account, '0x52'], ['0x1']);
    setView(collection, 'isApprovedForAll', [account, '0x53'], ['0x0']);
    setView(collection, 'symbol', [], [toHex(BigInt(`0x${Buffer.from('ART').toString('hex')}`))]);
    const { allowances } = await find();
    expect(allowances).toMatchObject([
      { of: 'all', spender: toAddress('0x52'), entrypoint: 'setApprovalForAll', symbol: 'ART' },
      { of: 'piece', spender: toAddress('0x51'), tokenId: '8', decimals: null },
    ]);
    expect(allowanceCalls(allowances)).toEqual([
      { contractAddress: collection, entrypoint: 'setApprovalForAll', calldata: ['0x52', '0x0'] },
      { contractAddress: collection, entrypoint: 'approve', calldata: ['0x0', '0x8', '0x0'] },
    ]);
  });

  it('lets no contract crowd out a listed token with events about itself', async () => {
    node.chain.events = [
      approval({ spender: '0x51', block: HEAD - 500 }),
      ...Array.from({ length: 300 }, (_, at) =>
        approval({
          token: hex(String(0xbad00 + (at % 20))),
          spender: hex(String(1000 + at)),
          block: HEAD - at,
        }),
      ),
    ];
    node.chain.instead.starknet_call = () => ({ result: ['0x1', '0x0'] });
    const { allowances } = await find();
    const own = { token: STRK, spender: toAddress('0x51') };
    expect(allowances).toContainEqual(expect.objectContaining(own));
    const unlisted = allowances.filter(({ token }) => BigInt(token) < 0xc0000n);
    expect(new Set(unlisted.map(({ token }) => token)).size).toBeLessThanOrEqual(10);
    expect(node.seen).toHaveLength(3);
  });

  it('keeps what was read if a node does not answer, and says nothing of its own', async () => {
    node.chain.events = [approval({ spender: '0x51', block: HEAD - 10 })];
    allow(STRK, '0x51', 1n);
    const read = await find();
    const busy = { error: { code: -32005, message: 'Too many requests' } };
    node.chain.instead.starknet_call = () => busy;
    await expect(find()).rejects.toMatchObject({ kind: 'limitExceeded' });
    expect(await opened.module.allowances.of(chainId, account)).toEqual(read);
    node.chain.instead.starknet_call = () => ({ error: { code: -32603, message: 'Internal' } });
    expect((await find()).allowances).toEqual(read.allowances);
  });
});

describe('allowanceCalls', () => {
  it('lowers one to an amount, and takes several back in one list', () => {
    const one = {
      token: STRK,
      spender: toAddress('0x51'),
      of: 'amount',
      tokenId: null,
      block: 1,
      amount: '9',
      entrypoint: 'approve',
      symbol: null,
      decimals: null,
    } as const;
    const lowered = {
      contractAddress: STRK,
      entrypoint: 'approve',
      calldata: ['0x51', '0x5', '0x0'],
    };
    expect(allowanceCalls([one], 5n)).toEqual([lowered]);
    expect(allowanceCalls([one, { ...one, token: USDC }])).toHaveLength(2);
  });
});
