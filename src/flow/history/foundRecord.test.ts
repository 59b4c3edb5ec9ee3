import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { account, chainId, other, STRK } from '../../../test/chain/openTransfers';
import type { TraceExecution, TraceInvocation } from '../../remote/starknet/trace';
import { ADDRESS_BOUND } from '../../schema/primitives';
import { toAddress, toHex } from '../../starknet/felt';
import { getSelector } from '../../starknet/selector';
import { TRANSFER } from '../../starknet/tokens/event';
import { encodeExecute } from '../../starknet/transactions/calls';
import { foundRecord, isToCome, mayExecute } from './foundRecord';

/** Whether a transfer stands below a contract with nothing reverted above it, found by its paths. */
function isBelow(contract: string, root: TraceInvocation): boolean {
  const paths = (node: TraceInvocation, above: readonly TraceInvocation[]): TraceInvocation[][] => [
    [...above, node],
    ...node.calls.flatMap((call) => paths(call, [...above, node])),
  ];
  return paths(root, []).some(
    (path) =>
      (path.at(-1)?.events ?? []).length > 0 &&
      path.every(({ is_reverted: isReverted }) => !isReverted) &&
      path.slice(0, -1).some(({ contract_address: address }) => address === contract),
  );
}

type Found = Parameters<typeof foundRecord>[1];

const invocation = (
  contract_address: string,
  calls: TraceInvocation[] = [],
  events: TraceInvocation['events'] = [],
): TraceInvocation => ({
  contract_address,
  caller_address: '0x0',
  calls,
  events,
  is_reverted: false,
});
const moved = ({ from, to, amount }: Parameters<typeof foundRecord>[3]) => ({
  order: 0,
  keys: [TRANSFER, from, to],
  data: [toHex(amount), '0x0'],
});
const status = { finality_status: 'ACCEPTED_ON_L2', execution_status: 'SUCCEEDED' } as const;
const paid = { token: STRK, from: account, to: other, amount: 7n };
const received = { token: STRK, from: other, to: account, amount: 7n };

/** What is recorded of a transaction, beside its hash, time and status. */
function recordOf(
  transaction: Omit<Found, 'transaction_hash'>,
  transfer = paid,
  execute_invocation?: TraceExecution,
) {
  const found = { transaction_hash: '0x1', ...transaction };
  const trace = execute_invocation && ({ type: 'INVOKE', execute_invocation } as const);
  const place = { account, chainId, timestamp: 1, trace };
  const record = foundRecord(place, found, status, transfer);
  if (!record) return [];
  const { txnType, senderAddress, contractAddress, contractFuncName, contractCallData } = record;
  return [txnType, senderAddress, contractAddress, contractFuncName, contractCallData];
}
const made = (to: string) => ({ contractAddress: to, entrypoint: 'approve', calldata: ['0x5'] });
const call = (to: string) => encodeExecute([made(to)], 1);

describe('the record of a transaction that was found', () => {
  it('records a deployment paid by the account itself with its constructor calldata', () => {
    const deployment = { type: 'DEPLOY_ACCOUNT', class_hash: '0x9' } as const;
    expect(recordOf({ ...deployment, constructor_calldata: ['0x5', '0x6'] })).toEqual([
      'deploy',
      account,
      account,
      '',
      ['0x5', '0x6'],
    ]);
    expect(recordOf(deployment)).toEqual(['deploy', account, account, '', []]);
    expect(recordOf(deployment, received).map(String)).toEqual([
      'invoke',
      other,
      STRK,
      'transfer',
      String([toHex(BigInt(account)), '0x7', '0x0']),
    ]);
  });

  it('records a declaration of the account, with the class hash when the node names it', () => {
    const declaration = { type: 'DECLARE', sender_address: account } as const;
    expect(recordOf({ ...declaration, class_hash: '0x9' })).toEqual([
      'declare',
      account,
      account,
      '',
      ['0x9'],
    ]);
    expect(recordOf(declaration)).toEqual(['declare', account, account, '', []]);
  });

  it('records the only call of the account, or all that it executes', () => {
    const own = { type: 'INVOKE', sender_address: account } as const;
    expect(recordOf({ ...own, calldata: call(other) })).toEqual([
      'invoke',
      account,
      other,
      'approve',
      ['0x5'],
    ]);
    const old = encodeExecute([made(other)], 0);
    expect(recordOf({ ...own, calldata: old })).toEqual([
      'invoke',
      account,
      other,
      'approve',
      ['0x5'],
    ]);
    const several = encodeExecute([made(other), made(STRK)], 1);
    expect(recordOf({ ...own, calldata: several }).slice(2)).toEqual([
      account,
      '__execute__',
      several,
    ]);
    const unnamed = ['0x1', other, '0x123', '0x1', '0x5'];
    expect(recordOf({ ...own, calldata: unnamed }).slice(2)).toEqual([other, '0x123', ['0x5']]);
    const nowhere = call(toHex(ADDRESS_BOUND));
    expect(recordOf({ ...own, calldata: nowhere })).toEqual([
      'invoke',
      account,
      account,
      '__execute__',
      nowhere,
    ]);
    expect(recordOf(own)).toEqual(['invoke', account, account, '__execute__', []]);
  });

  it('keeps of call data as much as room is for, and none of more', () => {
    const own = { type: 'INVOKE', sender_address: account } as const;
    const felts = Array.from({ length: 256 }, () => '0xbad');
    expect(recordOf({ ...own, calldata: felts }).at(-1)).toEqual(felts);
    expect(recordOf({ ...own, calldata: [...felts, '0xbad'] }).at(-1)).toEqual([]);
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
          expect(recordOf(sentBy(calldata), { ...transfer, amount: 0n })).toEqual([]);
    });

    it('tells what is taken as such, with the stranger as its sender', () => {
      expect(recordOf(sentBy(made(STRK, 'transfer_from')))).toEqual([
        'invoke',
        other,
        STRK,
        'transferFrom',
        [toHex(BigInt(account)), stranger, '0x7', '0x0'],
      ]);
    });

    const felts = [account, getSelector('execute_from_outside_v2'), '0x0'];
    const forwarded = encodeExecute(
      [{ contractAddress: other, entrypoint: 'execute', calldata: felts }],
      1,
    );
    const direct = made(account, 'execute_from_outside');
    const token = invocation(STRK, [], [moved(paid)]);

    it('belongs to the account if the account called the token, also by a forwarder', () => {
      const inside = invocation(account, [invocation(other, [token])]);
      for (const calldata of [direct, forwarded])
        for (const trace of [invocation(stranger, [inside]), invocation(other, [inside])]) {
          const [, sender, contract, name] = recordOf(sentBy(calldata), paid, trace);
          expect(sender).toBe(account);
          expect(contract).toBe(STRK);
          expect(name).toBe('transfer');
        }
    });

    it('stays the stranger’s if only its call data name the account', () => {
      const takenTransfer = [other, STRK, 'transferFrom'];
      const elsewhere = invocation(account, [], []);
      const reverted = { ...invocation(account, [token]), is_reverted: true };
      const traces = [
        undefined,
        { revert_reason: 'No.' },
        invocation(stranger, [token]),
        invocation(stranger, [elsewhere, token]),
        invocation(stranger, [reverted, token]),
        invocation(stranger, [invocation(account, [{ ...token, is_reverted: true }]), token]),
        ...[{ amount: 8n }, { to: '0x77' }, { from: '0x77' }, { token: account }].map((part) =>
          invocation(stranger, [
            invocation(account, [
              invocation(part.token ?? STRK, [], [moved({ ...paid, ...part })]),
            ]),
          ]),
        ),
      ];
      for (const calldata of [direct, forwarded])
        for (const trace of traces)
          expect(recordOf(sentBy(calldata), paid, trace).slice(1, 4)).toEqual(takenTransfer);
    });

    it('comes from the chain, whatever its call data are', () => {
      const contracts = fc.constantFrom(account, stranger, other, STRK);
      const frame = (calls: fc.Arbitrary<TraceInvocation[]>) =>
        fc
          .tuple(contracts, calls, fc.nat(9), fc.boolean())
          .map(([contract, inner, dice, isEmitted]) => ({
            ...invocation(contract, inner, isEmitted && contract === STRK ? [moved(paid)] : []),
            is_reverted: dice === 0,
          }));
      const { tree } = fc.letrec<{ tree: TraceInvocation }>((tie) => ({
        tree: fc.oneof(
          { maxDepth: 5, withCrossShrink: true },
          frame(fc.constant([])),
          frame(fc.array(tie('tree'), { minLength: 1, maxLength: 3 })),
        ),
      }));
      fc.assert(
        fc.property(tree, fc.array(fc.constantFrom(...felts, '0x1')), (trace, calldata) => {
          const [, sender] = recordOf(sentBy(calldata), paid, trace);
          expect(sender === account).toBe(isBelow(account, trace));
        }),
        { numRuns: 300 },
      );
    });

    it('needs a closer look only if it may be the account’s', () => {
      const may = (transaction: Omit<Found, 'transaction_hash'>, transfer = paid) =>
        mayExecute(account, { transaction_hash: '0x1', ...transaction }, transfer);
      expect([direct, forwarded].map((calldata) => may(sentBy(calldata)))).toEqual([true, true]);
      expect(may(sentBy(made(STRK, 'transfer_from')))).toBe(false);
      expect(may(sentBy(direct), received)).toBe(false);
      expect(may(sentBy(direct), { ...paid, amount: 0n })).toBe(false);
      expect(may({ type: 'INVOKE', sender_address: account, calldata: direct })).toBe(false);
      expect(may({ type: 'L1_HANDLER', calldata: direct })).toBe(false);
    });
  });

  it('records the account’s own transfer of nothing', () => {
    const own = { type: 'INVOKE', sender_address: account, calldata: call(STRK) } as const;
    expect(recordOf(own, { ...paid, amount: 0n })[1]).toBe(account);
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
      expect(recordOf(transaction as never, received)).toEqual([
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
