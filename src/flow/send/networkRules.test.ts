import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { transferCall } from '../../../test/chain/transferCall';
import { startTrialNode, type TrialNode } from '../../../test/chain/trialNode';
import { openModule } from '../../../test/wallet/openModule';
import { storedAccounts, storedDeployed } from '../../../test/wallet/storedAccounts';
import { chainIds } from '../../schema/primitives';
import { toHex } from '../../starknet/felt';
import { knownTokens } from '../../starknet/tokens/erc20';
import { QUERY_VERSION } from '../../starknet/transactions/transaction';

const [account] = storedAccounts(chainIds.sepolia, 1);
const address = account?.address ?? '';
const transfer = transferCall(knownTokens.STRK.address, '0x7e57', 5n);

let node: TrialNode;
beforeEach(async () => {
  node = await startTrialNode();
});
afterEach(() => node.stop());

function open() {
  const opened = openModule({ sepoliaUrl: node.url, stored: storedDeployed(chainIds.sepolia) });
  const send = (details: object = {}, calls: readonly object[] = [transfer]) =>
    opened.invoke('xnet_executeTxn', { address, calls, details });
  return { ...opened, send };
}

const bound = { max_amount: '0x0', max_price_per_unit: '0x1' };
const withL2 = (max_amount: bigint) => ({
  l1_gas: bound,
  l1_data_gas: bound,
  l2_gas: { max_amount: toHex(max_amount), max_price_per_unit: toHex(10n ** 10n) },
});

describe('sending', () => {
  it.each([759_000_000n, 810_000_000n, 1_000_000_000n, 1_210_000_000n])(
    'leaves less margin if an estimate of %s L2 gas has room for no more',
    async (gas) => {
      node.says.gas = gas;
      const { send } = open();
      await expect(send()).resolves.toHaveProperty('transaction_hash');
      const [sent] = node.sent;
      const amount = BigInt(sent?.resource_bounds.l2_gas.max_amount ?? 0);
      expect(amount >= gas && amount <= 1_210_000_000n).toBe(true);
    },
  );

  const felts = (count: number) => ({
    contractAddress: '0x1234',
    entrypoint: 'increase',
    calldata: Array.from({ length: count }, () => '0x1'),
  });
  it.each<[string, string | undefined, () => [object, object[]?]]>([
    ['the query version', 'details.version', () => [{ version: QUERY_VERSION }]],
    [
      'the nonce kept on L2',
      'details.nonceDataAvailabilityMode',
      () => [{ nonceDataAvailabilityMode: 'L2' }],
    ],
    [
      'the fee kept on L2',
      'details.feeDataAvailabilityMode',
      () => [{ feeDataAvailabilityMode: 1 }],
    ],
    ['too much calldata in one call', 'calls', () => [{}, [felts(4_997)]]],
    ['too much calldata in several calls', 'calls', () => [{}, [felts(2_500), felts(2_500)]]],
    [
      'bounds of too much L2 gas',
      'details.resourceBounds.l2_gas.max_amount',
      () => [{ resourceBounds: withL2(1_210_000_001n) }],
    ],
  ])('refuses %s without a dialog', async (_, path, made) => {
    const { send, dialogs } = open();
    await expect(send(...made())).rejects.toMatchObject({
      kind: 'invalidParams',
      data: { path },
    });
    expect(dialogs).toEqual([]);
    expect(node.sent).toEqual([]);
  });

  it('refuses an estimate above what bounds may name without a dialog', async () => {
    node.says.gas = 1_210_000_001n;
    const { send, dialogs } = open();
    await expect(send()).rejects.toMatchObject({ kind: 'transactionReverts' });
    // The cost is remembered, and decides nothing before the node has answered.
    await expect(send()).rejects.toMatchObject({ kind: 'transactionReverts' });
    node.says.gas = 1_000n;
    await expect(send()).resolves.toHaveProperty('transaction_hash');
    expect(dialogs).toHaveLength(1);
  });

  it('sends what is just within each limit', async () => {
    const { send } = open();
    await send({ resourceBounds: withL2(1_210_000_000n) });
    await send({}, [felts(4_996)]);
    expect(node.sent).toHaveLength(2);
  });
});
