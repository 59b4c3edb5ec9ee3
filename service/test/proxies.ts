import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Disposal, temporaryFolder } from './testService';

const samples = fileURLToPath(new URL('../../docs/operate/', import.meta.url));

/** A port that was free a moment ago. */
export const freePort = async (): Promise<number> => {
  // Below those that systems give to outgoing connections, so that none takes it between two starts.
  const port = 20_000 + Math.floor(Math.random() * 12_000);
  const server = createServer().listen(port, '127.0.0.1');
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  server.close();
  return isFree ? port : freePort();
};

/** A sample with the test's addresses in place of its own. */
const sample = (name: string, ports: readonly number[], port: number): string =>
  ports
    .reduce(
      (text, one, index) => text.replaceAll(`xnet-${index + 1}:8545`, `127.0.0.1:${one}`),
      readFileSync(join(samples, name), 'utf8'),
    )
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('bind :80\n', `bind 127.0.0.1:${port}\n`);

const run = async (undo: Disposal, program: string, args: string[], port: number) => {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'close');
  undo.push(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  let told = '';
  child.stderr.on('data', (chunk) => {
    told += chunk;
  });
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(url).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error(`${program} did not start: ${told}`);
    await setTimeout(20);
  }
  return url;
};

/** nginx with the sample configuration. @returns its URL */
export const startNginx = async (undo: Disposal, ports: readonly number[]): Promise<string> => {
  const folder = await temporaryFolder(undo);
  const port = await freePort();
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  for (const kind of kinds) await mkdir(join(folder, kind));
  const paths = kinds.map((kind) => `${kind}_temp_path ${join(folder, kind)};`).join('\n');
  const conf = join(folder, 'nginx.conf');
  const user = process.getuid?.() === 0 ? 'user root;\n' : '';
  const text = sample('nginx.conf', ports, port).replace('http {', `http {\n${paths}`);
  await writeFile(conf, `${user}${text}`);
  const globals = `daemon off; master_process off; error_log stderr; pid ${join(folder, 'pid')};`;
  return run(undo, 'nginx', ['-p', folder, '-c', conf, '-g', globals, '-e', 'stderr'], port);
};

/** HAProxy with the sample configuration. @param checked the instances' ports for operators @returns its URL */
export const startHaproxy = async (
  undo: Disposal,
  ports: readonly number[],
  checked: readonly number[],
): Promise<string> => {
  const folder = await temporaryFolder(undo);
  const port = await freePort();
  const file = join(folder, 'haproxy.cfg');
  const text = sample('haproxy.cfg', ports, port);
  const checks = ports.reduce(
    (all, one, index) => all.replace(`:${one} check`, `:${one} check port ${checked[index]}`),
    text.replace(' port 9545', ''),
  );
  await writeFile(file, checks);
  return run(undo, 'haproxy', ['-f', file, '-db'], port);
};
