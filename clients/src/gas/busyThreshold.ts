import { type } from '@metamask/superstruct';
import { Gwei } from './decimal';
import { defineGasCall } from './gasApi';

/**
 * The base fee that nine tenths of the last blocks were at or below: above it the chain is busy.
 * @example await gas.read('1', busyThreshold)
 */
export const busyThreshold = defineGasCall({
  name: 'busyThreshold',
  result: type({ busyThreshold: Gwei }),
  read: (result) => ({ busyThresholdGwei: result.busyThreshold }),
});
