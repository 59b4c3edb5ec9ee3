import { baseFeeHistory } from '@xnet/clients/gas/baseFeeHistory';
import { baseFeePercentile } from '@xnet/clients/gas/baseFeePercentile';
import { busyThreshold } from '@xnet/clients/gas/busyThreshold';
import { gweiToWei } from '@xnet/clients/gas/decimal';
import type { GasCall } from '@xnet/clients/gas/gasApi';
import { suggestedGasFees } from '@xnet/clients/gas/suggestedGasFees';
import type { AnyStruct } from '@xnet/clients/schema/field';
import { showAmount } from '../chain/amount';
import { language } from '../language';
import type { Service } from './service';

/** The four figures of the gas API; amounts are decimal texts in Gwei, exact. */
export type Fees = Awaited<ReturnType<typeof readFees>>;

/** @param chainId decimal */
export async function readFees(service: Service, chainId: string) {
  const ask = <S extends AnyStruct, R>(call: GasCall<S, R>): Promise<R> => {
    const path = `/networks/${chainId}/${call.name}`;
    return service.record({ label: call.name, over: 'GET', path, isBasic: true }, () =>
      service.gas.read(chainId, call),
    );
  };
  const [history, half, busy, suggested] = await Promise.all([
    ask(baseFeeHistory),
    ask(baseFeePercentile),
    ask(busyThreshold),
    ask(suggestedGasFees),
  ]);
  return { ...history, ...half, ...busy, suggested };
}

const gweiDecimals = 9;

/** For reading; the exact text where it is no whole number of wei. */
export function formatGwei(gwei: string): string {
  const wei = gweiToWei(gwei);
  return wei === undefined ? gwei : showAmount(wei, gweiDecimals, language).short;
}

/** For comparing. */
export const weiOf = (gwei: string): bigint => gweiToWei(gwei) ?? 0n;
