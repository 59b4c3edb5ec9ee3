import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startTrialNode, type TrialNode } from '../../../test/chain/trialNode';
import { openPage } from '../../../test/wallet/openPage';
import { storedAccounts } from '../../../test/wallet/storedAccounts';
import { chainIds, sameFelt } from '../../schema/primitives';
import { toAddress } from '../../starknet/felt';
import { knownTokens, uint256Felts } from '../../starknet/tokens/erc20';
import { getLinkName } from '../../ui/home/view';

const chainId = chainIds.sepolia;
const accounts = storedAccounts(chainId, 2);
const [first = '', second = ''] = accounts.map(({ address }) => address);
const HOSTILE = toAddress('0xbad');
const HONEST = toAddress('0x900d');
/** More than the module reads of a response. */
const MOST_BYTES = 10 * 2 ** 20;

let node: TrialNode;
let isHostile = true;
type Asked = { request: { contract_address: string } };
beforeEach(async () => {
  isHostile = true;
  node = await startTrialNode();
  node.says.instead.starknet_call = ({ request }: Asked) => {
    const answers = isHostile && sameFelt(request.contract_address, HOSTILE);
    return { result: answers ? ['a'.repeat(MOST_BYTES)] : uint256Felts(750n) };
  };
});
afterEach(() => node.stop());

async function open() {
  const page = openPage({
    sepoliaUrl: node.url,
    stored: { plain: { version: 1, accounts: { [chainId]: accounts } } },
  });
  for (const address of [HOSTILE, HONEST])
    await page.module.tokens.save(chainId, { address, name: 'T', symbol: 'TTT', decimals: 2 });
  return page;
}

describe('an added token whose contract answers with more than a node sends', () => {
  it('costs no other token of any account its balance, on the first part', async () => {
    const { refresh, now, module } = await open();
    await refresh();
    const { of } = await module.balances.last(chainId);
    for (const account of [first, second]) {
      expect(of[account]).toMatchObject({ [knownTokens.ETH.address]: '0x2ee', [HONEST]: '0x2ee' });
      expect(of[account]).not.toHaveProperty(HOSTILE);
    }
    expect(await now()).not.toContain('Balances are not available');
  });

  it('costs no other token its balance on the part of tokens', async () => {
    const { press, now } = await open();
    await press(getLinkName('tokens', first));
    expect(await now()).not.toContain('did not answer');
    expect((await now()).match(/"7\.5"/gu)).toHaveLength(1);
  });

  it('adds no request to what is asked of honest tokens', async () => {
    isHostile = false;
    const { refresh } = await open();
    await refresh();
    const { seen } = node;
    const calls = seen.filter(({ methods }) => methods.includes('starknet_call'));
    expect(calls).toHaveLength(1);
  });
});
