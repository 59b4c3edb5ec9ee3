import { baseFeeHistory } from '@xnet/clients/gas/baseFeeHistory';
import type { GasApi } from '@xnet/clients/gas/gasApi';
import { type Clock, withTimeout } from '@xnet/clients/transport/policy';
import { greater } from '../../schema/primitives';

/** Chain id of Ethereum, whose base fee affects the fees of all networks. */
export const ETHEREUM_CHAIN = '1';

/** Deadline for the base fee. */
const BASE_FEE_PATIENCE_MS = 1_500;
/** Time between Ethereum blocks. */
const BASE_FEE_FRESH_MS = 12_000;

export type L1Fee = ReturnType<typeof createL1Fee>;

/** Percentile of Ethereum's base fee, according to the user's gas API. */
export function createL1Fee({
  gas,
  now,
  setTimer,
}: { gas: () => Promise<GasApi | undefined> } & Pick<Clock, 'now' | 'setTimer'>) {
  let lastReading: { readAt: number; percentile: BaseFeePercentile | undefined } | undefined;
  const latest = () => {
    if (lastReading && now() - lastReading.readAt < BASE_FEE_FRESH_MS) return lastReading;
    return undefined;
  };

  async function ask(): Promise<BaseFeePercentile | undefined> {
    const api = await gas();
    if (!api) return undefined;
    const { baseFeesGwei } = await api.read(ETHEREUM_CHAIN, baseFeeHistory);
    lastReading = { readAt: now(), percentile: findPercentile(baseFeesGwei) };
    return lastReading.percentile;
  }

  return {
    /** The result of the last seconds; sends no request. */
    latest: (): BaseFeePercentile | undefined => latest()?.percentile,

    /** One HTTP request at most; undefined if the user has set no gas API, or it is slow. */
    async read(): Promise<BaseFeePercentile | undefined> {
      const percentile = latest();
      if (percentile) return percentile.percentile;
      const reading = ask().catch(() => undefined);
      return withTimeout(setTimer, BASE_FEE_PATIENCE_MS, reading, (resolve) => resolve(undefined));
    },
  };
}

/** How busy Ethereum is: the rank of the newest base fee among the last blocks. */
export type BaseFeePercentile = {
  /** Share of the blocks with a higher base fee than now, in percent, rounded down. */
  readonly lowerThan: number;
  /** Number of blocks compared. */
  readonly blocks: number;
  /** Mean base fee of equal stretches of blocks, oldest first, from 0 to 1 of the highest. */
  readonly picture: readonly number[];
};

const STRETCHES = 24;
const SCALE = 1_000_000n;

/**
 * @param baseFeesGwei exact decimals, oldest first
 * @returns undefined if there are too few
 */
export function findPercentile(baseFeesGwei: readonly string[]): BaseFeePercentile | undefined {
  const fees = baseFeesGwei.map(toScaled);
  const now = fees.at(-1);
  if (now === undefined || fees.length < STRETCHES) return undefined;
  const higher = fees.filter((fee) => fee > now).length;
  const means = Array.from({ length: STRETCHES }, (_, index) => {
    const [from, to] = [index, index + 1].map((position) =>
      Math.floor((position * fees.length) / STRETCHES),
    );
    const stretch = fees.slice(from, to);
    return stretch.reduce((sum, fee) => sum + fee, 0n) / BigInt(stretch.length);
  });
  const highest = means.reduce(greater, 0n);
  return {
    lowerThan: Math.floor((higher * 100) / fees.length),
    blocks: fees.length,
    picture: means.map((mean) => Number((mean * SCALE) / (highest || 1n)) / Number(SCALE)),
  };
}

/** Gwei scaled by 10^18, as an integer. */
function toScaled(gwei: string): bigint {
  const [whole = '0', fraction = ''] = gwei.split('.');
  return BigInt(whole + fraction.slice(0, 18).padEnd(18, '0'));
}
