import { type } from '@metamask/superstruct';
import { Gwei } from './decimal';
import { defineGasCall } from './gasApi';

/**
 * The base fee that half of the last blocks were at or below.
 * @example await gas.read('1', baseFeePercentile)
 */
export const baseFeePercentile = defineGasCall({
  name: 'baseFeePercentile',
  result: type({ baseFeePercentile: Gwei }),
  read: (result) => ({ baseFeePercentileGwei: result.baseFeePercentile }),
});
