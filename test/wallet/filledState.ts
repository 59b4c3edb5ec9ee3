import { createStoredAccount } from '../../src/flow/accounts/account';
import { chainIds } from '../../src/schema/primitives';
import { knownTokens } from '../../src/starknet/tokens/erc20';
import { migrations } from '../../src/state/migrations';
import { withHistory } from './history';
import { openModule } from './openModule';

const chainId = chainIds.sepolia;

export type Filled = { accounts: number; records: number };

/** A wallet's state with this many accounts that hold STRK and ETH, and records of all of them. */
export async function filledState({ accounts, records }: Filled) {
  const { module, state } = openModule();
  const indices = Array.from({ length: accounts }, (_, index) => index);
  const keys = await module.keys.publicKeys(indices, async () => undefined, 'key');
  const stored = keys.map((publicKey, addressIndex) =>
    createStoredAccount({ chainId, addressIndex, publicKey, addressClass: 'argent040' }),
  );
  const held = [knownTokens.STRK, knownTokens.ETH].map(({ address }) => address);
  const amounts = Object.fromEntries(held.map((token) => [token, '0xde0b6b3a7640000']));
  const addresses = stored.map(({ address }) => address);
  const of = Object.fromEntries(addresses.map((address) => [address, amounts]));
  const filled = withHistory(state, { chainId, addresses, count: records });
  return {
    ...filled,
    plain: {
      ...filled.plain,
      version: migrations.length + 1,
      accounts: { [chainId]: stored },
      balances: { [chainId]: { readAt: Date.now(), of } },
    },
  };
}
