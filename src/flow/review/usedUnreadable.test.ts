import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { transferCall } from '../../../test/chain/transferCall';
import { startTrialNode, type TrialNode } from '../../../test/chain/trialNode';
import { watch } from '../../../test/node/shownFacts';
import { openModule } from '../../../test/wallet/openModule';
import { storedAccounts, storedDeployed } from '../../../test/wallet/storedAccounts';
import { chainIds } from '../../schema/primitives';
import { knownTokens } from '../../starknet/tokens/erc20';

const chainId = chainIds.sepolia;
const [account] = storedAccounts(chainId, 1);
const address = account?.address ?? '';

let node: TrialNode;
beforeEach(async () => {
  node = await startTrialNode();
});
afterEach(() => node.stop());

describe('a review', () => {
  // @promise T11.3
  it.each([
    ['unreadable', 'no list', true],
    ['readable', { recipients: [], contracts: [] }, false],
  ])('warns if the addresses used before are %s, or not', async (_, kept, isTold) => {
    const { plain = {}, ...rest } = storedDeployed(chainId);
    const usedAddresses = { [chainId]: kept };
    const opened = openModule({
      sepoliaUrl: node.url,
      stored: { ...rest, plain: { ...plain, usedAddresses } },
    });
    const shown = watch(opened);
    const calls = [transferCall(knownTokens.STRK.address, '0x7e57', 5n)];
    await opened.invoke('xnet_executeTxn', { address, calls });
    expect(node.sent).toHaveLength(1);
    const rules = shown[0]?.warnings.map(({ rule }) => rule);
    expect(rules?.includes('usedUnreadable')).toBe(isTold);
    const lost = isTold ? [`usedAddresses.${chainId}`] : [];
    expect(opened.module.lost.keys()).toEqual(lost);
  });
});
