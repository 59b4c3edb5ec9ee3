import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { transferCall } from '../../../test/chain/transferCall';
import { startTrialNode, type TrialNode } from '../../../test/chain/trialNode';
import { textOf } from '../../../test/node/readDialog';
import { openModule } from '../../../test/wallet/openModule';
import { storedAccounts, storedDeployed } from '../../../test/wallet/storedAccounts';
import { chainIds } from '../../schema/primitives';
import { selectorOf } from '../../starknet/selector';

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
])('tells an amount of a token by its decimals: %s', async (_, decimals, sentence) => {
  const views: Record<string, string[]> = {
    [selectorOf('symbol')]: ['0x544b4e'],
    [selectorOf('decimals')]: decimals,
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
  expect(textOf(dialogs[0])).toContain(sentence);
});
