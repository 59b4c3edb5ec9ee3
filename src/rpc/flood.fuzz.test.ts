import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startTrialNode, type TrialNode } from '../../test/chain/trialNode';
import { openModule } from '../../test/wallet/openModule';
import { storedDeployed } from '../../test/wallet/storedAccounts';
import { chainIds } from '../schema/primitives';
import { effort } from '../starknet/effort';
import { allMethods } from './allMethods';
import { wireName } from './names';

const SITE = 'https://dapp.example';
const OTHER = 'https://other.example';
const stored = storedDeployed(chainIds.sepolia);
const address = stored.plain.accounts[chainIds.sepolia]?.[0]?.address;

/** Signed by nobody: 1 MB of texts is seconds of hashing. */
const texts = (length: number) => ({
  types: {
    StarknetDomain: ['name', 'version', 'chainId', 'revision'].map((name) => ({
      name,
      type: 'shortstring',
    })),
    Letter: [{ name: 'lines', type: 'string*' }],
  },
  primaryType: 'Letter',
  domain: { name: 'Post', version: '1', chainId: 'SN_SEPOLIA', revision: '1' },
  message: { lines: Array(4).fill('x'.repeat(length / 4)) },
});
const calls = [
  { contractAddress: '0x1', entrypoint: 'put', calldata: Array(4_000).fill(`0x${'7'.repeat(63)}`) },
];
/** What costs the most of each method that computes without asking anybody. */
const heavy: Record<string, object> = {
  xnet_verifySignedMessage: {
    address,
    typedDataMessage: texts(200_000),
    signature: ['0x1', '0x2'],
  },
  xnet_estimateFee: { address, invocations: [{ type: 'INVOKE', ...calls[0] }] },
  xnet_estimateAccountDeployFee: {},
  xnet_extractPublicKey: { userAddress: address },
  ping: { debugLevel: 'x'.repeat(60_000) },
};

let node: TrialNode;
beforeEach(async () => {
  node = await startTrialNode();
});
afterEach(() => node.stop());

describe('a site that floods the module by every method', () => {
  // @promise T34.4
  it('does not keep another site waiting for more than some slices of computing', async () => {
    const { invoke } = openModule({ sepoliaUrl: node.url, stored, user: () => false });
    await invoke('ping', {}, OTHER);
    const methods = Object.keys(allMethods).map(wireName);
    const rounds = [...methods, ...Object.keys(heavy), ...Object.keys(heavy)];
    const before = effort();
    const flood = rounds.map((method) =>
      invoke(method, heavy[method] ?? {}, SITE).catch((error) => error.kind),
    );
    const waits: { work: number; ms: number }[] = [];
    let isOver = false;
    const ended = Promise.all(flood).then(() => (isOver = true));
    while (!isOver) {
      const [work, at] = [effort(), performance.now()];
      // It arrives in a turn of the runtime, as messages do.
      await new Promise((resolve) => setImmediate(resolve));
      await invoke('ping', {}, OTHER);
      waits.push({ work: effort() - work, ms: performance.now() - at });
    }
    await ended;
    const spent = effort() - before;
    const most = Math.max(...waits.map(({ work }) => work));
    process.stdout.write(
      `${rounds.length} requests computed ${Math.round(spent)} ms; of ${waits.length} pings beside them, ` +
        `one waited for ${Math.round(most)} ms of computing, ${Math.round(Math.max(...waits.map(({ ms }) => ms)))} ms by the clock\n`,
    );
    expect(spent).toBeGreaterThan(800);
    expect(waits.length).toBeGreaterThan(20);
    // A slice is 10 ms, but a key is derived at once.
    expect(most).toBeLessThan(200);
  }, 120_000);
});

describe('what a site lets the module compute', () => {
  // @promise T34.4
  it.each([
    ['the hash of a message', 'xnet_verifySignedMessage', 5],
    ['the fee of a transaction', 'xnet_estimateFee', 5],
    ['the fee of a deployment', 'xnet_estimateAccountDeployFee', 15],
  ])(
    'charges for the computing, not for the bytes: %s',
    async (_what, method, atLeast) => {
      const { invoke } = openModule({ sepoliaUrl: node.url, stored, now: () => 1_000_000 });
      const kindOf = (name: string) =>
        invoke(name, heavy[name], SITE).then(
          () => 'answered',
          (error) => error.kind,
        );
      const before = effort();
      // What takes the least time for its charge leaves a quarter of the allowance to what is slow.
      for (let pings = 0; pings < 1_800; pings += 1) expect(await kindOf('ping')).toBe('answered');
      let done = 0;
      let kind = 'answered';
      while (kind !== 'limitExceeded' && done < 50) {
        kind = await kindOf(method);
        done += 1;
      }
      expect(kind).toBe('limitExceeded');
      expect(done).toBeGreaterThan(atLeast);
      // The allowance of a minute is ten seconds; each ping has used one more millisecond of it.
      expect(effort() - before).toBeLessThan(10_500 - 1_800);
    },
    120_000,
  );
});
