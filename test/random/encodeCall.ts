import { FIELD_PRIME } from '../../src/schema/primitives';
import type { Abi, DecodedCall, Value } from '../../src/starknet/abi/abi';
import { toHex } from '../../src/starknet/felt';

const LIMB_BITS = 128n;

const limbsOf = (type: string): number => {
  if (/(?:^Uint256|::u256>?)$/u.test(type)) return 2;
  return /::u512>?$/u.test(type) ? 4 : 1;
};

function encodeNumber(type: string, number: bigint): bigint[] {
  const count = limbsOf(type);
  if (count === 1) return [number < 0n ? number + FIELD_PRIME : number];
  return Array.from({ length: count }, (_, at) =>
    BigInt.asUintN(128, number >> (BigInt(at) * LIMB_BITS)),
  );
}

/** The index of a variant; ABIs do not declare the language's own enums. */
function numberOf(abi: Abi, type: string, variant: string): number {
  const own = [
    ['Some', 'None'],
    ['Ok', 'Err'],
  ].find((names) => type.startsWith('core::') && names.includes(variant));
  return (own ?? abi.enums[type]?.map(({ name }) => name) ?? []).indexOf(variant);
}

function encode(abi: Abi, value: Value): bigint[] {
  switch (value.as) {
    case 'number':
      return encodeNumber(value.type, BigInt(value.value));
    case 'bool':
      return [value.value ? 1n : 0n];
    case 'text':
      return value.raw.map(BigInt);
    case 'struct':
      return value.fields.flatMap((field) => encode(abi, field.value));
    case 'enum': {
      const inner = value.value ? encode(abi, value.value) : [];
      return [BigInt(numberOf(abi, value.type, value.variant)), ...inner];
    }
    case 'list': {
      const felts = value.items.flatMap((item) => encode(abi, item));
      const isCounted = value.type.startsWith('core::array::') || value.type.endsWith('*');
      return isCounted ? [BigInt(value.items.length), ...felts] : felts;
    }
    default:
      return [BigInt(value.value)];
  }
}

/** The calldata of a decoded call, as canonical hex: proves that decoding read all of it. */
export const encodeCall = (abi: Abi, { args }: DecodedCall): string[] =>
  args.flatMap(({ value }) => encode(abi, value)).map(toHex);
