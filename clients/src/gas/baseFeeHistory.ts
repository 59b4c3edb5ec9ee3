import { GweiList } from './decimal';
import { defineGasCall } from './gasApi';

/**
 * Base fees of the last 500 blocks, or fewer on a young chain; oldest first.
 * @example await gas.read('1', baseFeeHistory)
 */
export const baseFeeHistory = defineGasCall({
  name: 'baseFeeHistory',
  result: GweiList,
  read: (result) => ({ baseFeesGwei: result }),
});
