import { describe, expect, it } from '@jest/globals';
import { readCalls, readCases, tokens } from '../../../../test/corpus/readCorpus';
import { transfer } from '../../../../test/review/subject';
import { mainnet } from '../../../networks/mainnet';
import { chainIds } from '../../../schema/primitives';
import type { DecodedCall } from '../../../starknet/abi/abi';
import { toAddress } from '../../../starknet/felt';
import { getSelector } from '../../../starknet/selector';
import { knownTokens } from '../../../starknet/tokens/erc20';
import type { Fact } from '../../../ui/review/facts';
import type { TextRef } from '../../../ui/text/words';
import type { ReadCall } from '../../transactions/review';
import { listedTokens } from '../../transactions/tokenTable';
import { describeCalls } from './details';

const STRK = knownTokens.STRK.address;
const game = toAddress('0x5');
const calldata = ['0x1', '12', `0x${'f'.repeat(62)}`];
const other: ReadCall = {
  call: { contractAddress: game, entrypoint: 'attack', calldata },
  meaning: { kind: 'other', contract: game, entrypoint: 'attack' },
  decoded: null,
};
const details = (call: ReadCall): readonly Fact[] =>
  describeCalls([call], tokens).details[0]?.facts ?? [];

const corpus = (name: string): ReadCall[] => {
  const found = readCases('trading').find((each) => each.name === name);
  return found ? readCalls(found) : [];
};
const sentences = (calls: readonly ReadCall[]) =>
  describeCalls(calls, tokens).sentences.filter(({ as }) => as === 'sentence');

describe('describeCalls', () => {
  it('shows the recipient of several transfers once, below the last, and each of several', () => {
    const send = (to: string, amount: string) => transfer(STRK, toAddress(to), amount);
    const shown = (...calls: ReadCall[]) =>
      describeCalls(calls, tokens).sentences.map((fact) =>
        fact.as === 'address' ? BigInt(fact.value) : fact.as,
      );
    const [one, two] = ['sentence', 'sentence'];
    expect(shown(send('0x7', '1'), send('0x7', '2'))).toEqual([one, two, 7n]);
    expect(shown(send('0x7', '1'), send('0x8', '2'))).toEqual([one, 7n, two, 8n]);
    const again = shown(send('0x7', '1'), send('0x8', '2'), send('0x7', '3'));
    expect(again).toEqual([one, 7n, two, 8n, one, 7n]);
  });

  // @promise T1.1
  it('shows a call to the last felt as it is signed', () => {
    expect(details(other)).toEqual([
      { as: 'address', label: { say: 'calls.contract' }, value: game },
      { as: 'text', label: { say: 'calls.entrypoint' }, value: 'attack' },
      { as: 'raw', label: { say: 'calls.selector' }, value: getSelector('attack') },
      { as: 'text', label: { say: 'calls.arguments' }, value: { say: 'calls.noAbi' } },
      { as: 'raw', label: { say: 'calls.calldata' }, value: calldata.join(', ') },
    ]);
  });

  it('shows the raw calldata beside what is decoded', () => {
    const decoded: DecodedCall = {
      name: 'attack',
      args: [
        {
          name: 'params',
          value: {
            type: 'game::models::Params',
            as: 'struct',
            fields: [
              {
                name: 'beasts',
                value: {
                  type: 'core::array::Span::<core::felt252>',
                  as: 'list',
                  items: ['0x1', '0x2'].map((value) => ({
                    type: 'core::felt252',
                    as: 'felt' as const,
                    value,
                  })),
                },
              },
              {
                name: 'mode',
                value: {
                  type: 'core::option::Option::<core::bool>',
                  as: 'enum',
                  variant: 'Some',
                  value: { type: 'core::bool', as: 'bool', value: true },
                },
              },
              { name: 'none', value: { type: '()', as: 'list', items: [] } },
            ],
          },
        },
        {
          name: 'token',
          value: {
            type: 'core::starknet::contract_address::ContractAddress',
            as: 'address',
            value: STRK,
          },
        },
      ],
    };
    expect(details({ ...other, decoded }).slice(3)).toEqual([
      { as: 'raw', label: 'params › beasts (Span<felt252>)', value: '0x1, 0x2' },
      { as: 'text', label: 'params › mode (Option<bool>)', value: 'Some' },
      { as: 'text', label: 'params › mode › Some (bool)', value: { say: 'calls.yes' } },
      { as: 'text', label: 'params › none (())', value: { say: 'calls.none' } },
      { as: 'address', label: 'token (ContractAddress)', value: STRK, name: 'STRK' },
      { as: 'raw', label: { say: 'calls.calldata' }, value: calldata.join(', ') },
    ]);
  });

  it('names a listed contract with the source of its name', () => {
    const [, swap] = corpus('swap on AVNU with its allowance');
    expect(swap && details(swap).slice(0, 2)).toEqual([
      {
        as: 'address',
        label: { say: 'calls.contract' },
        value: swap?.call.contractAddress,
        name: 'AVNU',
      },
      { as: 'text', label: { say: 'calls.nameFrom' }, value: { say: 'calls.ownList' } },
    ]);
  });

  it('describes an unknown effect as unknown, without the section’s title again', () => {
    expect(describeCalls([other], tokens).sentences).toContainEqual({
      as: 'text',
      label: { say: 'calls.effect' },
      value: { say: 'calls.unknown' },
    });
    expect(JSON.stringify(describeCalls([other], tokens).sentences)).not.toContain('whatItDoes');
  });

  it('numbers several calls, and one not at all', () => {
    expect(sentences([other])).toEqual([
      { as: 'sentence', value: expect.objectContaining({ say: 'calls.other' }) },
    ]);
    expect(sentences([other, other]).map(({ value }) => value)).toMatchObject([
      { say: 'calls.numbered', with: { number: '1', what: { say: 'calls.other' } } },
      { say: 'calls.numbered', with: { number: '2', what: { say: 'calls.other' } } },
    ]);
  });

  it('puts an allowance to the swap that uses it up, and says so', () => {
    const calls = corpus('swap on AVNU with its allowance');
    expect(sentences(calls)).toHaveLength(1);
    expect(describeCalls(calls, tokens).sentences).toContainEqual({
      as: 'text',
      label: { say: 'calls.allowed' },
      value: { amount: '12.5', symbol: 'STRK' },
    });
    expect(describeCalls(calls, tokens).details).toHaveLength(2);
  });

  it.each<[string, (call: ReadCall) => ReadCall]>([
    ['of another amount', (call) => changed(call, { amount: '12500000000000000001' })],
    ['of another token', (call) => changed(call, { token: mainnet.tokens.USDCe.address })],
    ['to another spender', (call) => changed(call, { spender: game })],
    ['that comes on top', (call) => changed(call, { more: true })],
    ['that another account has signed', (call) => changed(call, { owner: game })],
  ])('describes an allowance %s by itself', (_, change) => {
    const [approve, swap] = corpus('swap on AVNU with its allowance');
    if (!approve || !swap) throw new Error('The corpus has no such case.');
    expect(sentences([change(approve), swap])).toHaveLength(2);
    expect(sentences([approve, approve, swap])).toHaveLength(2);
  });

  it('describes an unlimited allowance by itself, though the call claims to use as much', () => {
    const vault = 'liquid staking: deposit into an ERC-4626 vault';
    const found = readCases('services').find(({ name }) => name === vault);
    const most = found?.calls.map(([to, entrypoint, calldata, inputs]) => {
      const all = calldata.replace(/u:\d+/u, 'max');
      return inputs === undefined
        ? ([to, entrypoint, all] as const)
        : ([to, entrypoint, all, inputs] as const);
    });
    expect(sentences(readCalls({ name: vault, calls: found?.calls ?? [] }))).toHaveLength(1);
    const [allows, deposits] = sentences(readCalls({ name: vault, calls: most ?? [] }));
    expect(allows?.value).toMatchObject({ with: { what: { say: 'calls.allowAny' } } });
    expect(deposits?.value).toMatchObject({ with: { number: '2' } });
  });

  it('confuses no payment with an allowance in the description', () => {
    const {
      call: paid,
      meaning: approve,
      decoded,
    } = corpus('swap on AVNU with its allowance')[0] ?? other;
    const [, swap] = corpus('swap on AVNU with its allowance');
    const [transfer, ekubo] = corpus('swap on Ekubo: transfer, swap, clear');
    if (approve.kind !== 'approve' || transfer?.meaning.kind !== 'transfer' || !swap || !ekubo)
      throw new Error('The corpus has no such case.');
    const sent = { ...transfer.meaning, to: approve.spender };
    expect(sentences([{ call: paid, meaning: sent, decoded }, swap])).toHaveLength(2);
    const allowed = { ...approve, spender: transfer.meaning.to };
    expect(sentences([{ call: paid, meaning: allowed, decoded }, ekubo])).toHaveLength(2);
  });

  it('shows no minimum that somebody else collects', () => {
    const [transfer, swap, clear] = corpus('swap on Ekubo: transfer, swap, clear');
    if (!transfer || !swap || clear?.meaning.kind !== 'act') throw new Error('No such case.');
    expect(sentences([transfer, swap, clear])).toHaveLength(1);
    const toOther = { ...clear, meaning: { ...clear.meaning, to: game } };
    expect(sentences([transfer, swap, toOther])).toHaveLength(2);
  });

  // @promise T3.2
  it('names an unlisted token by its contract, and no unknown one', () => {
    const token = toAddress('0x77');
    const transfer: ReadCall = {
      call: { contractAddress: token, entrypoint: 'transfer', calldata: [game, '0x5dc', '0x0'] },
      meaning: { kind: 'transfer', standard: 'erc20', token, amount: '1500', to: game },
      decoded: null,
    };
    const claimed = (symbol: string) =>
      describeCalls([transfer], {
        ...listedTokens(chainIds.mainnet),
        [token]: { address: token, symbol, decimals: 3, verified: false },
      }).sentences;
    const amount = { amount: '1.5' };
    const told: [string, TextRef][] = [
      ['SHELL', { say: 'calls.ofClaimed', with: { amount, symbol: 'SHELL' } }],
      // One that imitates is no name.
      ['USDC', { say: 'calls.ofUnknown', with: { amount } }],
    ];
    for (const [symbol, what] of told)
      expect(claimed(symbol)).toEqual([
        { as: 'sentence', value: { say: 'calls.send', with: { what } } },
        { as: 'address', label: { say: 'calls.to' }, value: game },
        { as: 'address', label: { say: 'calls.tokenClaims', with: { symbol } }, value: token },
      ]);
    expect(describeCalls([transfer], {}).sentences).toEqual([
      {
        as: 'sentence',
        value: {
          say: 'calls.send',
          with: { what: { say: 'calls.smallestUnits', with: { amount: { amount: '1500' } } } },
        },
      },
      { as: 'address', label: { say: 'calls.to' }, value: game },
      { as: 'address', label: { say: 'calls.tokenUnlisted' }, value: token },
    ]);
  });
});

function changed(call: ReadCall, part: object): ReadCall {
  return { ...call, meaning: { ...call.meaning, ...part } };
}
