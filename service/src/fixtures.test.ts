import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Service } from './service';
import { type CleanUp, cleanUp, fakeNode, testService } from './testService';

/** Recorded exchanges of ethereum/execution-apis (CC0). */
const folder = join(__dirname, '../../test/vectors/execution-apis');

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

const undo: CleanUp = [];
let service: Service;
let key: string;

beforeAll(async () => {
  const eth = await fakeNode(undo, ({ method, params }) => {
    const found = exchanges.find(({ asked }) => {
      const recorded = JSON.parse(asked) as { method: string; params: unknown };
      return (
        recorded.method === method && JSON.stringify(recorded.params) === JSON.stringify(params)
      );
    });
    return found?.replied;
  });
  service = await testService(undo, { eth: [eth] });
  key = (await service.createKey({ plan: 'custom' })).apiKey.key;
});
afterAll(() => cleanUp(undo));

it('has all recorded exchanges', () => {
  expect(exchanges).toHaveLength(19);
});

it.each(exchanges)('replays $file to the letter', async ({ asked, replied }) => {
  const response = await fetch(`${service.url}/v3/${key}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: asked,
  });
  expect(response.status).toBe(200);
  expect(await response.text()).toBe(replied);
});
