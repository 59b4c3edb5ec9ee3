import { array, size } from '@metamask/superstruct';
import { Gwei } from './decimal';
import { defineGasCall } from './gasApi';

/** Base fees of the last 500 blocks, or of fewer on a young chain; oldest first. */
export const baseFeeHistory = defineGasCall({
  name: 'baseFeeHistory',
  result: size(array(Gwei), 0, 5_000),
  read: (result) => ({ baseFeesGwei: result }),
});
