import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  type Asked,
  type Disposal,
  dispose,
  fakeNode,
  testService,
} from '../../../test/testService';
import type { Service } from '../../service';

/** Recorded exchanges of ethereum/execution-apis (CC0). */
const folder = join(__dirname, '../../../../test/vectors/execution-apis');

const exchanges = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.io'))
  .flatMap((file) => {
    const lines = readFileSync(join(folder, file), 'utf8').split('\n');
    return lines.flatMap((line, index) =>
      line.startsWith('>> ')
        ? [{ file, asked: line.slice(3), replied: lines[index + 1]?.slice(3) ?? '' }]
        : [],
    );
  });

type Fields = Record<string, unknown>;

/** The specification's table omits the chain id of old transactions; all else is unchanged. */
const withoutOldChainIds = (text: string): string =>
  JSON.stringify(JSON.parse(text), (_name, value: Fields | null) => {
    if (value?.type !== '0x0' && value?.type !== '0x1') return value;
    const { chainId: _, ...transaction } = value;
    return transaction;
  });

const undo: Disposal = [];
let service: Service;
let key: string;

beforeAll(async () => {
  const genesis = exchanges.find(({ file }) => file.endsWith('get-genesis.io'))?.replied;
  const answer = ({ method, params }: Asked): unknown =>
    exchanges.find(({ asked }) => {
      const recorded = JSON.parse(asked) as Asked;
      return recorded.method === method && isDeepStrictEqual(recorded.params, params);
      // Requested when a block has no receipts, which is true of one block only.
    })?.replied ?? (method === 'eth_getBlockByNumber' ? genesis : undefined);
  const eth = await fakeNode(
    undo,
    answer,
    () => false,
    () => '0xc72dd9d5e883e',
  );
  service = await testService(undo, { eth: [eth] });
  key = (await service.createKey({ plan: 'custom' })).apiKey.key;
}, 60_000);
afterAll(() => dispose(undo), 60_000);

it('finds all recorded exchanges', () => {
  expect(exchanges).toHaveLength(19);
});

it.each(exchanges)(
  'replays $file to the letter, but for the chain ids of old transactions',
  async ({ asked, replied }) => {
    const response = await fetch(`${service.url}/v3/${key}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: asked,
    });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(withoutOldChainIds(replied));
  },
);
