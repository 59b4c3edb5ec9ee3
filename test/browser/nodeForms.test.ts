import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { askChain } from '../../scripts/start/localChain';
import { type NodePage, type NodeStage, openNodePage, openNodeStage } from '../stage/nodeStage';

const MINUTE = 60_000;
const blocks = 20;

let stage: NodeStage;
let open: NodePage['open'];
let page: NodePage['page'];
let shown: NodePage['shown'];
let text: NodePage['text'];
let json: NodePage['json'];
let credits: NodePage['credits'];
let send: NodePage['send'];

beforeAll(async () => {
  stage = await openNodeStage(blocks);
}, 3 * MINUTE);
afterAll(() => stage?.stop(), MINUTE);
beforeEach(async () => {
  ({ open, page, shown, text, json, credits, send } = await openNodePage(stage));
});

describe.each(['http', 'webSocket'])('the JSON-RPC page over %s', (over) => {
  const pick = async (name: string): Promise<void> => {
    await open(`#/rpc/${name}`);
    await shown(`over-${over}`).check();
  };

  it(
    "shows the node's answer to the sample of each method, its time and its price",
    async () => {
      const latest = ['latest', false];
      const newest = await askChain<{ hash: string }>(
        stage.ethereum.url,
        'eth_getBlockByNumber',
        latest,
      );
      const cases = [
        ['eth_getBlockByNumber', ['latest', false], 80],
        ['eth_getBlockByHash', [newest.hash, false], 80],
        ['eth_getTransactionByBlockNumberAndIndex', ['latest', '0x0'], 150],
        ['eth_getUncleByBlockNumberAndIndex', ['latest', '0x0'], 150],
        ['eth_getBlockReceipts', ['latest'], 1_000],
      ] as const;
      for (const [method, params, price] of cases) {
        await pick(method);
        if (method === 'eth_getBlockByHash')
          await page.locator(`#rpc-field-hash[value="${newest.hash}"]`).waitFor();
        await send();
        expect([method, await json('reply')]).toEqual([
          method,
          await askChain(stage.ethereum.url, method, params),
        ]);
        expect([method, await credits('taken')]).toEqual([method, price]);
        expect(await text('taken')).toMatch(/^[\d,]+ ms · 1 request · [\d,]+ credits$/u);
      }
    },
    MINUTE,
  );

  it(
    'checks a proof against the state root of its block, and refuses it against another',
    async () => {
      await pick('eth_getProof');
      await send();
      const number = BigInt(await askChain<string>(stage.ethereum.url, 'eth_blockNumber', []));
      expect(await shown('proof-mark').getAttribute('data-holds')).toBe('yes');
      expect(await text('proof-mark')).toContain(
        `Proof checked against the state root of block ${number.toLocaleString('en')}: holds.`,
      );
      const proof = (await json('reply')) as { storageProof: { value: string }[] };
      expect(Number(proof.storageProof[0]?.value)).toBe(blocks - 1);

      await shown('rpc-field-root').fill(`0x${'12'.repeat(32)}`);
      await shown('rpc-send').click();
      await page.locator('[data-testid="proof-mark"][data-holds="no"]').waitFor();
      expect(await text('proof-mark')).toContain('does not hold, the account does not match');
    },
    MINUTE,
  );

  it(
    'sends two calls as one request, and shows the answer to each',
    async () => {
      await pick('batch');
      await shown('batch-1').selectOption('eth_getUncleByBlockNumberAndIndex');
      await send();
      const latest = await askChain(stage.ethereum.url, 'eth_getBlockByNumber', ['latest', false]);
      expect(await json('reply')).toEqual([{ result: latest }, { result: null }]);
      expect(await credits('taken')).toBe(80 + 80 + 150);
      expect(await shown('taken').getAttribute('data-requests')).toBe('1');
    },
    MINUTE,
  );

  it(
    'explains what is wrong with a parameter before anything is sent, and what the node refuses',
    async () => {
      await pick('eth_getTransactionByBlockNumberAndIndex');
      await shown('rpc-field-index').fill('first');
      await shown('rpc-send').click();
      const field = shown('rpc-field-index');
      expect(await field.getAttribute('aria-invalid')).toBe('true');
      expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);

      await pick('eth_getProof');
      await shown('rpc-field-block').fill('0xffffff');
      await send();
      const failure = shown('rpc-error');
      expect(Number(await failure.getAttribute('data-code'))).toBeLessThan(0);
      expect(await failure.textContent()).toMatch(
        /The node refused it: .+Correct the request, then send it again\./u,
      );
    },
    MINUTE,
  );
});

describe('the IPFS page', () => {
  const words = Array.from(
    { length: 60 },
    (_, line) => `${line}. A text of several blocks, with a ü, to be cut and put together again.`,
  ).join(' ');

  const add = async (blockBytes: string): Promise<string> => {
    await open('#/ipfs');
    await shown('ipfs-text').fill(words);
    await shown('ipfs-blocks').selectOption(blockBytes);
    await shown('ipfs-add').click();
    await shown('ipfs-added').waitFor();
    return text('ipfs-added');
  };

  it(
    'adds a text, reads it back with every block checked, and checks its object',
    async () => {
      const cid = await add('1000');
      expect(cid).toMatch(/^Qm[1-9A-HJ-NP-Za-km-z]{44}$/u);
      expect(await shown('ipfs-cid').inputValue()).toBe(cid);
      await shown('ipfs-read').click();
      await shown('ipfs-mark').waitFor();
      expect(await shown('ipfs-mark').getAttribute('data-holds')).toBe('yes');
      // The root, and a block per 1,000 bytes.
      const count = 1 + Math.ceil(Buffer.byteLength(words) / 1_000);
      expect(await text('ipfs-mark')).toContain(`all ${count} have the hash`);
      expect(await text('ipfs-content')).toBe(words);

      await shown('ipfs-object').click();
      await shown('object-mark').waitFor();
      expect(await text('object-mark')).toContain('it matches the CID');
      const { Links } = (await json('reply')) as { Links: object[] };
      expect(Links).toHaveLength(count - 1);
    },
    MINUTE,
  );

  it(
    'marks what was not checked, and refuses what a wrong name does not name',
    async () => {
      const cid = await add('262144');
      await shown('ipfs-unchecked').check();
      await shown('ipfs-read').click();
      await shown('ipfs-mark').waitFor();
      expect(await shown('ipfs-mark').getAttribute('data-holds')).toBe('unknown');
      expect(await text('ipfs-mark')).toContain('Not checked');
      expect(await text('ipfs-content')).toBe(words);

      await shown('ipfs-checked').check();
      await shown('ipfs-spoil').click();
      expect(await shown('ipfs-cid').inputValue()).not.toBe(cid);
      await shown('ipfs-read').click();
      await shown('ipfs-read-error').waitFor();
      expect(await shown('ipfs-content').count()).toBe(0);
      expect(await shown('ipfs-mark').count()).toBe(0);
      expect(await text('ipfs-read-error')).toMatch(/The service answered HTTP 500[.:]/u);
    },
    MINUTE,
  );

  it(
    'refuses content that was changed on its way, if it is checked',
    async () => {
      await add('262144');
      await page.route(/\/api\/v0\/(?:block\/get|cat)/u, async (route) => {
        const response = await route.fetch();
        const changed = (await response.text()).replace('several', 'SEVERAL');
        await route.fulfill({ response, body: changed });
      });
      await shown('ipfs-unchecked').check();
      await shown('ipfs-read').click();
      await shown('ipfs-content').waitFor();
      expect(await text('ipfs-content')).toContain('SEVERAL');
      await shown('ipfs-checked').check();
      await shown('ipfs-read').click();
      await shown('ipfs-read-error').waitFor();
      expect(await text('ipfs-read-error')).toContain('not what its identifier names');
      expect(await shown('ipfs-content').count()).toBe(0);
    },
    MINUTE,
  );
});
