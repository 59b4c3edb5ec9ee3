/** Words of a Sierra program before its packed part: two versions, of three numbers each. */
const VERSIONS = 6;
const FEWEST_CODES = 256;
const PRIME = 2n ** 251n + 17n * 2n ** 192n + 1n;
/** The branch that goes on with the next statement. */
const NEXT = 2n ** 64n - 1n;

/** How many words of so many bits a felt takes. */
function wordsPerFelt(bits: bigint): number {
  let count = 1;
  while (2n ** (bits * BigInt(count + 1)) < PRIME) count += 1;
  return count;
}

/** The words of a program, which the compiler packs: the table of all words, then their places. */
function unpack(packed: readonly bigint[]): bigint[] {
  const [count = 0n, padding = 0n, ...rest] = packed;
  const table = rest.slice(0, Number(count));
  const [total = 0n, ...felts] = rest.slice(Number(count));
  const bits = BigInt((count + padding).toString(2).length - 1);
  const mask = 2n ** bits - 1n;
  const shifts = Array.from({ length: wordsPerFelt(bits) }, (_, at) => bits * BigInt(at));
  const places = felts.flatMap((felt) => shifts.map((shift) => Number((felt >> shift) & mask)));
  return places.slice(0, Number(total)).map((place) => table[place] ?? 0n);
}

function pack(words: readonly bigint[]): bigint[] {
  const table = [...new Set(words)];
  const places = new Map(table.map((word, place) => [word, BigInt(place)]));
  const bits = BigInt((Math.max(FEWEST_CODES, table.length) - 1).toString(2).length);
  const perFelt = wordsPerFelt(bits);
  const felts: bigint[] = [];
  for (let at = 0; at < words.length; at += perFelt) {
    const part = words.slice(at, at + perFelt);
    felts.push(part.reduceRight((felt, word) => (felt << bits) | (places.get(word) ?? 0n), 0n));
  }
  const [count, codes] = [BigInt(table.length), 2n ** bits];
  return [count, codes - count, ...table, BigInt(words.length), ...felts];
}

type Branch = readonly [target: bigint, ...results: number[]];
/** The words of a statement: a library function by its number, with variables by theirs. */
const statement = (called: number, args: readonly number[], ...branches: Branch[]): bigint[] => [
  ...[0, called, args.length, ...args, branches.length].map(BigInt),
  ...branches.flatMap(([target, ...results]) => [
    target,
    ...[results.length, ...results].map(BigInt),
  ]),
];
const branchAlign = statement(2, [], [NEXT]);
const disableApTracking = statement(14, [], [NEXT]);
const FAILED = 21_798n;

/** In `upgrade`: a library call lets the new class check the old one and take its place. */
const asked = [
  statement(17, [90], [NEXT, 91]), // struct_construct of the call's arguments
  statement(22, [88], [NEXT, 88]), // store_temp of the selector of `perform_upgrade`
  statement(861, [82, 6, 4, 88, 91], [NEXT, 92, 93, 94], [FAILED, 95, 96, 97]), // library_call_syscall
  branchAlign,
  disableApTracking,
  statement(80, [94], [NEXT]), // drop of what it returned
].flat();
/** The same place: the class is replaced, and nothing asked. */
const replaced = [
  statement(37, [90], [NEXT]), // drop of the arguments
  statement(109, [88], [NEXT]), // drop of the selector
  statement(540, [82, 6, 4], [NEXT, 92, 93], [FAILED, 95, 96, 97]), // replace_class_syscall
  branchAlign,
  disableApTracking,
  disableApTracking, // as many statements as before, since branches name them by number
].flat();

/**
 * The program of Argent 0.4.0 with an `upgrade` as that of earlier versions: for the account, with
 * the check of the new class's interface, by `replace_class_syscall`. As it is, it asks the new
 * class, and 0.4.0 refuses everyone who asks so, since no later version exists.
 *
 * @throws an Error for another program
 */
export function withPlainUpgrade(program: readonly string[]): string[] {
  const felts = program.map(BigInt);
  const words = unpack(felts.slice(VERSIONS));
  const places = words.flatMap((word, at) =>
    word === asked[0] && asked.every((one, further) => words[at + further] === one) ? at : [],
  );
  const [place, ...others] = places;
  if (place === undefined || others.length > 0) throw new Error('This is not Argent 0.4.0.');
  words.splice(place, asked.length, ...replaced);
  return [...felts.slice(0, VERSIONS), ...pack(words)].map((felt) => `0x${felt.toString(16)}`);
}
