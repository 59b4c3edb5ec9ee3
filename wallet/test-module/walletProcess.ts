// Runs the wallet as a separate process and talks HTTP to it, as a dapp and as its page.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { conditions } from '#vendor/set';
import type { Command, Snapshot } from '../src/protocol/view';

const walletFolder = join(__dirname, '..');
// Not tsx's own command line, which would add a process between this one and the wallet.
export const runner = ['--import', 'tsx', ...conditions.map((name) => `--conditions=${name}`)];

export const moduleId = 'npm:@xnet/module';
export const dapp = 'http://127.0.0.1:3000';

export function buildTestModule(folder: string, label: string, version = '0.1.0'): void {
  execFileSync(process.execPath, [...runner, 'test-module/build.ts', folder, label, version], {
    cwd: walletFolder,
  });
}

export type Reply = {
  result?: unknown;
  error?: { code: number; message: string; data?: unknown };
};

export type WalletProcess = Awaited<ReturnType<typeof startWallet>>;

export async function startWallet(moduleFolder: string, dataFolder: string, more: string[] = []) {
  const args = ['src/main.ts', '--module', moduleFolder, '--data', dataFolder, ...more];
  const child = spawn(process.execPath, [...runner, ...args], {
    cwd: walletFolder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const ready = await readyUrl(child);
  if (ready === null) {
    await exited;
    throw new Error(`The wallet ended before it was ready, with code ${child.exitCode}.`);
  }
  const url: string = ready;
  const html = await (await fetch(`${url}/`)).text();
  const token = /name="token" content="([^"]+)"/.exec(html)?.[1] ?? '';

  async function post(path: string, body: unknown) {
    return fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url, 'x-wallet-token': token },
      body: JSON.stringify(body),
    });
  }

  async function command(body: Command): Promise<string | null> {
    const answer: { error: string | null } = await (await post('/command', body)).json();
    return answer.error;
  }

  /** Resolves with the wallet's first snapshot that satisfies `isWanted`. */
  async function until(isWanted: (snapshot: Snapshot) => boolean): Promise<Snapshot> {
    const { body } = await post('/feed', {});
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    let remainder = '';
    for (;;) {
      const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
      if (done) throw new Error('The wallet ended its feed.');
      const lines = (remainder + value).split('\n');
      remainder = lines.pop() ?? '';
      const match = lines.map((line): Snapshot => JSON.parse(line)).find(isWanted);
      if (match === undefined) continue;
      await reader?.cancel();
      return match;
    }
  }

  /** Answers the next approval of a type, newest first. */
  async function answer(type: string, approve = true, value?: string): Promise<Snapshot> {
    const matches = (snapshot: Snapshot) =>
      snapshot.approvals.find((approval) => approval.type === type && !approval.loading);
    const snapshot = await until((snapshot) => matches(snapshot) !== undefined);
    const id = matches(snapshot)?.id ?? '';
    const decision = { do: 'decide', id, approve } as const;
    const failure = await command(value === undefined ? decision : { ...decision, value });
    if (failure !== null) throw new Error(failure);
    return snapshot;
  }

  async function rpc(method: string, params?: unknown, origin = dapp): Promise<Reply> {
    const response = await fetch(`${url}/rpc`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ method, params }),
    });
    const lines = (await response.text()).trim().split('\n');
    const reply: Reply = JSON.parse(lines.at(-1) ?? '{}');
    return reply;
  }

  function invoke(method: string, params?: unknown, origin = dapp): Promise<Reply> {
    const request = params === undefined ? { method } : { method, params };
    return rpc('wallet_invokeModule', { moduleId, request }, origin);
  }

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await exited;
    return child.exitCode;
  }

  return {
    url,
    port: Number(new URL(url).port),
    token,
    rpc,
    invoke,
    command,
    until,
    answer,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    /** Connects a dapp and, the first time, installs the module. */
    async connect(origin = dapp, isFirst = true): Promise<Reply> {
      const reply = rpc('wallet_requestModules', { [moduleId]: {} }, origin);
      await answer('wallet_requestPermissions');
      if (isFirst) {
        await answer('wallet_installSnap');
        await answer('wallet_installSnapResult');
      }
      return reply;
    },
  };
}

async function readyUrl(child: ChildProcess): Promise<string | null> {
  if (child.stdout === null) return null;
  for await (const line of createInterface({ input: child.stdout })) {
    const { ready, url }: { ready?: boolean; url?: string } = JSON.parse(line);
    if (ready === true && url !== undefined) return url;
  }
  return null;
}

/** A plain HTTP request with exactly the given headers, Host included. */
export async function rawRequest(
  port: number,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string },
): Promise<{ status: number; headers: IncomingHttpHeaders; text: string }> {
  const { method = 'GET', headers = {}, body } = options;
  const request = httpRequest({ host: '127.0.0.1', port, path, method, headers });
  const responded = once(request, 'response');
  // A server that refuses a body closes the connection even while the rest is being sent.
  request.on('error', () => undefined);
  request.end(body);
  const [response] = await responded;
  let text = '';
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode, headers: response.headers, text };
}
