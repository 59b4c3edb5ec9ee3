import { readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { askChain } from '../../scripts/start/localChain';
import { listFaults } from '../stage/accessibility';
import { type NodePage, type NodeStage, openNodePage, openNodeStage } from '../stage/nodeStage';

const MINUTE = 60_000;
const blocks = 520;
const historyBlocks = 500;

let stage: NodeStage;
let open: NodePage['open'];
let page: NodePage['page'];
let shown: NodePage['shown'];
let text: NodePage['text'];
let credits: NodePage['credits'];
let send: NodePage['send'];
/** Origins that the pages have contacted, or tried to. */
const asked = new Set<string>();
/** Requests that the page's policy blocked, and errors of the page. */
const complaints: string[] = [];

beforeAll(async () => {
  stage = await openNodeStage(blocks);
}, 3 * MINUTE);
afterAll(() => stage?.stop(), MINUTE);
beforeEach(async () => {
  ({ open, page, shown, text, credits, send } = await openNodePage(stage));
  page.on('request', (request) => asked.add(new URL(request.url()).origin));
  page.on('websocket', (socket) => asked.add(new URL(socket.url()).origin));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy/u.test(message.text())) complaints.push(message.text());
  });
});

/** Base fees of the node in wei, oldest first, ending with the next block's. */
const nodeFees = async (): Promise<bigint[]> => {
  const params = [`0x${historyBlocks.toString(16)}`, 'latest', []];
  const { baseFeePerGas } = await askChain<{ baseFeePerGas: string[] }>(
    stage.ethereum.url,
    'eth_feeHistory',
    params,
  );
  return baseFeePerGas.slice(0, -1).map(BigInt);
};

const toWei = (gwei: string | null): bigint => {
  const [whole = '', fraction = ''] = (gwei ?? '').split('.');
  return BigInt(whole + fraction.padEnd(9, '0'));
};

type Balance = { used: number; left: number };
const balance = async (): Promise<Balance> => {
  const { url, key } = stage.service;
  return (await (await fetch(`${url}/v3/${key}/credits`)).json()) as Balance;
};

describe('the gas page', () => {
  it(
    "draws the node's last 500 base fees with lines at half and nine tenths of them",
    async () => {
      await open('#/gas');
      await shown('gas-chart').waitFor();
      const fees = await nodeFees();
      const sorted = [...fees].sort((a, b) => (a < b ? -1 : 1));
      expect(fees).toHaveLength(historyBlocks);
      expect(toWei(await shown('gas-latest').getAttribute('data-gwei'))).toBe(fees.at(-1));
      expect(toWei(await shown('gas-percentile').getAttribute('data-gwei'))).toBe(sorted[249]);
      expect(toWei(await shown('gas-busy').getAttribute('data-gwei'))).toBe(sorted[449]);
      for (const id of ['latest', 'percentile', 'busy', 'next'])
        expect(await text(`gas-${id}`)).toMatch(/^(≈ )?[\d,.]+ Gwei$/u);
      expect(await shown('gas-chain').inputValue()).toBe('31337');

      // Every point of the line, and the horizontal lines, at the height of their values.
      const path = (await shown('gas-line').getAttribute('d')) ?? '';
      const heights = path
        .split(/[ML]/u)
        .slice(1)
        .map((point) => Number(point.split(' ')[1]));
      expect(heights).toHaveLength(historyBlocks);
      const highest = fees.indexOf(sorted.at(-1) ?? 0n);
      expect(heights.indexOf(Math.min(...heights))).toBe(highest);
      const y = async (name: string) =>
        Number(await shown(`gas-line-${name}`).getAttribute('data-y'));
      const yOfFee = (fee: bigint) => heights[fees.indexOf(fee)] ?? Number.NaN;
      expect(await y('percentile')).toBeCloseTo(yOfFee(sorted[249] ?? 0n), 0);
      expect(await y('busy')).toBeCloseTo(yOfFee(sorted[449] ?? 0n), 0);

      await shown('gas-table-open').click();
      const rows = await shown('gas-table').locator('tbody td').allTextContents();
      expect(rows.map(toWei)).toEqual([...fees].reverse());
    },
    MINUTE,
  );

  it(
    'counts the same credits as the service, and shows what is left',
    async () => {
      const before = await balance();
      await open('#/gas');
      await shown('gas-chart').waitFor();
      expect(await credits('credits-used')).toBe(4 * 80);
      const after = await balance();
      expect(after.used - before.used).toBe(4 * 80);
      expect(await credits('credits-left')).toBe(after.left);
      expect(after.left).toBeGreaterThan(14_000_000);
    },
    MINUTE,
  );

  it(
    'reads the chart block by block from the keyboard',
    async () => {
      await open('#/gas');
      await shown('gas-chart').waitFor();
      await shown('gas-look').focus();
      await page.keyboard.press('ArrowLeft');
      expect(await text('gas-looked')).toMatch(/^−1: (≈ )?[\d.]+ Gwei$/u);
      await page.keyboard.press('Home');
      expect(await text('gas-looked')).toMatch(/^−499: /u);
    },
    MINUTE,
  );
});

describe('the three pages', () => {
  it(
    'logs every request without the key, with code to copy',
    async () => {
      await open('#/gas');
      await shown('gas-chart').waitFor();
      await open('#/rpc/eth_getBlockByNumber');
      await shown('over-webSocket').check();
      await send();
      const entries = shown('timeline-entry');
      const names = await entries.evaluateAll((all) =>
        all.map((entry) => entry.getAttribute('data-method')),
      );
      expect(names.sort()).toEqual([
        'baseFeeHistory',
        'baseFeePercentile',
        'busyThreshold',
        'eth_getBlockByNumber',
        'eth_getBlockByNumber',
        'suggestedGasFees',
        'supportedChainNames',
      ]);
      for (const entry of await entries.all()) await entry.locator('summary').first().click();
      const written = (await page.locator('body').textContent()) ?? '';
      expect(written).toContain('API_KEY');
      const { key, secret } = stage.service;
      for (const hidden of [key, secret, btoa(`${key}:${secret}`)])
        expect(written).not.toContain(hidden);
    },
    MINUTE,
  );

  it(
    'passes an accessibility check with replies shown, in light and dark, and fits a small screen',
    async () => {
      const ready: [string, () => Promise<void>][] = [
        ['#/gas', () => shown('gas-chart').waitFor()],
        ['#/rpc/eth_getProof', send],
        [
          '#/ipfs',
          async () => {
            await shown('ipfs-add').click();
            await shown('ipfs-added').waitFor();
            await shown('ipfs-read').click();
            await shown('ipfs-mark').waitFor();
          },
        ],
      ];
      for (const [hash, prepare] of ready) {
        await open(hash);
        await prepare();
        expect(await listFaults(page)).toEqual([]);
        await page.setViewportSize({ width: 320, height: 800 });
        // The chart adapts to the page's width one frame later.
        await page.waitForFunction(
          () => document.documentElement.scrollWidth === document.documentElement.clientWidth,
        );
        await page.setViewportSize({ width: 1280, height: 900 });
      }
    },
    2 * MINUTE,
  );

  it('connects only to its own server and the service, and breaks no rule of the page', () => {
    const { dapp, service } = stage;
    const own = [dapp.url, service.url, service.url.replace('http', 'ws')];
    expect([...asked].sort()).toEqual(own.sort());
    expect(complaints).toEqual([]);
  });

  it('refuses the key to a page of another origin', async () => {
    const url = new URL('/config.json', stage.dapp.url);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(url.port), url.hostname);
      let reply = '';
      socket.on('data', (part) => {
        reply += part.toString();
      });
      socket.on('end', () => resolve(reply));
      socket.on('error', reject);
      socket.end('GET /config.json HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n');
    });
    expect(answer).toMatch(/^HTTP\/1\.1 403 /u);
    expect(answer).not.toContain(stage.service.secret);
    for (const origin of ['https://evil.example', 'http://localhost:1', 'null']) {
      const { headers } = await fetch(url, { headers: { origin } });
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    }
  });

  it(
    'keeps the key and its balance over a restart of the service',
    async () => {
      const before = await balance();
      const { key, secret } = stage.service;
      await stage.restartService();
      expect(stage.service).toMatchObject({ key, secret });
      expect((await balance()).used).toBe(before.used);
      const log = await readFile(join(stage.folder, 'service.log'), 'utf8');
      expect(log).not.toContain(key);
      expect(log).not.toContain(secret);
      expect(await readdir(join(stage.folder, 'service'))).toContain('local-dapp-key.json');
    },
    MINUTE,
  );
});
