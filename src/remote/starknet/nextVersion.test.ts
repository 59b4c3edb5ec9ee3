import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startNodePair } from '../../../test/chain/nodePair';
import { transferCall } from '../../../test/chain/transferCall';
import { startTrialNode, type TrialNode } from '../../../test/chain/trialNode';
import { openModule } from '../../../test/wallet/openModule';
import { storedAccounts, storedDeployed } from '../../../test/wallet/storedAccounts';
import { nodeSetting } from '../../flow/home/settings/node';
import { chainIds } from '../../schema/primitives';
import { knownTokens } from '../../starknet/tokens/erc20';
import { starknet_blockNumber } from './starknet_blockNumber';

const VERSION = '0.11.0-rc.0';
const [account] = storedAccounts(chainIds.sepolia, 1);
const address = account?.address ?? '';
const calls = [transferCall(knownTokens.STRK.address, '0x7e57', 5n)];

let node: TrialNode;
beforeEach(async () => {
  node = await startTrialNode();
  node.says.instead.starknet_specVersion = () => ({ result: VERSION });
});
afterEach(() => node.stop());

/** A value with a field that nobody knows yet in each of its objects. */
function withMore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMore);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, part]) => [name, withMore(part)]);
  return { ...Object.fromEntries(fields), field_of_tomorrow: { some: ['0x1'] } };
}

/** The network, with such fields in every reply. */
const ofTomorrow: typeof fetch = async (url, init) => {
  const response = await fetch(url, init);
  return new Response(JSON.stringify(withMore(await response.json())), response);
};

const open = () =>
  openModule({
    sepoliaUrl: node.url,
    stored: storedDeployed(chainIds.sepolia),
    fetch: ofTomorrow,
  });
const shown = async ({ module }: ReturnType<typeof open>) =>
  (await nodeSetting.facts(module, [{ chainId: chainIds.sepolia, name: 'Testnet (Sepolia)' }])).now;

describe('a node of the next version', () => {
  it('serves estimates, dialogs and transactions with fields that nobody knows yet', async () => {
    const opened = open();
    const { invoke, dialogs } = opened;
    expect(await shown(opened)).toMatchObject([{ value: new URL(node.url).host }]);
    const invocations = calls;
    await expect(invoke('xnet_estimateFee', { address, invocations })).resolves.toHaveProperty(
      'suggestedMaxFee',
    );
    await expect(invoke('xnet_executeTxn', { address, calls })).resolves.toHaveProperty(
      'transaction_hash',
    );
    expect(dialogs).toHaveLength(1);
    expect(node.sent).toHaveLength(1);
    // Nothing that it adds is signed or sent.
    expect(JSON.stringify(node.sent)).not.toContain('tomorrow');
  });

  it('stands on the page with its version', async () => {
    const opened = open();
    await opened.invoke('xnet_executeTxn', { address, calls });
    const value = {
      say: 'home.nodeNewer',
      with: { host: new URL(node.url).host, version: VERSION },
    };
    expect(await shown(opened)).toMatchObject([{ value }]);
    node.says.instead.starknet_specVersion = () => ({ result: '0.10.2' });
    const known = open();
    await known.invoke('xnet_executeTxn', { address, calls });
    expect(JSON.stringify(await shown(known))).not.toContain('nodeNewer');
  });

  it('takes the blame by its version if something does not fit, and the next node is asked', async () => {
    const pair = await startNodePair();
    pair.set('first', 'starknet_specVersion', { result: VERSION });
    pair.set('first', 'starknet_blockNumber', { result: { number: 9 } });
    const both = pair.nodeOver(pair.first, pair.second);
    await expect(both.read(starknet_blockNumber())).resolves.toBe(9);
    await expect(pair.nodeOver(pair.first).read(starknet_blockNumber())).rejects.toMatchObject({
      kind: 'nodeFault',
      message: expect.stringContaining(`speaks version ${VERSION}`),
    });
    await pair.stop();
  });
});
