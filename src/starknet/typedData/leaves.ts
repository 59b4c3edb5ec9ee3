import { ETHEREUM_BOUND } from '../../schema/primitives';
import { parseText, signedNumber, toAddress } from '../felt';
import { isIdentifier, nameOfSelector } from '../selector';
import type { TypedStruct, TypedValue } from './basic';
import { findPreset } from './declarations';
import { encodedValue } from './hash';
import type { TypedData } from './parse';

/** One signed value, in the order of the hash. */
export type TypedDataFact = {
  /** Its path: domain or message, then fields, array indexes, names of variants. */
  readonly path: readonly string[];
  /** Its declared type. */
  readonly type: string;
  readonly as:
    | 'text'
    | 'number'
    | 'amount'
    | 'address'
    | 'classHash'
    | 'selector'
    | 'time'
    | 'boolean'
    | 'choice'
    | 'root'
    | 'empty';
  /**
   * Form that the user reads: a text, a decimal number (amounts in the smallest unit), an address in 64
   * digits, the name of a function, unix seconds, true or false, the name of a variant, the root of
   * a Merkle tree.
   */
  readonly value: string;
  /** Canonical hex of the signed felt, if it is a single felt. */
  readonly raw?: string;
  /** The text that a number also encodes, if any: 0x534e5f4d41494e is also SN_MAIN. */
  readonly alsoReads?: string;
  /** For an amount: the contract of its token, if signed next to it. */
  readonly token?: string;
  readonly warning?: 'zeroAddress' | 'ethereumAddress' | 'unreadableSelector';
};

type FeltLeaf = Extract<TypedValue, { as: 'felt' }>;
type LeafFact = Omit<TypedDataFact, 'path' | 'type' | 'raw'>;

const PRINTABLE_TEXT = /^[\x20-\x7e]+$/u;

function parseNumberOrText({ felt, text }: FeltLeaf): LeafFact {
  if (text !== undefined) return { as: 'text', value: text };
  const decoded = parseText([felt]);
  return {
    as: 'number',
    value: BigInt(felt).toString(),
    ...(decoded !== undefined && PRINTABLE_TEXT.test(decoded) && { alsoReads: decoded }),
  };
}

function addressLeaf({ felt }: FeltLeaf): LeafFact {
  const value = BigInt(felt);
  const reading = { as: 'address', value: toAddress(value) } as const;
  if (value === 0n) return { ...reading, warning: 'zeroAddress' };
  if (value < ETHEREUM_BOUND) return { ...reading, warning: 'ethereumAddress' };
  return reading;
}

function selectorLeaf({ felt, text }: FeltLeaf): LeafFact {
  if (text !== undefined && !isIdentifier(text)) return { as: 'text', value: text };
  const name = text ?? nameOfSelector(felt);
  if (name === undefined) return { as: 'selector', value: felt, warning: 'unreadableSelector' };
  return { as: 'selector', value: name };
}

function feltLeaf(value: FeltLeaf): LeafFact {
  const number = BigInt(value.felt);
  switch (value.type) {
    case 'felt':
    case 'felt252':
    case 'shortstring':
    case 'string':
      return parseNumberOrText(value);
    case 'ContractAddress':
      return addressLeaf(value);
    case 'selector':
      return selectorLeaf(value);
    case 'ClassHash':
      return { as: 'classHash', value: value.felt };
    case 'bool':
      return { as: 'boolean', value: String(number === 1n) };
    case 'timestamp':
      return { as: 'time', value: number.toString() };
    case 'u8':
    case 'u16':
    case 'u32':
    case 'u64':
    case 'u128':
      return { as: 'number', value: number.toString() };
    case 'i128':
      return { as: 'number', value: signedNumber(number).toString() };
  }
}

const feltOf = ({ fields }: TypedStruct, name: string | undefined): bigint | undefined => {
  const value = fields.find((field) => field.name === name)?.value;
  if (value?.as === 'felt') return BigInt(value.felt);
  return undefined;
};

function leavesOf(value: TypedValue, path: readonly string[], revision: 0 | 1): TypedDataFact[] {
  const { type } = value;
  const inside = (name: string, inner: TypedValue) => leavesOf(inner, [...path, name], revision);
  const empty: TypedDataFact = { path, type, as: 'empty', value: '' };
  switch (value.as) {
    case 'felt':
      return [{ path, type, ...feltLeaf(value), raw: value.felt }];
    case 'text':
      return [{ path, type, as: 'text', value: value.text }];
    case 'list':
      if (value.items.length === 0) return [empty];
      return value.items.flatMap((item, i) => inside(`${i}`, item));
    case 'tree': {
      const root = encodedValue(value, revision);
      return [
        { path, type, as: 'root', value: root, raw: root },
        ...value.items.flatMap((item, i) => inside(`${i}`, item)),
      ];
    }
    case 'enum':
      return [
        { path, type, as: 'choice', value: value.variant },
        ...value.items.flatMap((item, i) =>
          leavesOf(item, [...path, value.variant, `${i}`], revision),
        ),
      ];
    case 'struct': {
      const preset = findPreset(revision, type);
      const [low, high] = [feltOf(value, 'low'), feltOf(value, 'high')];
      if (preset?.isSplitNumber && low !== undefined && high !== undefined)
        return [{ path, type, as: 'amount', value: (low + (high << 128n)).toString() }];
      if (value.fields.length === 0) return [empty];
      const token = preset && feltOf(value, preset.token);
      const facts = value.fields.flatMap((field) => inside(field.name, field.value));
      if (token === undefined) return facts;
      return facts.map((fact) => {
        if (fact.as !== 'amount') return fact;
        return { ...fact, token: toAddress(token) };
      });
    }
  }
}

/** Everything that is signed, read from the tree that is hashed, with no omissions. */
export function typedDataFacts({ revision, domain, message }: TypedData): TypedDataFact[] {
  return [...leavesOf(domain, ['domain'], revision), ...leavesOf(message, ['message'], revision)];
}
