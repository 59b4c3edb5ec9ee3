import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Counted, countWalletCalls } from '../../scripts/bench/walletCalls';
import { startLocalChain } from '../../scripts/start/localChain';
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
    await addressedModule({ out: module, sepoliaUrls: [proxy.url] });
    counted = await countWalletCalls(chain.url, proxy, { module, data: join(folder, 'data') });
  } finally {
    await proxy.stop();
    await chain.stop();
    await rm(folder, { recursive: true, force: true });
  }
}, 240_000);

let reported = '';
afterAll(() => void process.stdout.write(reported));

// Each is a message to another process and back. Numbers in walletCalls.json may only fall.
describe('what the built module asks of wallet and node, on the controllers of the vendor', () => {
  it.each(Object.entries(most))(
    'limits what %s asks to %j',
    (method, { calls, series, state, components, requests }) => {
      const found = counted[method];
      if (!found) throw new Error('It was not counted.');
      reported += `${method}: ${JSON.stringify({ ...found, names: undefined })}\n`;
      // On failure this prints the names, which show the new call.
      expect(found.calls > calls && found.names).toBe(false);
      // Under load, one call that is sent beside another can begin after it.
      expect(found.series).toBeLessThanOrEqual(series + 1);
      expect(found.state).toBeLessThanOrEqual(state);
      expect(found.components).toBeLessThanOrEqual(components);
      expect(found.requests).toBeLessThanOrEqual(requests);
    },
  );
});
