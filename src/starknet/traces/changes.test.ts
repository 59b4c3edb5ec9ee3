import { describe, expect, it } from '@jest/globals';
import { toAddress } from '../felt';
import { getSelector } from '../selector';
import { computeChanges, type Emitted } from './changes';

const [ME, BOB, ROUTER, POOL] = ['0x1', '0xb0b', '0x707e', '0x9001'];
const [TOKEN, OTHER, NFT, MULTI] = ['0x70c', '0x07e', '0x0f7', '0x1155'];
const MOST = 2n ** 256n - 1n;

let calls = 0;
type Where = { call?: number; caller?: string };
const event = (
  token: string,
  name: string,
  keys: string[],
  data: string[],
  { call = ++calls, caller = ME }: Where = {},
): Emitted => ({ from_address: token, keys: [getSelector(name), ...keys], data, call, caller });
const u256 = (value: bigint) => [
  `0x${(value % 2n ** 128n).toString(16)}`,
  `0x${(value / 2n ** 128n).toString(16)}`,
];
const transfer = (token: string, from: string, to: string, amount: bigint, where?: Where) =>
  event(token, 'Transfer', [from, to], u256(amount), where);
const approval = (token: string, owner: string, spender: string, amount: bigint, where?: Where) =>
  event(token, 'Approval', [owner, spender], u256(amount), where);

const change = (
  kind: 'send' | 'receive' | 'allow',
  token: string,
  amount: bigint,
  other: string,
  more: object = {},
) => ({
  kind,
  standard: 'erc20',
  token: toAddress(token),
  amount: String(amount),
  counterparty: toAddress(other),
  ...more,
});

describe('transfers', () => {
  it.each([
    ['parties in the keys', (to: string) => transfer(TOKEN, ME, to, 5n)],
    ['all in the data', (to: string) => event(TOKEN, 'Transfer', [], [ME, to, ...u256(5n)])],
  ])('reads a transfer with %s', (_, made) => {
    expect(computeChanges([made(BOB)], ME)).toEqual([change('send', TOKEN, 5n, BOB)]);
    expect(computeChanges([made(ME)], ME)).toEqual([]);
    expect(computeChanges([made(BOB)], BOB)).toEqual([change('receive', TOKEN, 5n, ME)]);
  });

  it('adds both limbs of the amount', () => {
    const amount = 2n ** 128n + 7n;
    expect(computeChanges([transfer(TOKEN, BOB, ME, amount)], ME)).toEqual([
      change('receive', TOKEN, amount, BOB),
    ]);
  });

  it('ignores transfers of others, and events of other kinds or shapes', () => {
    const events = [
      transfer(TOKEN, BOB, POOL, 5n),
      event(TOKEN, 'Swap', [ME, BOB], u256(5n)),
      event(TOKEN, 'Transfer', [ME, BOB], ['0x5']),
      event(TOKEN, 'Transfer', [ME, BOB], [`0x1${'0'.repeat(32)}`, '0x0']),
      event(TOKEN, 'Transfer', [ME], [BOB, ...u256(5n)]),
      event(TOKEN, 'Transfer', [ME, `0x8${'0'.repeat(62)}`], u256(5n)),
      { ...event(TOKEN, 'Transfer', [], []), keys: [] },
    ];
    expect(computeChanges(events, ME)).toEqual([]);
  });

  it('adds up per recipient, and lists what leaves first', () => {
    const events = [
      transfer(OTHER, POOL, ME, 9n),
      transfer(TOKEN, ME, BOB, 1n),
      transfer(TOKEN, ME, POOL, 2n),
      transfer(TOKEN, ME, BOB, 3n),
    ];
    expect(computeChanges(events, ME)).toEqual([
      change('send', TOKEN, 4n, BOB),
      change('send', TOKEN, 2n, POOL),
      change('receive', OTHER, 9n, POOL),
    ]);
  });

  it('nets what comes back, with the party that received most', () => {
    const events = [
      transfer(TOKEN, ME, ROUTER, 100n),
      transfer(TOKEN, ME, BOB, 1n),
      transfer(TOKEN, POOL, ME, 30n),
    ];
    expect(computeChanges(events, ME)).toEqual([change('send', TOKEN, 71n, ROUTER)]);
    const loan = [transfer(TOKEN, POOL, ME, 100n), transfer(TOKEN, ME, BOB, 100n)];
    expect(computeChanges(loan, ME)).toEqual([]);
  });

  it('names the piece of a collection, and nets by piece', () => {
    const piece = (from: string, to: string, id: bigint) =>
      event(NFT, 'Transfer', [from, to, ...u256(id)], []);
    const events = [
      piece(ME, BOB, 1n),
      piece(BOB, ME, 2n),
      piece(ME, POOL, 2n),
      piece(POOL, ME, 3n),
    ];
    const more = (tokenId: string) => ({ standard: 'erc721', tokenId });
    expect(computeChanges(events, ME)).toEqual([
      change('send', NFT, 1n, BOB, more('1')),
      change('receive', NFT, 1n, POOL, more('3')),
    ]);
  });

  it('distinguishes old collections from tokens by the kind of contract', () => {
    const events = [event(NFT, 'Transfer', [], [ME, BOB, ...u256(7n)])];
    expect(computeChanges(events, ME)).toEqual([change('send', NFT, 7n, BOB)]);
    expect(computeChanges(events, ME, new Set([toAddress(NFT)]))).toEqual([
      change('send', NFT, 1n, BOB, { standard: 'erc721', tokenId: '7' }),
    ]);
  });

  it('lists tokens of a multi-token contract piece by piece, single and in batches', () => {
    const parties = [ROUTER, ME, BOB];
    const single = event(MULTI, 'TransferSingle', parties, [...u256(1n), ...u256(5n)]);
    const batch = event(
      MULTI,
      'TransferBatch',
      [],
      [...parties, '0x2', ...u256(1n), ...u256(2n), '0x2', ...u256(6n), ...u256(8n)],
    );
    expect(computeChanges([single, batch], ME)).toEqual([
      change('send', MULTI, 11n, BOB, { standard: 'erc1155', tokenId: '1' }),
      change('send', MULTI, 8n, BOB, { standard: 'erc1155', tokenId: '2' }),
    ]);
  });

  it.each([
    ['a list that is too short', ['0x2', ...u256(1n), '0x1', ...u256(6n)]],
    ['lists of two lengths', ['0x1', ...u256(1n), '0x2', ...u256(6n)]],
    ['a length without end', [`0x${'f'.repeat(60)}`]],
    ['nothing at all', []],
  ])('ignores a batch with %s', (_, lists) => {
    expect(computeChanges([event(MULTI, 'TransferBatch', [ROUTER, ME, BOB], lists)], ME)).toEqual(
      [],
    );
  });
});

describe('allowances', () => {
  it('keeps the last allowance, of the account alone', () => {
    const events = [
      approval(TOKEN, ME, ROUTER, 5n),
      approval(TOKEN, BOB, ROUTER, 9n),
      event(TOKEN, 'Approval', [], [ME, ROUTER, ...u256(MOST)]),
      approval(OTHER, ME, ROUTER, 0n),
    ];
    expect(computeChanges(events, ME)).toEqual([
      change('allow', TOKEN, MOST, ROUTER),
      change('allow', OTHER, 0n, ROUTER),
    ]);
  });

  const spend = (amount: bigint, call = ++calls) =>
    transfer(TOKEN, ME, POOL, amount, { caller: ROUTER, call });
  const spent = (amount: bigint) => change('send', TOKEN, amount, POOL);

  it('subtracts what the spender takes on the way', () => {
    expect(computeChanges([approval(TOKEN, ME, ROUTER, 10n), spend(4n), spend(3n)], ME)).toEqual([
      spent(7n),
      change('allow', TOKEN, 3n, ROUTER),
    ]);
    expect(computeChanges([approval(TOKEN, ME, ROUTER, 10n), spend(10n)], ME)).toEqual([
      spent(10n),
    ]);
  });

  it('keeps an unlimited allowance unlimited', () => {
    expect(computeChanges([approval(TOKEN, ME, ROUTER, MOST), spend(4n)], ME)).toEqual([
      spent(4n),
      change('allow', TOKEN, MOST, ROUTER),
    ]);
  });

  it('takes what the token says is left', () => {
    const call = ++calls;
    const left = (amount: bigint) => approval(TOKEN, ME, ROUTER, amount, { caller: ROUTER, call });
    const granted = approval(TOKEN, ME, ROUTER, 10n);
    expect(computeChanges([granted, left(6n), spend(4n, call)], ME)).toEqual([
      spent(4n),
      change('allow', TOKEN, 6n, ROUTER),
    ]);
    expect(computeChanges([granted, left(0n), spend(10n, call)], ME)).toEqual([spent(10n)]);
    // What is left of one that was granted before is nothing that is allowed now.
    expect(computeChanges([left(6n), spend(4n, call)], ME)).toEqual([spent(4n)]);
  });

  it('reports an allowance that another contract brings about, with or without a transfer', () => {
    const call = ++calls;
    const where = { caller: BOB, call };
    const events = [approval(TOKEN, ME, ROUTER, 8n, where), transfer(TOKEN, ME, POOL, 1n, where)];
    expect(computeChanges(events, ME)).toEqual([spent(1n), change('allow', TOKEN, 8n, ROUTER)]);
  });

  it('distinguishes the allowance of a piece from that of a collection', () => {
    const events = [
      event(NFT, 'Approval', [ME, ROUTER, ...u256(7n)], []),
      event(NFT, 'ApprovalForAll', [ME, BOB], ['0x1']),
      event(OTHER, 'ApprovalForAll', [], [ME, BOB, '0x0']),
      event(OTHER, 'ApprovalForAll', [], [ME, BOB, '0x2']),
    ];
    const standard = 'erc721';
    expect(computeChanges(events, ME)).toEqual([
      change('allow', NFT, 1n, ROUTER, { standard, tokenId: '7' }),
      change('allow', NFT, MOST, BOB, { standard }),
      change('allow', OTHER, 0n, BOB, { standard }),
    ]);
  });

  it('assigns the standard of a multi-token contract', () => {
    const events = [
      event(MULTI, 'TransferSingle', [ME, ME, BOB], [...u256(1n), ...u256(5n)]),
      event(MULTI, 'ApprovalForAll', [ME, ROUTER], ['0x1']),
    ];
    expect(computeChanges(events, ME)[1]).toEqual(
      change('allow', MULTI, MOST, ROUTER, { standard: 'erc1155' }),
    );
  });
});
