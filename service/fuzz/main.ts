import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startServiceProcess } from '../bench/serviceProcess';
import { fuzz } from './fuzz';

/** `npm run fuzz -w service [-- requests sockets seed]`: over loopback, on a separate process. */
const [requests = 20_000, sockets = 4_000, seed = 1] = process.argv.slice(2).map(Number);
const settleMs = 60_000;

/** The upstream node, which answers each call at once. */
const node = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { id } = JSON.parse(Buffer.concat(chunks).toString()) as { id: unknown };
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: '0x1' }));
  });
});
await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve));
const eth = `http://127.0.0.1:${(node.address() as AddressInfo).port}`;
// All strangers come from one address.
const config = join(await mkdtemp(join(tmpdir(), 'xnet-fuzz-')), 'config.json');
await writeFile(config, '{"limits":{"strangersPerSecond":1000000}}');
const options = ['--eth', eth, '--log-level', 'silent', '--config', config];
const service = await startServiceProcess(options);
const { url, operations, key, authorization } = service;

const measure = async () => {
  const text = await (await fetch(`${operations}/metrics`)).text();
  const read = (name: string): number => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]);
  return {
    files: read('process_open_fds'),
    webSockets: read('xnet_web_sockets'),
    megabytes: Math.round(read('nodejs_heap_size_used_bytes') / 1e6),
  };
};

try {
  const run = (count: number, seedOf: number) =>
    fuzz({ url, secrets: { key, authorization }, requests: count, sockets: count, seed: seedOf });
  // Warms up: one-time allocations and compiled code are in place before measuring.
  await run(400, seed + 1);
  const before = await measure();
  const begun = performance.now();
  const found = await fuzz({ url, secrets: { key, authorization }, requests, sockets, seed });
  const seconds = Math.round((performance.now() - begun) / 1_000);
  const crashes = await measure().then(
    () => 0,
    () => 1,
  );
  let after = crashes === 0 ? await measure() : before;
  const isBack = (): boolean =>
    after.files <= before.files + 8 &&
    after.webSockets === 0 &&
    after.megabytes <= before.megabytes + 64;
  for (let waited = 0; waited < settleMs && crashes === 0 && !isBack(); waited += 1_000) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    after = await measure();
  }
  const { asked, statuses, unanswered, undeclared } = found;
  const counts = {
    asked,
    seconds,
    crashes,
    unanswered: unanswered.length,
    undeclared: undeclared.length,
    statuses,
    before,
    after,
    isBack: isBack(),
  };
  process.stdout.write(`${JSON.stringify(counts, undefined, 2)}\n`);
  for (const what of [...new Set([...unanswered, ...undeclared])].slice(0, 40)) {
    process.stdout.write(`${what}\n`);
  }
  process.stdout.write(
    `${asked} requests in ${seconds} s: ${crashes} crashes, ${unanswered.length} without an answer, ${undeclared.length} undeclared answers; memory, files and sockets ${isBack() ? 'as before' : 'not as before'}\n`,
  );
  if (crashes + unanswered.length + undeclared.length > 0 || !isBack()) process.exitCode = 1;
} finally {
  await service.stop();
  await rm(dirname(config), { recursive: true });
  node.close();
  node.closeAllConnections();
}
