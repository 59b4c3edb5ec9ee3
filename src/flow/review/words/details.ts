import type { NamedValue, Value } from '../../../starknet/abi/abi';
import type { Meaning } from '../../../starknet/meaning/meaning';
import { getSelector } from '../../../starknet/selector';
import {
  addressFact,
  type Fact,
  rawFact,
  type Section,
  textFact,
  type Whom,
} from '../../../ui/review/facts';
import { say, type TextName, type TextRef } from '../../../ui/text/words';
import type { ReadCall } from '../../transactions/review';
import type { TokensByAddress } from '../../transactions/simulate';
import { createAmountText, groupCalls, tokenFacts } from '../../transactions/words/amounts';
import { tell } from '../../transactions/words/sentences';

/**
 * Describes calls twice: in sentences, numbered if there are several, and to the last felt.
 * @param tokens of the calls' amounts, by address in 64 digits
 */
export function describeCalls(
  calls: readonly ReadCall[],
  tokens: TokensByAddress,
): { sentences: Fact[]; whom?: Whom; details: Section[] } {
  const groups = groupCalls(calls).map((group) => ({
    ...group,
    ...tell(group.meaning, tokens, group.paid[0]),
  }));
  const sentences = groups.flatMap(({ from, to, paid, sentence, ...group }, index): Fact[] => {
    // Several transfers to one recipient, as in a move, show it once: below the last of them.
    const facts = isSameTransfer(group, groups[index + 1]) ? [] : group.facts;
    const number = from === to ? `${from + 1}` : `${from + 1}–${to + 1}`;
    const value = calls.length === 1 ? sentence : say('calls.numbered', { number, what: sentence });
    // An unlisted contract may use less than its allowance.
    const allowed = paid.map((amount) =>
      textFact('calls.allowed', createAmountText(amount, tokens)),
    );
    return [{ as: 'sentence', value }, ...allowed, ...facts];
  });
  const whom = findWhom(calls);
  return {
    sentences,
    ...(whom && { whom }),
    details: calls.map((call, index) => detail(call, tokens, { index, count: calls.length })),
  };
}

type MeaningWithFacts = { readonly meaning: Meaning; readonly facts: readonly Fact[] };

/** True for two transfers of which nothing but the amounts differs. */
const isSameTransfer = (one: MeaningWithFacts, next: MeaningWithFacts | undefined): boolean =>
  one.meaning.kind === 'transfer' &&
  next?.meaning.kind === 'transfer' &&
  JSON.stringify(one.facts) === JSON.stringify(next.facts);

/** Whom a single transfer or permission concerns. */
function findWhom([onlyCall, ...otherCalls]: readonly ReadCall[]): Whom | undefined {
  if (onlyCall === undefined || otherCalls.length > 0) return undefined;
  const { meaning } = onlyCall;
  const whomNamed = (label: TextName, address: string): Whom => {
    const name = meaning.names?.[address];
    return { label: say(label), address, ...(name !== undefined && { name }) };
  };
  if (meaning.kind === 'transfer' && meaning.from === undefined)
    return whomNamed('calls.to', meaning.to);
  if (meaning.kind === 'approve' && meaning.owner === undefined)
    return whomNamed('calls.spender', meaning.spender);
  if (meaning.kind === 'approveAll') return whomNamed('calls.spender', meaning.operator);
  return undefined;
}

/** The name of an address in the module's own lists. */
type NameOfAddress = (address: string) => string | undefined;

const namedBy =
  ({ names = {} }: Meaning, tokens: TokensByAddress): NameOfAddress =>
  (address) => {
    const { symbol, verified } = tokenFacts(address, tokens);
    return names[address] ?? ((verified && symbol) || undefined);
  };

/** A call decoded with its contract's ABI if that fits, and always as it is signed. */
function detail(
  { call, meaning, decoded, siteAgrees }: ReadCall,
  tokens: TokensByAddress,
  { index, count }: { index: number; count: number },
): Section {
  const { contractAddress, entrypoint, calldata } = call;
  const namePlace = namedBy(meaning, tokens);
  const name = namePlace(contractAddress);
  const facts = [addressFact('calls.contract', contractAddress, name)];
  if (name !== undefined) facts.push(textFact('calls.nameFrom', say('calls.ownList')));
  facts.push(
    textFact('calls.entrypoint', entrypoint),
    rawFact('calls.selector', getSelector(entrypoint)),
    ...(decoded?.args.flatMap((arg) => argument([], arg, namePlace)) ?? [
      textFact('calls.arguments', say('calls.noAbi')),
    ]),
  );
  if (siteAgrees === true) facts.push(textFact('calls.siteAbi', say('calls.siteAgrees')));
  if (siteAgrees === false) facts.push(textFact('calls.siteAbi', say('calls.siteDiffers')));
  if (calldata.length > 0) facts.push(rawFact('calls.calldata', calldata.join(', ')));
  else facts.push(textFact('calls.calldata', say('calls.none')));
  return { title: numberedTitle(index, count), facts };
}

function numberedTitle(index: number, count: number): TextRef {
  if (count === 1) return say('calls.call');
  return say('calls.callOf', { number: `${index + 1}`, count: `${count}` });
}

/** Shortens `core::array::Span::<core::felt252>` to Span<felt252>. */
const shortType = (type: string): string =>
  type.replace(/\w+::(?=\w)/gu, '').replaceAll('::<', '<');

type Scalar = Extract<Value, { value: string }>;
const isScalar = (value: Value): value is Scalar =>
  'value' in value && typeof value.value === 'string';

/** A value with the path of its names, such as `params › amount (u256)`. */
function argument(
  path: readonly string[],
  { name, value }: NamedValue,
  nameOfAddress: NameOfAddress,
): Fact[] {
  const inside = [...path, name];
  const label = `${inside.join(' › ')} (${shortType(value.type)})`;
  const all = (fields: readonly NamedValue[]) =>
    fields.flatMap((field) => argument(inside, field, nameOfAddress));
  const text = (content: string | TextRef): Fact[] => [{ as: 'text', label, value: content }];
  switch (value.as) {
    case 'address': {
      const listed = nameOfAddress(value.value);
      return [
        { as: 'address', label, value: value.value, ...(listed !== undefined && { name: listed }) },
      ];
    }
    case 'felt':
    case 'classHash':
    case 'selector':
      return [{ as: 'raw', label, value: value.value }];
    case 'number':
    case 'text':
      return text(value.value);
    case 'bool':
      return text(say(value.value ? 'calls.yes' : 'calls.no'));
    case 'struct':
      if (value.fields.length > 0) return all(value.fields);
      return text(say('calls.none'));
    case 'enum':
      if (!value.value) return text(value.variant);
      return [...text(value.variant), ...all([{ name: value.variant, value: value.value }])];
    case 'list': {
      const { items } = value;
      if (items.length === 0) return text(say('calls.none'));
      if (items.length > 1 && items.every(isScalar))
        return [{ as: 'raw', label, value: items.map((item) => item.value).join(', ') }];
      return all(items.map((item, index) => ({ name: `${index}`, value: item })));
    }
  }
}
