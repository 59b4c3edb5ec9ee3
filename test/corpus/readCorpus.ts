import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/root';
import type { ReadCall } from '../../src/flow/transactions/review';
import type { TokensByAddress } from '../../src/flow/transactions/simulate';
import { listedTokens } from '../../src/flow/transactions/tokenTable';
import type { Call } from '../../src/schema/call';
import { chainIds } from '../../src/schema/primitives';
import type { DecodedCall } from '../../src/starknet/abi/abi';
import { decodeCall } from '../../src/starknet/abi/decodeCall';
import { parseAbi } from '../../src/starknet/abi/parseAbi';
import { parseMeaning } from '../../src/starknet/meaning/parseMeaning';
import { getSelector } from '../../src/starknet/selector';
import names from './names.json';

/** Contract, entry point, calldata, and the ABI's inputs for a contract with a known ABI. */
type Row = readonly [to: string, entrypoint: string, calldata: string, inputs?: string];
/** `say`: the dialog's sentences in English; absent if the call must not be described. */
type Case = { readonly name: string; readonly calls: readonly Row[]; readonly say?: string[] };

export const families = ['tokens', 'trading', 'accounts', 'services'] as const;

export const readCases = (family: (typeof families)[number] | 'falseFriends'): Case[] =>
  JSON.parse(readFileSync(join(root, `test/corpus/${family}.json`), 'utf8'));

const byName: Readonly<Record<string, string>> = names;
const LIMB = 2n ** 128n;

/** `u:5` is a u256 in its two felts, `max` the largest u256; other words are names or felts. */
function felts(calldata: string): string[] {
  const words = calldata.split(' ').filter((word) => word !== '');
  return words.flatMap((word) => {
    if (word === 'max') return Array(2).fill(`0x${(LIMB - 1n).toString(16)}`);
    if (!word.startsWith('u:')) return byName[word] ?? word;
    const amount = BigInt(word.slice(2));
    return [amount % LIMB, amount / LIMB].map((limb) => `0x${limb.toString(16)}`);
  });
}

const types = {
  ContractAddress: 'core::starknet::contract_address::ContractAddress',
  u256: 'core::integer::u256',
  u128: 'core::integer::u128',
  u8: 'core::integer::u8',
  felt252: 'core::felt252',
  bool: 'core::bool',
  'Span<felt252>': 'core::array::Span::<core::felt252>',
  'Array<Call>': 'core::array::Array::<core::starknet::account::Call>',
} as const;
const typeOf = (name: string): string =>
  new Map<string, string>(Object.entries(types)).get(name) ?? name;
const Call1 = {
  type: 'struct',
  name: 'core::starknet::account::Call',
  members: [
    { name: 'to', type: types.ContractAddress },
    { name: 'selector', type: types.felt252 },
    { name: 'calldata', type: types['Span<felt252>'] },
  ],
};

function decode({ entrypoint, calldata }: Call, inputs: string): DecodedCall | null {
  const parameters = inputs
    .split(', ')
    .filter((input) => input !== '')
    .map((input) => {
      const [name = '', type = ''] = input.split(': ');
      return { name, type: typeOf(type) };
    });
  const item = {
    type: 'function',
    name: entrypoint,
    inputs: parameters,
    outputs: [],
    state_mutability: 'external',
  };
  const abi = parseAbi([Call1, item]);
  const decoded = abi && decodeCall(abi, getSelector(entrypoint), calldata);
  if (!decoded) throw new Error(`The ABI of ${entrypoint} does not fit its calldata.`);
  return decoded;
}

/** The calls of a case as a review reads them, on Mainnet. */
export const readCalls = ({ calls }: Case): ReadCall[] =>
  calls.map(([to, entrypoint, calldata, inputs]) => {
    const call = { contractAddress: byName[to] ?? to, entrypoint, calldata: felts(calldata) };
    const decoded = inputs === undefined ? null : decode(call, inputs);
    const meaning = parseMeaning(call, decoded, { account: names.me, chainId: chainIds.mainnet });
    return { call, meaning, decoded };
  });

/** The listed tokens, and the data of an unlisted one. */
export const tokens: TokensByAddress = {
  ...listedTokens(chainIds.mainnet),
  [names.NSTR]: { address: names.NSTR, symbol: 'NSTR', decimals: 18, verified: false },
};
