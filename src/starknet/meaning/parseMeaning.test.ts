import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import names from '../../../test/corpus/names.json';
import { families, readCalls, readCases } from '../../../test/corpus/readCorpus';
import { chainIds } from '../../schema/primitives';
import { toAddress } from '../felt';
import { knownToken, knownTokens } from '../tokens/erc20';
import { knownContract } from './knownContracts';
import { parseMeaning } from './parseMeaning';

const [account, friend, nft] = ['0x11', '0x22', '0x33'].map(toAddress) as [string, string, string];
const avnu = '0x04270219d365d6b017231b52e92b3fb5d7c8378b05e9abc97724537a80e93b0f';
const { mainnet } = chainIds;
const context = { account, chainId: mainnet };
const STRK = knownTokens.STRK.address;
const call = (contractAddress: string, entrypoint: string, ...calldata: string[]) => ({
  contractAddress,
  entrypoint,
  calldata,
});

describe('parseMeaning', () => {
  // @promise T10.2
  it('reads a transfer with the whole u256, and names listed contracts', () => {
    expect(parseMeaning(call(STRK, 'transfer', friend, '0x1', '1'), null, context)).toEqual({
      kind: 'transfer',
      standard: 'erc20',
      token: STRK,
      amount: (1n + 2n ** 128n).toString(),
      to: friend,
      names: { [STRK]: 'STRK' },
    });
  });

  it('marks an amount as unsure if nothing distinguishes it from a piece', () => {
    const approve = call(nft, 'approve', friend, '0x5', '0x0');
    expect(parseMeaning(approve, null, context)).toMatchObject({ standard: 'erc20', unsure: true });
    const named = (name: string) => ({
      name: 'approve',
      args: [
        { name: 'to', value: { type: 'felt252', as: 'felt' as const, value: friend } },
        { name, value: { type: 'core::integer::u256', as: 'number' as const, value: '5' } },
      ],
    });
    expect(parseMeaning(approve, named('tokenId'), context)).toMatchObject({
      standard: 'erc721',
      tokenId: '5',
    });
    expect(parseMeaning(approve, named('amount'), context)).not.toHaveProperty('unsure');
    expect(parseMeaning(approve, named('number'), context)).toMatchObject({ unsure: true });
  });

  it('reads a call of a listed contract without a word of an ABI', () => {
    const listed = families
      .flatMap((family) => readCases(family).flatMap(readCalls))
      .filter(
        ({ call: { contractAddress: to } }) =>
          knownContract(to, mainnet) || knownToken(to, mainnet),
      );
    expect(listed.length).toBeGreaterThan(40);
    const value = { type: 'core::felt252', as: 'felt', value: '0x1' } as const;
    const lies = ['token_id', 'id', 'amount', 'value'].map((name) => [{ name, value }]);
    for (const { call: real, meaning } of listed)
      for (const args of [[], ...lies]) {
        const decoded = { name: real.entrypoint, args };
        expect(parseMeaning(real, decoded, { ...context, account: names.me })).toEqual(meaning);
      }
  });

  it('names whoever else receives what the account pays for', () => {
    const swap = (to: string) =>
      parseMeaning(
        call(
          '0x041fd22b238fa21cfcf5dd45a8548974d8263b3a531a60388411c5e230f97023',
          'swap_exact_tokens_for_tokens',
          '0x5',
          '0x0',
          '0x6',
          '0x0',
          '0x2',
          STRK,
          knownTokens.ETH.address,
          to,
          '0x1',
        ),
        null,
        context,
      );
    expect(swap(friend)).toMatchObject({ kind: 'swap', to: friend });
    expect(swap(account)).not.toHaveProperty('to');
  });

  it('distinguishes the account itself from other contracts', () => {
    expect(parseMeaning(call(account, 'upgrade', '0x9'), null, context)).toMatchObject({
      kind: 'upgrade',
      classHash: '0x9',
      own: true,
    });
    expect(parseMeaning(call(nft, 'upgrade', '0x9'), null, context)).not.toHaveProperty('own');
    const change = call(account, 'change_owner', '0xabc', '0x1', '0x2');
    expect(parseMeaning(change, null, context)).toMatchObject({
      kind: 'owner',
      change: 'set',
      who: ['0xabc', '0x1', '0x2'],
    });
  });

  it('uses the contracts of the account’s network', () => {
    const swap = call(avnu, 'multi_route_swap', STRK, '1', '0', nft, '1', '0', '1', '0', account);
    const whole = { ...swap, calldata: [...swap.calldata, '0', '0', '0'] };
    expect(parseMeaning(whole, null, context).kind).toBe('swap');
    const sepolia = { account, chainId: chainIds.sepolia };
    expect(parseMeaning(whole, null, sepolia).kind).toBe('other');
  });

  it('finds no meaning with one felt more or less, for every call of the corpus', () => {
    const calls = families.flatMap((family) => readCases(family).flatMap(readCalls));
    // A felt more makes a transfer of ERC-1155 one of ERC-721 with three felts of data.
    const told = calls.filter(
      ({ call, decoded, meaning }) =>
        !decoded && meaning.kind !== 'other' && call.entrypoint !== 'safeTransferFrom',
    );
    expect(told.length).toBeGreaterThan(80);
    for (const { call: real, meaning } of told) {
      const meaningOf = (calldata: string[]) =>
        parseMeaning({ ...real, calldata }, null, { ...context, account: names.me });
      expect(meaningOf(real.calldata)).toEqual(meaning);
      const longer = meaningOf([...real.calldata, '0x99999']);
      // Accounts of other versions take a felt more.
      if (real.contractAddress === names.me) expect(longer).not.toEqual(meaning);
      else expect(longer.kind).toBe('other');
      if (real.calldata.length > 0)
        expect(meaningOf(real.calldata.slice(0, -1))).not.toEqual(meaning);
    }
  });

  it('throws at nothing, and returns only the name of an unknown call', () => {
    const felt = fc.oneof(fc.bigInt(0n, 4n), fc.bigInt(0n, 2n ** 251n)).map(String);
    const entrypoint = fc.constantFrom(
      ...families.flatMap((family) =>
        readCases(family).flatMap(({ calls }) => calls.map(([, name]) => name)),
      ),
    );
    const contract = fc.constantFrom(account, nft, avnu, STRK);
    fc.assert(
      fc.property(contract, entrypoint, fc.array(felt, { maxLength: 14 }), (to, name, calldata) => {
        const meaning = parseMeaning(call(to, name, ...calldata), null, context);
        if (meaning.kind === 'other') expect(meaning.entrypoint).toBe(name);
        expect(JSON.parse(JSON.stringify(meaning))).toEqual(meaning);
      }),
      { numRuns: 1_000 },
    );
  });
});
