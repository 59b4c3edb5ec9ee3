import { getSelector } from '../selector';
import type { Abi, AbiFunction } from './abi';

const ADDRESS = 'core::starknet::contract_address::ContractAddress';
const U256_TYPE = 'core::integer::u256';

/** ERC-20 as OpenZeppelin spells it, in Cairo 0 and 1; the last parameter of each is an amount. */
const signatures: Readonly<Record<string, string>> = {
  transfer: 'recipient amount',
  transfer_from: 'sender recipient amount',
  transferFrom: 'sender recipient amount',
  approve: 'spender amount',
  increase_allowance: 'spender added_value',
  increaseAllowance: 'spender added_value',
  decrease_allowance: 'spender subtracted_value',
  decreaseAllowance: 'spender subtracted_value',
};

function functionFrom(name: string, signature: string): AbiFunction {
  const names = signature.split(' ');
  const inputs = names.map((input, index) => ({
    name: input,
    type: index === names.length - 1 ? U256_TYPE : ADDRESS,
  }));
  return { name, inputs };
}

let abi: Abi | undefined;

/** The ABI of listed tokens: they are known, so decoding depends on no node and loads no class. */
export function tokenAbi(): Abi {
  abi ??= {
    functions: Object.fromEntries(
      Object.entries(signatures).map(([name, signature]) => [
        getSelector(name),
        functionFrom(name, signature),
      ]),
    ),
    structs: {},
    enums: {},
  };
  return abi;
}
