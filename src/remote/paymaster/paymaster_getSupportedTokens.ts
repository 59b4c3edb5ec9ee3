import { object, type } from '@metamask/superstruct';
import { boundedList, whole } from '@xnet/clients/schema/field';
import { ContractAddress, Hex } from '../../schema/primitives';
import { defineRemoteMethod } from '../method';

/** The tokens that it accepts for fees, with the price of one whole token in FRI. */
export const paymaster_getSupportedTokens = defineRemoteMethod({
  name: 'paymaster_getSupportedTokens',
  params: object({}),
  result: boundedList(
    type({
      token_address: ContractAddress,
      decimals: whole('decimals', 0, 36),
      price_in_strk: Hex,
    }),
    0,
    1_000,
  ),
});
