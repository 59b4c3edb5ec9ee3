import { describe, expect, it } from '@jest/globals';
import { account, chainId, other, STRK } from '../../../test/chain/openTransfers';
import { ADDRESS_BOUND } from '../../schema/primitives';
import { toAddress, toHex } from '../../starknet/felt';
import { getSelector } from '../../starknet/selector';
import { encodeExecute } from '../../starknet/transactions/calls';
import { foundRecord, isToCome } from './foundRecord';

type Found = Parameters<typeof foundRecord>[1];

const status = { finality_status: 'ACCEPTED_ON_L2', execution_status: 'SUCCEEDED' } as const;
const paid = { token: STRK, from: account, to: other, amount: 7n };
const received = { token: STRK, from: other, to: account, amount: 7n };

/** What is recorded of a transaction, beside its hash, time and status. */
function told(transaction: Omit<Found, 'transaction_hash'>, transfer = paid) {
  const found = { transaction_hash: '0x1', ...transaction };
  const record = foundRecord({ account, chainId, timestamp: 1 }, found, status, transfer);
  if (!record) return [];
  const { txnType, senderAddress, contractAddress, contractFuncName, contractCallData } = record;
  return [txnType, senderAddress, contractAddress, contractFuncName, contractCallData];
}
const made = (to: string) => ({ contractAddress: to, entrypoint: 'approve', calldata: ['0x5'] });
const call = (to: string) => encodeExecute([made(to)], 1);

describe('the record of a transaction that was found', () => {
  it('records a deployment paid by the account itself with its constructor calldata', () => {
    const deployment = { type: 'DEPLOY_ACCOUNT', class_hash: '0x9' } as const;
    expect(told({ ...deployment, constructor_calldata: ['0x5', '0x6'] })).toEqual([
      'deploy',
      account,
      account,
      '',
      ['0x5', '0x6'],
    ]);
    expect(told(deployment)).toEqual(['deploy', account, account, '', []]);
    expect(told(deployment, received).map(String)).toEqual([
      'invoke',
      other,
      STRK,
      'transfer',
      String([toHex(BigInt(account)), '0x7', '0x0']),
    ]);
  });

  it('records a declaration of the account, with the class hash when the node names it', () => {
    const declaration = { type: 'DECLARE', sender_address: account } as const;
    expect(told({ ...declaration, class_hash: '0x9' })).toEqual([
      'declare',
      account,
      account,
      '',
      ['0x9'],
    ]);
    expect(told(declaration)).toEqual(['declare', account, account, '', []]);
  });

  it('records the only call of the account, or all that it executes', () => {
    const own = { type: 'INVOKE', sender_address: account } as const;
    expect(told({ ...own, calldata: call(other) })).toEqual([
      'invoke',
      account,
      other,
      'approve',
      ['0x5'],
    ]);
    const old = encodeExecute([made(other)], 0);
    expect(told({ ...own, calldata: old })).toEqual(['invoke', account, other, 'approve', ['0x5']]);
    const several = encodeExecute([made(other), made(STRK)], 1);
    expect(told({ ...own, calldata: several }).slice(2)).toEqual([account, '__execute__', several]);
    const unnamed = ['0x1', other, '0x123', '0x1', '0x5'];
    expect(told({ ...own, calldata: unnamed }).slice(2)).toEqual([other, '0x123', ['0x5']]);
    const nowhere = call(toHex(ADDRESS_BOUND));
    expect(told({ ...own, calldata: nowhere })).toEqual([
      'invoke',
      account,
      account,
      '__execute__',
      nowhere,
    ]);
    expect(told(own)).toEqual(['invoke', account, account, '__execute__', []]);
  });

  it('keeps of call data as much as room is for, and none of more', () => {
    const own = { type: 'INVOKE', sender_address: account } as const;
    const felts = Array.from({ length: 256 }, () => '0xbad');
    expect(told({ ...own, calldata: felts }).at(-1)).toEqual(felts);
    expect(told({ ...own, calldata: [...felts, '0xbad'] }).at(-1)).toEqual([]);
  });

  describe('of a stranger', () => {
    const stranger = toHex(BigInt(other));
    const made = (to: string, entrypoint: string) =>
      encodeExecute([{ contractAddress: to, entrypoint, calldata: ['0x1', '0x2'] }], 1);
    const sentBy = (calldata: string[]) =>
      ({ type: 'INVOKE', sender_address: stranger, calldata }) as const;

    it('leaves no record if it moves nothing, whichever way and whatever it seems to execute', () => {
      for (const calldata of [
        made(STRK, 'transfer_from'),
        made(account, 'execute_from_outside_v2'),
      ])
        for (const transfer of [paid, received])
          expect(told(sentBy(calldata), { ...transfer, amount: 0n })).toEqual([]);
    });

    it('tells what is taken as such, with the stranger as its sender', () => {
      expect(told(sentBy(made(STRK, 'transfer_from')))).toEqual([
        'invoke',
        other,
        STRK,
        'transferFrom',
        [toHex(BigInt(account)), stranger, '0x7', '0x0'],
      ]);
    });

    it('belongs to the account if it executes what the account signed, also by a forwarder', () => {
      const felts = [account, getSelector('execute_from_outside_v2'), '0x0'];
      const forwarded = encodeExecute(
        [{ contractAddress: other, entrypoint: 'execute', calldata: felts }],
        1,
      );
      for (const calldata of [made(account, 'execute_from_outside'), forwarded])
        expect(told(sentBy(calldata)).slice(0, 4)).toEqual(['invoke', account, STRK, 'transfer']);
    });
  });

  it('records the account’s own transfer of nothing', () => {
    const own = { type: 'INVOKE', sender_address: account, calldata: call(STRK) } as const;
    expect(told(own, { ...paid, amount: 0n })[1]).toBe(account);
  });

  it('records a transfer, not a call, when another account or Ethereum sent it', () => {
    const to = toHex(BigInt(account));
    for (const [transaction, sender] of [
      [{ type: 'INVOKE', sender_address: toHex(BigInt(other)), calldata: call(STRK) }, other],
      [{ type: 'L1_HANDLER', sender_address: account, calldata: call(STRK) }, account],
      [{ type: 'L1_HANDLER' }, other],
      [{ type: 'INVOKE', sender_address: '0x0' }, STRK],
      [
        { type: 'INVOKE', sender_address: toHex(ADDRESS_BOUND - 1n) },
        toAddress(toHex(ADDRESS_BOUND - 1n)),
      ],
      [{ type: 'INVOKE', sender_address: toHex(ADDRESS_BOUND) }, STRK],
    ] as const)
      expect(told(transaction as never, received)).toEqual([
        'invoke',
        sender,
        STRK,
        'transfer',
        [to, '0x7', '0x0'],
      ]);
  });
});

it('rejects a time more than a day ahead of the own clock', () => {
  const module = { now: () => 1_000_000 };
  expect([87_400, 87_401].map((seconds) => isToCome(module, seconds))).toEqual([false, true]);
});
