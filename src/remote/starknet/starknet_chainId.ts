import { object } from '@metamask/superstruct';
import { Felt } from '../../schema/primitives';
import { defineNodeMethod } from './method';

export const starknet_chainId = defineNodeMethod({
  name: 'starknet_chainId',
  summary: 'Tells the chain that the node serves: a short string as hex.',
  params: object({}),
  result: Felt,
});
