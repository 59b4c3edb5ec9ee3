import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createCreditMeter } from '../transport/creditMeter';
import { createHttp } from '../transport/http';
import { baseFeeHistory } from './baseFeeHistory';
import { baseFeePercentile } from './baseFeePercentile';
import { busyThreshold } from './busyThreshold';
import { gweiToWei } from './decimal';
import { createGasApi } from './gasApi';
import { suggestedGasFees } from './suggestedGasFees';

const level = {
  suggestedMaxPriorityFeePerGas: '0.05',
  suggestedMaxFeePerGas: '16.334026964',
  minWaitTimeEstimate: 15000,
  maxWaitTimeEstimate: 30000,
};
const suggested = {
  low: level,
  medium: level,
  high: level,
  estimatedBaseFee: '16.284026964',
  networkCongestion: 0.5125,
  latestPriorityFeeRange: ['0', '3'],
  historicalPriorityFeeRange: ['0.000000001', '89'],
  historicalBaseFeeRange: ['13.773088584', '29.912845463'],
  priorityFeeTrend: 'down',
  baseFeeTrend: 'up',
};

let body: unknown;
let seen: IncomingMessage[];
const server = createServer((request, response) => {
  seen.push(request);
  response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
});
let url: string;
beforeEach(async () => {
  seen = [];
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

const open = (secret?: string, meter = createCreditMeter()) =>
  createGasApi({
    http: createHttp({ fetch }),
    url,
    key: secret === undefined ? { key: 'key1' } : { key: 'key1', secret },
    meter,
  });

describe('the gas API', () => {
  it('sends a key with its secret as HTTP Basic, and a key alone in the path', async () => {
    body = { baseFeePercentile: '37.378956101' };
    await open('secret1').read('1', baseFeePercentile);
    await open().read('1', baseFeePercentile);
    expect(seen.map(({ url: path, headers }) => [path, headers.authorization])).toEqual([
      ['/networks/1/baseFeePercentile', `Basic ${btoa('key1:secret1')}`],
      ['/v3/key1/networks/1/baseFeePercentile', undefined],
    ]);
  });

  it('reads every figure, with its unit in the name', async () => {
    body = { baseFeePercentile: '37.378956101', more: 1 };
    await expect(open().read('1', baseFeePercentile)).resolves.toEqual({
      baseFeePercentileGwei: '37.378956101',
    });
    body = { busyThreshold: '40' };
    await expect(open().read('1', busyThreshold)).resolves.toEqual({ busyThresholdGwei: '40' });
    body = ['0.000000007', '12'];
    await expect(open().read('1', baseFeeHistory)).resolves.toEqual({
      baseFeesGwei: ['0.000000007', '12'],
    });
    body = suggested;
    await expect(open().read('1', suggestedGasFees)).resolves.toMatchObject({
      medium: { maxFeePerGasGwei: '16.334026964', minWaitMs: 15000 },
      estimatedBaseFeeGwei: '16.284026964',
      historicalPriorityFeeRangeGwei: ['0.000000001', '89'],
      baseFeeTrend: 'up',
    });
  });

  it('gives each suggested fee as the one that it is', async () => {
    const levelAt = (at: number) => ({
      suggestedMaxPriorityFeePerGas: `${at}.1`,
      suggestedMaxFeePerGas: `${at}.2`,
      minWaitTimeEstimate: at * 1_000,
      maxWaitTimeEstimate: at * 2_000,
    });
    const readAt = (at: number) => ({
      maxPriorityFeePerGasGwei: `${at}.1`,
      maxFeePerGasGwei: `${at}.2`,
      minWaitMs: at * 1_000,
      maxWaitMs: at * 2_000,
    });
    body = { ...suggested, low: levelAt(1), medium: levelAt(2), high: levelAt(3) };
    await expect(open().read('1', suggestedGasFees)).resolves.toEqual({
      low: readAt(1),
      medium: readAt(2),
      high: readAt(3),
      estimatedBaseFeeGwei: '16.284026964',
      networkCongestion: 0.5125,
      latestPriorityFeeRangeGwei: ['0', '3'],
      historicalPriorityFeeRangeGwei: ['0.000000001', '89'],
      historicalBaseFeeRangeGwei: ['13.773088584', '29.912845463'],
      priorityFeeTrend: 'down',
      baseFeeTrend: 'up',
    });
    expect(seen[0]?.url).toBe('/v3/key1/networks/1/suggestedGasFees');
  });

  it('refuses suggestions of which any part is missing or another thing', async () => {
    const wrong = [...Object.keys(suggested), ...Object.keys(level)];
    for (const name of wrong)
      for (const value of [undefined, -1, ['1']]) {
        body = Object.hasOwn(level, name)
          ? { ...suggested, high: { ...level, [name]: value } }
          : { ...suggested, [name]: value };
        const reading = open().read('1', suggestedGasFees);
        await expect(reading).rejects.toMatchObject({ kind: 'nodeFault' });
      }
    body = { ...suggested, networkCongestion: 1.5 };
    await expect(open().read('1', suggestedGasFees)).rejects.toMatchObject({ kind: 'nodeFault' });
  });

  it('accepts an address that ends in slashes', async () => {
    body = ['1'];
    url += '//';
    await open().read('1', baseFeeHistory);
    expect(seen[0]?.url).toBe('/v3/key1/networks/1/baseFeeHistory');
  });

  it.each([
    { baseFeePercentile: 37.378956101 },
    { baseFeePercentile: '-1' },
    { baseFeePercentile: '1e9' },
    { baseFeePercentile: '' },
    [],
    null,
  ])('refuses %j, which is no exact decimal', async (answer) => {
    body = answer;
    await expect(open().read('1', baseFeePercentile)).rejects.toMatchObject({ kind: 'nodeFault' });
  });

  it('refuses a history that is no list of exact decimals', async () => {
    for (const answer of [['1', 2], ['1', '-1'], {}, '1', new Array(5_001).fill('1')]) {
      body = answer;
      await expect(open().read('1', baseFeeHistory)).rejects.toMatchObject({ kind: 'nodeFault' });
    }
  });

  it('counts what it spent', async () => {
    body = ['1'];
    const meter = createCreditMeter();
    await open(undefined, meter).read('1', baseFeeHistory);
    expect(meter.used()).toBe(80);
  });

  it('escapes a chain that is no number', async () => {
    body = ['1'];
    await open().read('../1?x', baseFeeHistory);
    expect(seen[0]?.url).toBe('/v3/key1/networks/..%2F1%3Fx/baseFeeHistory');
  });
});

it.each([
  ['37.378956101', 37378956101n],
  ['0', 0n],
  ['1.10', 1100000000n],
  ['0.0000000010', 1n],
  ['0.0000000001', undefined],
  ['123456789012345678901.5', 123456789012345678901500000000n],
])('converts %s Gwei to %s wei', (gwei, wei) => {
  expect(gweiToWei(gwei)).toBe(wei);
});
