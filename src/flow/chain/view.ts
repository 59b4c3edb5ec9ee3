import { starknet_call } from '../../remote/starknet/starknet_call';
import { selectorOf } from '../../starknet/selector';

type BlockId = Parameters<typeof starknet_call>[0]['block_id'];

/** The call of a view function of a contract, by its name; in the newest state where left out. */
export const view = (
  contract_address: string,
  name: string,
  calldata: readonly string[] = [],
  block_id: BlockId = 'pre_confirmed',
) =>
  starknet_call({
    request: { contract_address, entry_point_selector: selectorOf(name), calldata: [...calldata] },
    block_id,
  });
