import { boolean, object } from '@metamask/superstruct';
import { definePaymasterMethod } from './method';

/** Whether the paymaster works at all. */
export const paymaster_isAvailable = definePaymasterMethod({
  name: 'paymaster_isAvailable',
  params: object({}),
  result: boolean(),
});
