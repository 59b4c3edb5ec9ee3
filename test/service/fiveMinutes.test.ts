import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import { freePort } from '../../service/test/proxies';
import { type Disposal, dispose, fakeNode, temporaryFolder } from '../../service/test/testService';

const undo: Disposal = [];
afterEach(() => dispose(undo));

const root = join(__dirname, '../..');
const read = (name: string): string => readFileSync(join(root, 'docs/operate', name), 'utf8');

/** Commands of the system, which a test has no right to: they do what is left of their task. */
const systemCommands: Readonly<Record<string, string>> = {
  npm: 'exit 0',
  useradd: 'exit 0',
  chown: 'exit 0',
  runuser: 'shift 3; exec "$@"',
  install: 'for last; do :; done; mkdir -p "$last"',
  journalctl: 'cat "$SYSTEM/log"',
  systemctl: `
    stop() { kill "$(cat "$SYSTEM/pid")"; while kill -0 "$(cat "$SYSTEM/pid")" 2>/dev/null; do sleep 0.1; done; }
    start() {
      : > "$SYSTEM/out"
      setsid bash -c "$(cat "$SYSTEM/command")" > "$SYSTEM/out" 2>> "$SYSTEM/log" & echo $! > "$SYSTEM/pid"
      until grep -q ready "$SYSTEM/out"; do kill -0 "$(cat "$SYSTEM/pid")"; sleep 0.1; done
    }
    case $1 in enable|start) start;; stop) stop;; restart) stop; start;; esac`,
};

const run = (script: string, env: NodeJS.ProcessEnv): Promise<{ code: unknown; text: string }> =>
  new Promise((resolve) => {
    const child = spawn('bash', ['-euo', 'pipefail', '-c', script], { env });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        text += chunk;
      });
    child.once('exit', (code) => resolve({ code, text }));
  });

// @promise P28.1
it('builds, starts, serves, rotates, backs up and restores by the commands of docs/operate', async () => {
  const system = await temporaryFolder(undo);
  const eth = await fakeNode(undo, () => '0x10');
  const [port, operations] = [await freePort(), await freePort()];
  /** The test's own place, port and node for those of the document. */
  const adapt = (text: string): string =>
    text
      .replace(/\/usr\/bin\/node|\bnode (?=\/opt)/g, 'node ')
      .replaceAll('/opt/xnet/service/dist/main.js', `--import tsx ${root}/service/src/main.ts`)
      .replaceAll('/opt/xnet', root)
      .replaceAll('%d/', '/etc/xnet/')
      .replace(/\/(?:etc|var)\/(?=[\w/]*)/g, (path) => `${system}${path}`)
      .replaceAll('8545', String(port))
      .replaceAll('9545', String(operations))
      .replaceAll('https://node.example/your-key', eth);
  for (const folder of ['etc/systemd/system', 'var/lib', 'var/backups', 'bin'])
    mkdirSync(join(system, folder), { recursive: true });
  for (const [name, text] of Object.entries(systemCommands)) {
    writeFileSync(join(system, 'bin', name), `#!/bin/bash\nset -e\n${text}\n`);
    chmodSync(join(system, 'bin', name), 0o755);
  }
  const [, command = ''] = /^ExecStart=(.*)$/m.exec(read('xnet.service')) ?? [];
  writeFileSync(join(system, 'command'), `exec ${adapt(command)}`);
  writeFileSync(join(system, 'log'), '');
  const [, section = ''] = read('README.md').split(/^## Five minutes.*$/m);
  const blocks = [...(section.split(/^## /m)[0] ?? '').matchAll(/^```sh\n(.*?)^```$/gms)];
  expect(blocks.length).toBeGreaterThan(6);
  const own = `
    SECOND=$(node -p 'JSON.parse(fs.readFileSync("/etc/xnet/second-key.json")).key')
    call() { curl -sS -o /dev/null -w '%{http_code}\\n' "http://127.0.0.1:8545/v3/$1" -H 'content-type: application/json' -d '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}'; }
    echo "old $(call "$KEY") new $(call "$SECOND")"
    systemctl stop xnet`;
  const script = [...blocks.map(([, text = '']) => text), own].map(adapt).join('\n');
  const path = `${join(system, 'bin')}:${process.env.PATH}`;
  undo.push(async () => {
    const pid = Number(readFileSync(join(system, 'pid'), 'utf8'));
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended, as the last command says.
    }
  });
  const { code, text } = await run(script, { ...process.env, PATH: path, SYSTEM: system });
  expect([code, text.slice(code === 0 ? text.length : -2_000)]).toEqual([0, '']);
  expect(text).toContain('"result":"0x10"');
  expect(text).toContain('"ready":true');
  expect(text).toContain('old 403 new 200');
}, 300_000);
