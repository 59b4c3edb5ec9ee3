import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  baseFeeHistory,
  baseFeePercentile,
  busyThreshold,
  createGasApi,
  createHttp,
  type GasApi,
  gweiToWei,
  httpRpc,
  suggestedGasFees,
} from '@xnet/clients';
import { type Anvil, startAnvil } from '../chain/anvil';
import { type OpenService, openService } from './openService';

const chain = '31337';

let anvil: Anvil;
let service: OpenService;
const ways: Record<string, GasApi> = {};
beforeAll(async () => {
  anvil = await startAnvil();
  // Fees of many sizes: on a calm chain they would be constant from the hundredth block on.
  const calls = Array.from({ length: 560 }, (_, block) => {
    const wei = (BigInt(block) * 7_919_000_003n) % 90_000_000_019n;
    return [
      { method: 'anvil_setNextBlockBaseFeePerGas', params: [`0x${wei.toString(16)}`] },
      { method: 'anvil_mine', params: ['0x1'] },
    ];
  });
  await httpRpc({ http: createHttp({ fetch }), endpoints: [{ url: anvil.url }] }).ask(calls.flat());
  await historyIsWhole();
  service = await openService({ eth: [anvil.url] });
  const http = createHttp({ fetch });
  const { url, key, secret } = service;
  ways['key and secret'] = createGasApi({ http, url, key: { key, secret } });
  ways['key in the path'] = createGasApi({ http, url, key: { key } });
}, 60_000);
afterAll(async () => {
  await service.stop();
  await anvil.stop();
});

/** The node adds a new block to its fee history shortly after mining it. */
async function historyIsWhole() {
  const newest = BigInt((await anvil.call('eth_blockNumber')) as string);
  const counted = async () => {
    const history = await anvil.call('eth_feeHistory', '0x1', 'latest', []);
    return BigInt((history as { oldestBlock: string }).oldestBlock);
  };
  while ((await counted()) < newest);
}

/** Base fees in wei of the node's last 500 blocks and of the next one. */
async function feesOfNode() {
  const history = await anvil.call('eth_feeHistory', '0x1f4', 'latest', []);
  const fees = (history as { baseFeePerGas: string[] }).baseFeePerGas.map(BigInt);
  return { fees: fees.slice(0, -1), next: fees.at(-1) ?? -1n };
}

/** By definition, fee by fee: the smallest that at least `percent` % of the fees do not exceed. */
function leastWithShare(fees: readonly bigint[], percent: number): bigint {
  const isReached = (fee: bigint) =>
    fees.filter((other) => other <= fee).length * 100 >= percent * fees.length;
  const [least = -1n] = fees.filter(isReached).sort((a, b) => (a < b ? -1 : 1));
  return least;
}

describe.each(['key and secret', 'key in the path'])('the gas client with %s', (way) => {
  const gas = () => ways[way] as GasApi; // Made above.

  it("reads the node's own history, oldest first, to the last wei", async () => {
    const { baseFeesGwei } = await gas().read(chain, baseFeeHistory);
    const { fees } = await feesOfNode();
    expect(fees).toHaveLength(500);
    expect(new Set(fees).size).toBeGreaterThan(100);
    expect(baseFeesGwei.map(gweiToWei)).toEqual(fees);
  });

  it('reads percentiles that are exact', async () => {
    const { fees } = await feesOfNode();
    const { baseFeePercentileGwei } = await gas().read(chain, baseFeePercentile);
    expect(gweiToWei(baseFeePercentileGwei)).toBe(leastWithShare(fees, 50));
    const { busyThresholdGwei } = await gas().read(chain, busyThreshold);
    expect(gweiToWei(busyThresholdGwei)).toBe(leastWithShare(fees, 90));
  });

  it('follows the chain block by block', async () => {
    await anvil.call('anvil_setNextBlockBaseFeePerGas', '0x7');
    await anvil.call('anvil_mine', '0x1');
    await historyIsWhole();
    const { baseFeesGwei } = await gas().read(chain, baseFeeHistory);
    expect(baseFeesGwei.at(-1)).toBe('0.000000007');
    expect(baseFeesGwei.map(gweiToWei)).toEqual((await feesOfNode()).fees);
  });

  it('reads suggestions that follow from the next base fee', async () => {
    const { fees, next } = await feesOfNode();
    const told = await gas().read(chain, suggestedGasFees);
    expect(gweiToWei(told.estimatedBaseFeeGwei)).toBe(next);
    const wei = (gwei: string) => gweiToWei(gwei) ?? -1n;
    for (const level of [told.low, told.medium, told.high])
      expect(wei(level.maxFeePerGasGwei)).toBeGreaterThanOrEqual(
        next + wei(level.maxPriorityFeePerGasGwei),
      );
    const [least, most] = told.historicalBaseFeeRangeGwei.map(wei);
    expect(least).toBe(leastWithShare(fees, 0));
    expect(most).toBe(leastWithShare(fees, 100));
    expect(told.networkCongestion).toBeCloseTo(
      fees.filter((fee) => fee < next).length / fees.length,
    );
  });

  it('fails when the service has no such chain', async () => {
    await expect(gas().read('1', baseFeePercentile)).rejects.toMatchObject({
      kind: 'nodeFault',
      cause: { status: 404 },
    });
  });
});
