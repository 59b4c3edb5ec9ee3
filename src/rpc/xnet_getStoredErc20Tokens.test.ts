import { describe, expect, it } from '@jest/globals';
import { openModule } from '../../test/wallet/openModule';
import { storedAccounts } from '../../test/wallet/storedAccounts';
import { chainIds } from '../schema/primitives';
import { listTokens } from '../starknet/tokens/erc20';

const SITE = 'https://site.example';
const chainId = chainIds.sepolia;
const added = {
  address: `0x${'7e57'.padStart(64, '0')}`,
  name: 'Mine',
  symbol: 'MINE',
  decimals: 2,
};

async function open(granted: readonly object[], companions: readonly string[] = []) {
  const opened = openModule({
    companions: [...companions],
    stored: {
      plain: { accounts: { [chainId]: storedAccounts(chainId, 1) }, grants: { [SITE]: granted } },
    },
  });
  await opened.module.tokens.save(chainId, added);
  const list = async () =>
    (await opened.invoke('xnet_getStoredErc20Tokens', {}, SITE)).map(
      ({ address }: { address: string }) => address,
    );
  return { ...opened, list };
}
const known = listTokens(chainId).map(({ address }) => address);

describe('xnet_getStoredErc20Tokens', () => {
  // @promise P4.1
  it('lists the watch list for a site that was granted an account', async () => {
    const [account] = storedAccounts(chainId, 1);
    const { list } = await open([{ chainId, address: account?.address }]);
    expect(await list()).toEqual([...known, added.address]);
  });

  it('lists the watch list for the companion site', async () => {
    const { list } = await open([], [SITE]);
    expect(await list()).toEqual([...known, added.address]);
  });

  // @promise P4.1
  it('lists what is known to everybody for any other site, and asks nothing', async () => {
    const { list, dialogs } = await open([]);
    expect(await list()).toEqual(known);
    expect(dialogs).toEqual([]);
  });
});
