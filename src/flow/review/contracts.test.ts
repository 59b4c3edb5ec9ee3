import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { transferCall } from '../../../test/chain/transferCall';
import { startTrialNode, type TrialNode } from '../../../test/chain/trialNode';
import { getText } from '../../../test/node/readDialog';
import { openModule } from '../../../test/wallet/openModule';
import { storedAccounts, storedDeployed } from '../../../test/wallet/storedAccounts';
import { chainIds } from '../../schema/primitives';
import { getSelector } from '../../starknet/selector';
import { knownTokens, uint256Felts } from '../../starknet/tokens/erc20';

const TOKEN = '0x7041';
const UNITS = 'Send 5 smallest units';
const [account] = storedAccounts(chainIds.sepolia, 1);

let node: TrialNode;
beforeEach(async () => {
  node = await startTrialNode();
});
afterEach(() => node.stop());

it.each([
  ['of 36', ['0x24'], 'Send 0.000000000000000000000000000000000005 TKN'],
  ['of 37', ['0x25'], UNITS],
  ['of more digits than memory holds', [`0x${'f'.repeat(62)}`], UNITS],
  ['of two numbers', ['0x1', '0x1'], UNITS],
  ['of none', [], UNITS],
])('shows an amount of a token by its decimals: %s', async (_, decimals, sentence) => {
  const views: Record<string, string[]> = {
    [getSelector('symbol')]: ['0x544b4e'],
    [getSelector('decimals')]: decimals,
  };
  node.says.instead.starknet_call = ({ request }: { request: Record<string, string> }) => ({
    result: views[request.entry_point_selector ?? ''] ?? ['0x8ac7230489e80000', '0x0'],
  });
  const { invoke, dialogs } = openModule({
    sepoliaUrl: node.url,
    stored: storedDeployed(chainIds.sepolia),
  });
  const calls = [transferCall(TOKEN, '0x7e57', 5n)];
  await invoke('xnet_executeTxn', { address: account?.address, calls });
  expect(getText(dialogs[0])).toContain(sentence);
});

// @promise T10.4
it('shows an allowance above the supply as unlimited, in no more requests', async () => {
  const { address: ETH } = knownTokens.ETH;
  const ONE = 10n ** 18n;
  const amounts: Record<string, bigint> = {
    [getSelector('totalSupply')]: 40_000n * ONE,
    [getSelector('balanceOf')]: 3n * ONE,
  };
  node.says.instead.starknet_call = ({ request }: { request: Record<string, string> }) => ({
    result: uint256Felts(amounts[request.entry_point_selector ?? ''] ?? 0n),
  });
  const titleOf = async (amount: bigint) => {
    const { invoke, dialogs } = openModule({
      sepoliaUrl: node.url,
      stored: storedDeployed(chainIds.sepolia),
    });
    const calldata = ['0x7e57', ...uint256Felts(amount)];
    const calls = [{ contractAddress: ETH, entrypoint: 'approve', calldata }];
    node.seen.length = 0;
    await invoke('xnet_executeTxn', { address: account?.address, calls });
    const asked = node.seen.filter(({ methods }) => methods.includes('starknet_call')).length;
    return [/Allow .*? ETH/u.exec(getText(dialogs[0]))?.[0], asked];
  };
  const [[unlimited, asked], [limited, askedBefore]] = [
    await titleOf(40_001n * ONE),
    await titleOf(2_999n * ONE),
  ];
  expect([unlimited, limited]).toEqual(['Allow unlimited use of ETH', 'Allow 2,999 ETH']);
  expect(asked).toBe(askedBefore);
});
