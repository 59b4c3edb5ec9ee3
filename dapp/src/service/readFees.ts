import {
  baseFeeHistory,
  baseFeePercentile,
  busyThreshold,
  type GasApi,
  gweiToWei,
  suggestedGasFees,
} from '@xnet/clients';
import { showAmount } from '../chain/amount';
import { numberLocale } from '../numbers';
import type { Service } from './service';

/** The four results of the gas API; amounts are exact decimal strings in Gwei. */
export type Fees = Awaited<ReturnType<typeof readFees>>;

/** @param chainId decimal */
export async function readFees(service: Service, chainId: string) {
  const gas: GasApi = {
    read: (chain, call) => {
      const path = `/networks/${chain}/${call.name}`;
      return service.record({ label: call.name, over: 'GET', path, isBasic: true }, () =>
        service.gas.read(chain, call),
      );
    },
  };
  const [history, half, busy, suggested] = await Promise.all([
    gas.read(chainId, baseFeeHistory),
    gas.read(chainId, baseFeePercentile),
    gas.read(chainId, busyThreshold),
    gas.read(chainId, suggestedGasFees),
  ]);
  return { ...history, ...half, ...busy, suggested };
}

const gweiDecimals = 9;

/** For display; keeps the exact text if it is not a whole number of wei. */
export function formatGwei(gwei: string): string {
  const wei = gweiToWei(gwei);
  if (wei === undefined) return gwei;
  return showAmount(wei, gweiDecimals, numberLocale).short;
}

/** For comparisons. */
export const toWei = (gwei: string): bigint => gweiToWei(gwei) ?? 0n;
