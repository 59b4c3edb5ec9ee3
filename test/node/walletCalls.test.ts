import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Counted, countWalletCalls } from '../../scripts/bench/walletCalls';
import { startLocalChain } from '../../scripts/start/localChain';
import { chainIds } from '../../src/schema/primitives';
import { startProxy } from '../chain/proxy';
import { addressedModule } from '../stage/addressedModule';
import most from './walletCalls.json';

let counted: Counted;
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'xnet-calls-'));
  const chain = await startLocalChain();
  const proxy = await startProxy({ target: chain.url });
  try {
    const module = join(folder, 'module');
    await addressedModule({ out: module, endpoints: { [chainIds.sepolia]: [proxy.url] } });
    counted = await countWalletCalls(chain.url, proxy, { module, data: join(folder, 'data') });
  } finally {
    await proxy.stop();
    await chain.stop();
    await rm(folder, { recursive: true, force: true });
  }
}, 240_000);

let reported = '';
afterAll(() => void process.stdout.write(reported));

// Each is a message to another process and back: the numbers in walletCalls.json should only fall.
describe('what the built module asks of wallet and node, on the controllers of the vendor', () => {
  it.each(Object.entries(most))('counts in %s exactly %j', (method, recorded) => {
    const found = counted[method];
    if (!found) throw new Error('It was not counted.');
    reported += `${method}: ${JSON.stringify({ ...found, names: undefined })}\n`;
    const { names, bytes: _, stateBytes: __, ...counts } = found;
    // On failure this prints the names, which show the new call.
    expect(counts.calls === recorded.calls || names).toBe(true);
    expect(counts).toEqual(recorded);
  });
});
