/** How busy Ethereum is: where the newest base fee lies among those of the last blocks. */
export type BaseFeeStanding = {
  /** Share of the blocks with a higher base fee than now, in percent, rounded down. */
  readonly lowerThan: number;
  /** How many blocks were looked at. */
  readonly blocks: number;
  /** Mean base fee of equal stretches of them, oldest first, from 0 to 1 of the highest. */
  readonly picture: readonly number[];
};

const STRETCHES = 24;
const SCALE = 1_000_000n;

/**
 * @param baseFeesGwei exact decimals, oldest first
 * @returns undefined where there are too few to say anything
 */
export function baseFeeStanding(baseFeesGwei: readonly string[]): BaseFeeStanding | undefined {
  const fees = baseFeesGwei.map(toScaled);
  const now = fees.at(-1);
  if (now === undefined || fees.length < STRETCHES) return undefined;
  const higher = fees.filter((fee) => fee > now).length;
  const means = Array.from({ length: STRETCHES }, (_, index) => {
    const [from, to] = [index, index + 1].map((each) =>
      Math.floor((each * fees.length) / STRETCHES),
    );
    const stretch = fees.slice(from, to);
    return stretch.reduce((sum, fee) => sum + fee, 0n) / BigInt(stretch.length);
  });
  const [highest = 0n] = [...means].sort((a, b) => (a < b ? 1 : -1));
  return {
    lowerThan: Math.floor((higher * 100) / fees.length),
    blocks: fees.length,
    picture: means.map((mean) => Number((mean * SCALE) / (highest || 1n)) / Number(SCALE)),
  };
}

/** Gwei with 18 decimals, as a whole number. */
function toScaled(gwei: string): bigint {
  const [whole = '0', fraction = ''] = gwei.split('.');
  return BigInt(whole + fraction.slice(0, 18).padEnd(18, '0'));
}
