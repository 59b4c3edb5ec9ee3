import { baseFeeHistory } from '../../clients/gas/baseFeeHistory';
import type { GasApi } from '../../clients/gas/gasApi';
import type { Clock } from '../../clients/transport/policy';
import { type BaseFeeStanding, baseFeeStanding } from './baseFeeStanding';

/** Chain id of Ethereum, whose base fee all networks pay for in the end. */
export const ETHEREUM = '1';

/** Nobody waits longer for it. */
const PATIENCE_MS = 1_500;
/** The time from block to block on Ethereum. */
const FRESH_MS = 12_000;

export type L1Fee = ReturnType<typeof l1FeeOf>;

/** Where the base fee of Ethereum lies, as the gas API of the user tells it. */
export function l1FeeOf({
  gas,
  now,
  setTimer,
}: { gas: () => Promise<GasApi | undefined> } & Pick<Clock, 'now' | 'setTimer'>) {
  let seen: { at: number; standing: BaseFeeStanding | undefined } | undefined;
  const latest = () => (seen && now() - seen.at < FRESH_MS ? seen : undefined);

  async function ask(): Promise<BaseFeeStanding | undefined> {
    const api = await gas();
    if (!api) return undefined;
    const { baseFeesGwei } = await api.read(ETHEREUM, baseFeeHistory);
    seen = { at: now(), standing: baseFeeStanding(baseFeesGwei) };
    return seen.standing;
  }

  return {
    /** What was read within the last seconds; asks nobody. */
    latest: (): BaseFeeStanding | undefined => latest()?.standing,

    /** One HTTP request at most; undefined where the user has set no gas API, or it is slow. */
    async read(): Promise<BaseFeeStanding | undefined> {
      const known = latest();
      if (known) return known.standing;
      let cancel = () => {};
      const tooLate = new Promise<undefined>((resolve) => {
        cancel = setTimer(() => resolve(undefined), PATIENCE_MS);
      });
      return Promise.race([ask().catch(() => undefined), tooLate]).finally(cancel);
    },
  };
}
