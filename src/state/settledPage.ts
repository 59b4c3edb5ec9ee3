import { array, coerce, object, string } from '@metamask/superstruct';
import {
  executionStatuses,
  finalityStatuses,
  StoredTransaction,
  TransactionRecord,
  transactionStatuses,
  transactionTypes,
} from '../schema/transaction';

/** Final records of one account: each word once, and a line of text for each record. */
const Packed = object({ words: array(string()), lines: array(string()) });

const SIGNS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_';

/** A felt in base 64, the shortest text: two characters for three hex digits; empty for zero. */
function packFelt(felt: string): string {
  const groups = felt.slice(2).match(/.{1,3}(?=(?:.{3})*$)/gu) ?? [];
  const signs = groups.map((group) => {
    const number = Number.parseInt(group, 16);
    return `${SIGNS[number >> 6]}${SIGNS[number & 63]}`;
  });
  return signs.join('').replace(/^0+/u, '');
}

function unpackFelt(text: string): string {
  const pairs = text.padStart(Math.ceil(text.length / 2) * 2, '0').match(/.{2}/gu) ?? [];
  const digits = pairs.map((pair) => {
    const number = SIGNS.indexOf(pair.charAt(0)) * 64 + SIGNS.indexOf(pair.charAt(1));
    return number.toString(16).padStart(3, '0');
  });
  return `0x${digits.join('').replace(/^0+/u, '') || '0'}`;
}

const unpackAddress = (text: string) => `0x${unpackFelt(text).slice(2).padStart(64, '0')}`;

/** Meaning of the digits of a line; the order never changes after a release. */
const standings = [
  transactionTypes,
  transactionStatuses,
  [null, ...finalityStatuses],
  [null, ...executionStatuses],
  // Accepted by a node; signed for a site.
  [false, true],
  [false, true],
] as const;

type Line = TransactionRecord & Partial<StoredTransaction>;

const packPage = (owner: Owner) => (records: readonly Line[]) => {
  const words: string[] = [];
  const wordAt = (word: string): string => {
    const index = words.indexOf(word);
    return (index === -1 ? words.push(word) - 1 : index).toString(36);
  };
  const lines = records.map((record) => {
    const { txnType, status, finalityStatus, executionStatus, failureReason } = record;
    const {
      known: isKnown = true,
      given: isSignedForSite = false,
      nonce = '0x0',
      senderAddress,
    } = record;
    const standing = [txnType, status, finalityStatus, executionStatus, isKnown, isSignedForSite];
    const fields = [
      packFelt(record.txnHash),
      // Each value is in the list at its own position.
      standing.map((value, column) => standings[column]?.indexOf(value as never)).join(''),
      record.timestamp.toString(36),
      packFelt(nonce),
      wordAt(packFelt(record.contractAddress)),
      wordAt(record.contractFuncName),
      failureReason === null ? '' : wordAt(failureReason),
      record.blockNumber?.toString(36) ?? '',
      record.contractCallData.map(packFelt).join(','),
      // A list of a single zero is an empty text, too.
      record.contractCallData.length || '',
      senderAddress === owner.senderAddress ? '' : wordAt(packFelt(senderAddress)),
      // A fee of zero is a text, too.
      record.fee === undefined ? '' : packFelt(record.fee) || '0',
    ];
    return fields.join(' ').trimEnd();
  });
  return { words, lines };
};

type Owner = Pick<StoredTransaction, 'chainId' | 'senderAddress'>;

function unpackLine(line: string, words: readonly string[], owner: Owner) {
  const [hash = '', standing = '', time = '', nonce = '', ...fields] = line.split(' ');
  const [contract = '', name = '', reason = '', block = '', ...last] = fields;
  const [calldata = '', count = '', sender = '', fee = ''] = last;
  const value = (column: number) => standings[column]?.[Number(standing.charAt(column))];
  const wordOf = (index: string) => words[Number.parseInt(index, 36)];
  const addressOf = (index: string) => {
    const word = wordOf(index);
    if (word === undefined) return undefined;
    return unpackAddress(word);
  };
  return {
    txnHash: unpackFelt(hash),
    txnType: value(0),
    senderAddress: sender === '' ? owner.senderAddress : addressOf(sender),
    contractAddress: addressOf(contract),
    contractFuncName: wordOf(name),
    contractCallData: count === '' ? [] : calldata.split(',').map(unpackFelt),
    status: value(1),
    failureReason: reason === '' ? null : wordOf(reason),
    eventIds: [],
    timestamp: Number.parseInt(time, 36),
    chainId: owner.chainId,
    finalityStatus: value(2),
    executionStatus: value(3),
    nonce: unpackFelt(nonce),
    known: value(4),
    ...(value(5) === true && { given: true }),
    ...(block !== '' && { blockNumber: Number.parseInt(block, 36) }),
    ...(fee !== '' && { fee: unpackFelt(fee) }),
  };
}

/** How the page of an account is stored and parsed. */
export const settledPage = (owner: Owner) => ({
  struct: coerce(array(StoredTransaction), Packed, ({ words, lines }) =>
    lines.map((line) => unpackLine(line, words, owner)),
  ),
  pack: packPage(owner),
});

/** The same for records found on chain, of any sender. */
export const foundPage = (owner: Owner) => ({
  // Older versions stored whole records; these are read as they are.
  struct: coerce(array(TransactionRecord), Packed, ({ words, lines }) =>
    lines.map((line) => {
      const { nonce: _nonce, known: _known, ...record } = unpackLine(line, words, owner);
      return record;
    }),
  ),
  pack: packPage(owner),
});
