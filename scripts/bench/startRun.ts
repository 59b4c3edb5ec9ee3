// One start in a fresh process: prints a line of JSON. Arguments: the bundle, and `keys` to go on
// to the account keys.
import { readFile } from 'node:fs/promises';
import { fakeWallet } from '../../test/wallet/fakeWallet';
import { startInSandbox } from './sandbox';

const [bundle = '', more] = process.argv.slice(2);
const { wallet, pages } = fakeWallet();
const sandbox = await startInSandbox(await readFile(bundle, 'utf8'), wallet);
pages.listen(sandbox.input);

const timed = async (method: string, params: object) => {
  const started = performance.now();
  const reply = await sandbox.invoke(method, params);
  return { ms: performance.now() - started, reply };
};

const keys: Record<string, number[]> = {};
if (more === 'keys') {
  const first = await timed('xnet_createAccount', { addressIndex: 0 });
  keys.first = [first.ms];
  keys.warm = [];
  for (const addressIndex of [1, 2, 3, 4, 5])
    keys.warm.push((await timed('xnet_createAccount', { addressIndex })).ms);
  const { address } = first.reply as { address: string };
  keys.known = [];
  for (let round = 0; round < 5; round += 1)
    keys.known.push((await timed('xnet_extractPublicKey', { userAddress: address })).ms);
}
process.stdout.write(`${JSON.stringify({ startMs: sandbox.startMs, keys })}\n`);
await sandbox.stop();
