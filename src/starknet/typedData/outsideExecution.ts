import { fail } from '@xnet/clients/errors';
import { ownEntry } from '@xnet/clients/schema/table';
import { ADDRESS_BOUND } from '../../schema/primitives';
import { shortString, toAddress, toHex } from '../felt';
import { isIdentifier, nameOfSelector } from '../selector';
import { findFelt, listStructs, plainName, type TypedStruct, type TypedValue } from './basic';
import { domainNames, type Revision, refuseTypedData } from './declarations';
import { domainName, type TypedData } from './parse';

/** A call as it is signed: with a selector, and a name only if known. */
export type OutsideCall = {
  /** 64 digits. */
  readonly to: string;
  readonly selector: string;
  /** Signed as a name, or the well-known name of the selector; null if there is none. */
  readonly entrypoint: string | null;
  readonly calldata: readonly string[];
};

/** SNIP-9: calls that anyone with the signature can make the account execute. */
export type OutsideExecution = {
  readonly version: 1 | 2 | 3;
  /** False if the domain is not the standard's; known accounts then reject it. */
  readonly isStandardDomain: boolean;
  /** The allowed caller: an address in 64 digits, or ANY_CALLER in as many. */
  readonly caller: string;
  readonly nonce: string;
  /** Unix seconds, decimal; the block's time must lie strictly between the two. */
  readonly after: string;
  readonly before: string;
  readonly calls: readonly OutsideCall[];
  /**
   * Version 3: the fee that the account pays besides the calls, in smallest units; null if none.
   */
  readonly fee: {
    readonly token: string;
    readonly amount: string;
    readonly receiver: string;
  } | null;
};

const DOMAIN = 'Account.execute_from_outside';
/** The caller value that allows any caller, in 64 digits. */
export const ANY_CALLER = toAddress(shortString('ANY_CALLER'));

/**
 * Type hashes of OutsideExecution, by which accounts recognise it: SNIP-9 prints those of versions
 * 1 and 2; that of 3 follows from the draft in SNIP-29 with `Fee` as an enum and `Fee Transfer`
 * spelt alike in both places.
 */
const versions: Readonly<Record<string, OutsideExecution['version']>> = {
  '0x11ff76fe3f640fa6f3d60bbd94a3b9d47141a2c96f87fdcfbeb2af1d03f7050': 1,
  '0x312b56c05a7965066ddbda31c016d8d05afc305071c0ca3cdc2192c3c2f1f0f': 2,
  '0x1bcde60b223f09166766c3790027645cd5cd4a212a6d161af955ca06555746b': 3,
};

type Path = readonly string[];

/** Matches by type, or by content under any spelling: calls, and a time for their execution. */
function looksOutside({ type, fields }: TypedStruct): boolean {
  const names = new Set(fields.map(({ name }) => plainName(name)));
  const hasWindow = names.has('executeafter') || names.has('executebefore');
  return (
    plainName(type) === 'outsideexecution' ||
    (names.has('calls') && (hasWindow || names.has('caller')))
  );
}

type Field = { readonly value: TypedValue; readonly path: Path };

/** Narrows a field to the form that its type hash guarantees. */
function narrowField<As extends TypedValue['as']>(field: Field | undefined, form: As) {
  if (field?.value.as !== form) return fail('internal');
  return { path: field.path, value: field.value as Extract<TypedValue, { as: As }> };
}

/** The fields of a struct whose order the type hash guarantees. */
function fieldsOf(field: Field | undefined): Field[] {
  const { value, path } = narrowField(field, 'struct');
  return value.fields.map(({ name, value }) => ({ value, path: [...path, name] }));
}

function number(field: Field | undefined, bound: bigint, expected: string): bigint {
  const value = field?.value.as === 'felt' ? BigInt(field.value.felt) : undefined;
  if (value === undefined || value >= bound) return refuseTypedData(field?.path ?? [], expected);
  return value;
}

const addressIn = (field: Field | undefined): string =>
  toAddress(number(field, ADDRESS_BOUND, 'expected a contract address below 2^251 - 256.'));
const time = (field: Field | undefined): bigint =>
  number(field, 2n ** 64n, 'accounts know times below 2^64 only.');

function listOf(field: Field | undefined): Field[] {
  const { value, path } = narrowField(field, 'list');
  return value.items.map((item, i) => ({ value: item, path: [...path, `${i}`] }));
}

function requireLength(field: Field | undefined, items: readonly unknown[]): void {
  const expected = `expected ${items.length}, the length of the array.`;
  const length = number(field, BigInt(items.length) + 1n, expected);
  if (length !== BigInt(items.length)) refuseTypedData(field?.path ?? [], expected);
}

/**
 * A selector is a 250-bit hash. A number below 2^128 is practically never one: it is a name signed
 * as a short text, or something else that calls another function than it appears to.
 */
function selectorOfCall(field: Field | undefined): Pick<OutsideCall, 'selector' | 'entrypoint'> {
  const selector = number(field, 2n ** 250n, 'a selector is below 2^250.');
  if (selector < 2n ** 128n)
    refuseTypedData(field?.path ?? [], 'this is no selector of a function.');
  const hex = toHex(selector);
  const signedAs =
    field?.value.as === 'felt' && field.value.type === 'selector' ? field.value.text : undefined;
  if (signedAs !== undefined && !isIdentifier(signedAs))
    refuseTypedData(field?.path ?? [], 'this is no name of a function.');
  return { selector: hex, entrypoint: signedAs ?? nameOfSelector(hex) ?? null };
}

function parseCall(call: Field, version: OutsideExecution['version']): OutsideCall {
  const [to, selector, ...callFields] = fieldsOf(call);
  const data = listOf(callFields.at(-1));
  if (version === 1) requireLength(callFields[0], data);
  const calldata = data.map((felt) => toHex(number(felt, 2n ** 252n, 'expected a felt.')));
  return { to: addressIn(to), ...selectorOfCall(selector), calldata };
}

/** Version 3's last field: the second variant of Fee Mode contains a Fee Transfer. */
function parseFee(field: Field | undefined): OutsideExecution['fee'] {
  const { value: mode, path } = narrowField(field, 'enum');
  const [transfer] = mode.items;
  if (transfer === undefined) return null;
  const [paid, receiver] = fieldsOf({ value: transfer, path: [...path, mode.variant, '0'] });
  const [token, amount] = fieldsOf(paid);
  const [low, high] = fieldsOf(amount).map((limb) =>
    number(limb, 2n ** 128n, 'expected 128 bits.'),
  );
  const sum = (low ?? 0n) + ((high ?? 0n) << 128n);
  return { token: addressIn(token), amount: sum.toString(), receiver: addressIn(receiver) };
}

const standardMembers = {
  0: ['name felt', 'version felt', 'chainId felt'],
  1: ['name', 'version', 'chainId', 'revision'].map((name) => `${name} shortstring`),
};
/** True for the domain with which accounts hash an outside execution. */
const hasStandardMembers = ({ fields }: TypedStruct, revision: Revision): boolean =>
  fields.map(({ name, value }) => `${name} ${value.type}`).join() ===
  standardMembers[revision].join();

/**
 * The calls that a message lets others execute (SNIP-9), whatever its domain; undefined for any
 * other message.
 * @throws invalidParams for a message that resembles an outside execution but is not exactly one:
 * what the user sees and what an account or another contract executes could differ
 */
export function parseOutsideExecution({
  revision,
  domain,
  message,
}: TypedData): OutsideExecution | undefined {
  const isStandardDomain =
    domainName({ domain }) === DOMAIN || findFelt(domain, 'name') === shortString(DOMAIN);
  const [execution] = listStructs(message, ['message']).filter(({ struct }) =>
    looksOutside(struct),
  );
  if (!isStandardDomain && !execution) return undefined;

  const path = ['message'];
  const version = ownEntry(versions, message.typeHash);
  if (version === undefined)
    return refuseTypedData(
      execution?.path ?? path,
      'it resembles an outside execution, but is none: use the types of SNIP-9, or other names.',
    );
  if (isStandardDomain && !hasStandardMembers(domain, revision))
    refuseTypedData(
      ['types', domainNames[revision]],
      'declare the members of SNIP-9, in its order.',
    );
  if (isStandardDomain && findFelt(domain, 'version') !== toHex(BigInt(version)))
    refuseTypedData(['domain', 'version'], `this message is of version ${version}.`);

  const [caller, nonce, after, before, ...fields] = fieldsOf({ value: message, path });
  const calls = listOf(version === 1 ? fields[1] : fields[0]);
  if (version === 1) requireLength(fields[0], calls);
  const [from, until] = [time(after), time(before)];
  if (until <= from + 1n)
    refuseTypedData(before?.path ?? path, 'there is no time to carry it out in.');
  return {
    version,
    isStandardDomain,
    caller: addressIn(caller),
    nonce: toHex(number(nonce, 2n ** 252n, 'expected a felt.')),
    after: from.toString(),
    before: until.toString(),
    calls: calls.map((call) => parseCall(call, version)),
    fee: version === 3 ? parseFee(fields[1]) : null,
  };
}
