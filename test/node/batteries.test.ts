import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from '../../connect/src/index';
import { createTestWallet } from '../../connect/testing/index';
import { batteries } from '../../dapp/src/batteries/batteries';
import { type Case, countDialogs } from '../../dapp/src/batteries/battery';
import { runCase } from '../../dapp/src/batteries/run';
import { draw } from '../../dapp/src/draw';
import { fund, type LocalChain } from '../../scripts/start/localChain';
import { chainIds } from '../../src/schema/primitives';
import { startChain } from '../chain/chain';
import { STRK } from './account';

/** Libraries' calls are of the connector, not of the module. */
const ofModule = batteries.filter(({ id }) => id !== 'wallet-api');

let chain: LocalChain;
let run: (one: Case) => ReturnType<typeof runCase>;
let wallet: ReturnType<typeof createTestWallet>;
beforeAll(async () => {
  chain = await startChain();
  wallet = createTestWallet({ nodeUrl: chain.url });
  const provider = wallet.providerFor('https://dapp.example');
  const { address, execute, waitFor } = await connect({ provider });
  await fund(chain.url, address, 10n ** 21n);
  const call = { contractAddress: STRK, entrypoint: 'transfer', calldata: [address, 1, 0] };
  const { transaction_hash } = await execute(call);
  await waitFor(transaction_hash);
  const { moduleId } = wallet;
  run = (one) =>
    runCase(one, {
      facts: {
        account: address,
        chainId: chainIds.sepolia,
        otherChainId: chainIds.mainnet,
        nowSeconds: Math.floor(Date.now() / 1_000),
        lastHash: transaction_hash,
        makeClass: null,
      },
      send: (method, params) => {
        const request = { method, ...(params !== undefined && { params }) };
        return provider.request({ method: 'wallet_invokeModule', params: { moduleId, request } });
      },
      now: () => performance.now(),
      signal: new AbortController().signal,
    });
}, 180_000);
afterAll(() => chain?.stop());

describe('the batteries of the dapp, against the module on a real node', () => {
  it.each(ofModule.map((battery) => [battery.id, battery] as const))(
    'passes %s, with no more dialogs than it says',
    async (_id, { cases }) => {
      const before = wallet.dialogs.length;
      const ended = [];
      for (const one of cases) ended.push(await run(one));
      const omitted = ended.filter(({ verdict }) => verdict === 'omitted').map(({ id }) => id);
      const needsChain = cases.filter(({ needsLocalChain }) => needsLocalChain);
      expect(omitted).toEqual(needsChain.map(({ id }) => id));
      const others = ended.filter(({ verdict }) => verdict !== 'passed' && verdict !== 'omitted');
      expect(others.map(({ id, why }) => [id, why && draw(why)])).toEqual([]);
      expect(wallet.dialogs.length - before).toBeLessThanOrEqual(countDialogs(cases));
    },
    120_000,
  );
});
