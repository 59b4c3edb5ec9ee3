import type { Call } from '../../schema/call';
import { sameFelt } from '../../schema/primitives';
import type { TransactionRecord } from '../../schema/transaction';
import { signedNumber, toAddress, toHex } from '../felt';
import { getSelector, isIdentifier } from '../selector';

/** A call as it is signed, with the selector of its entry point. Felts are in hex. */
export type EncodedCall = {
  readonly to: string;
  readonly selector: string;
  readonly calldata: readonly string[];
};

const count = (values: readonly unknown[]): string => toHex(BigInt(values.length));
const canonicalHex = (felt: string): string => toHex(BigInt(felt));

/** @throws invalidParams if the entry point is not an identifier. */
export const encodedCall = ({ contractAddress, entrypoint, calldata }: Call): EncodedCall => ({
  to: canonicalHex(contractAddress),
  selector: getSelector(entrypoint),
  calldata: calldata.map(canonicalHex),
});

/**
 * Calldata of an account's `__execute__`. Cairo 1: each call followed by its own calldata. Cairo 0:
 * a table of calls with offset and length into one common calldata.
 * @throws invalidParams if an entry point is not an identifier.
 */
export function encodeExecute(calls: readonly Call[], cairoVersion: 0 | 1): string[] {
  const encoded = calls.map(encodedCall);
  if (cairoVersion === 1)
    return [
      count(calls),
      ...encoded.flatMap(({ to, selector, calldata }) => [
        to,
        selector,
        count(calldata),
        ...calldata,
      ]),
    ];
  let offset = 0;
  const table = encoded.flatMap(({ to, selector, calldata }) => {
    const row = [to, selector, toHex(BigInt(offset)), count(calldata)];
    offset += calldata.length;
    return row;
  });
  const all = encoded.flatMap(({ calldata }) => calldata);
  return [count(calls), ...table, count(all), ...all];
}

/** Reads felts in sequence; returns undefined once they are used up. */
function feltReader(felts: readonly string[]) {
  let position = 0;
  return {
    felt: (): string | undefined => felts[position++],
    count(): number | undefined {
      const text = felts[position++];
      if (text === undefined) return undefined;
      return Number(BigInt(text));
    },
    list(length: number): readonly string[] {
      position += length;
      return felts.slice(position - length, position);
    },
    /** Also false if a list was longer than the remaining felts. */
    atEnd: () => position === felts.length,
  };
}
type FeltReader = ReturnType<typeof feltReader>;

function parseCairo1(reader: FeltReader, calls: number): EncodedCall[] | undefined {
  const read: EncodedCall[] = [];
  for (let i = 0; i < calls; i++) {
    const [to, selector, length] = [reader.felt(), reader.felt(), reader.count()];
    if (to === undefined || selector === undefined || length === undefined) return undefined;
    read.push({
      to: toAddress(to),
      selector: canonicalHex(selector),
      calldata: reader.list(length),
    });
  }
  return read;
}

function parseCairo0(reader: FeltReader, calls: number): EncodedCall[] | undefined {
  const rows: { to: string; selector: string; length: number }[] = [];
  let expectedOffset = 0;
  for (let i = 0; i < calls; i++) {
    const [to, selector] = [reader.felt(), reader.felt()];
    const [offset, length] = [reader.count(), reader.count()];
    if (to === undefined || selector === undefined || length === undefined) return undefined;
    // With overlapping or skipped calldata, the displayed and the executed call could differ.
    if (offset !== expectedOffset) return undefined;
    expectedOffset += length;
    rows.push({ to, selector, length });
  }
  if (reader.count() !== expectedOffset) return undefined;
  return rows.map(({ to, selector, length }) => ({
    to: toAddress(to),
    selector: canonicalHex(selector),
    calldata: reader.list(length),
  }));
}

/**
 * Decodes the calls in the calldata of `__execute__`; `to` in 64 digits. The exact inverse of
 * encodeExecute: undefined for anything that it would not produce, such as a wrong count, left-over
 * felts, or (Cairo 0) calls that share or skip calldata.
 */
export function decodeExecute(
  calldata: readonly string[],
  cairoVersion: 0 | 1,
): EncodedCall[] | undefined {
  const reader = feltReader(calldata);
  const calls = reader.count();
  if (calls === undefined) return undefined;
  const read = cairoVersion === 1 ? parseCairo1(reader, calls) : parseCairo0(reader, calls);
  if (reader.atEnd()) return read;
  return undefined;
}

/** The calls of a record, as far as it stores them. */
export function callsInRecord(record: TransactionRecord): readonly EncodedCall[] {
  const { contractAddress: to, contractFuncName: name, contractCallData: calldata } = record;
  if (record.txnType !== 'invoke') return [];
  if (name === '__execute__' && sameFelt(to, record.senderAddress))
    return decodeExecute(calldata, 1) ?? decodeExecute(calldata, 0) ?? [];
  if (isIdentifier(name)) return [{ to, selector: getSelector(name), calldata }];
  return [];
}

/**
 * Whether an account of the other Cairo version would execute this calldata as different calls. The
 * exact inverse above is too strict for this: Cairo 0 accepts rows that share or skip calldata or
 * point back into the table, and empty rows that point anywhere.
 */
export function readsOtherwise(calldata: readonly string[], cairoVersion: 0 | 1): boolean {
  if (cairoVersion === 0) return decodeExecute(calldata, 1) !== undefined;
  const felts = calldata.map(BigInt);
  const [calls = 0n] = felts;
  const common = BigInt(felts.length) - 4n * calls - 2n;
  if (felts[Number(4n * calls) + 1] !== common) return false;
  const rows = Array.from({ length: Number(calls) }, (_, row) => felts.slice(4 * row + 3));
  return rows.every(([offset = 0n, length = 0n]) => {
    const start = signedNumber(offset);
    return length === 0n || (start + 4n * calls + 2n >= 0n && start + length <= common);
  });
}
