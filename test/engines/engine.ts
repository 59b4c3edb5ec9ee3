import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startTimer, withTimeout } from '@xnet/clients/transport/policy';
import { WebSocket } from 'ws';
import { startAndAwait, startChild } from '../../scripts/start/child';
import { launchBrowser } from '../stage/launchBrowser';
import { ownPort } from '../stage/ownPort';

/** A browser that shows one page, which consists of frames. */
export type Engine = {
  /** Opens a page; resolves once its frames are there. */
  open(url: string): Promise<void>;
  /** Evaluates an expression in the frame at this place of the page. @returns what it resolves to */
  evaluate(frame: number, expression: string): Promise<unknown>;
  close(): Promise<void>;
};

const START_MS = 60_000;
const CLOSE_MS = 20_000;
const SCRIPT_MS = 300_000;
const size = { width: 1_400, height: 900 };

/** Values and errors travel as JSON: each protocol has another form for objects. */
const wrap = (expression: string): string =>
  `(async () => { try { return JSON.stringify({ value: (await (${expression})) ?? null }); } catch (error) { return JSON.stringify({ error: String(error?.message ?? error) }); } })()`;

function unwrap(text: unknown): unknown {
  const { value, error } = JSON.parse(String(text)) as { value?: unknown; error?: string };
  if (error !== undefined) throw new Error(error);
  return value;
}

async function openChromium(): Promise<Engine> {
  const browser = await launchBrowser();
  const page = await browser.newPage({ viewport: size });
  return {
    async open(url) {
      await page.goto(url);
    },
    async evaluate(at, expression) {
      const frame = page.mainFrame().childFrames()[at];
      if (frame === undefined) throw new Error(`The page has no frame ${at}.`);
      return unwrap(await frame.evaluate(wrap(expression)));
    },
    close: () => browser.close(),
  };
}

/** A folder for all that a browser writes, gone at its end. */
async function openFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'xnet-engine-'));
  const env = { HOME: folder, TMPDIR: folder, XDG_CACHE_HOME: folder, XDG_CONFIG_HOME: folder };
  return { folder, env, remove: () => rm(folder, { recursive: true, force: true }) };
}

type Reply = { id?: number; result?: unknown; error?: string; message?: string };
type Context = { context: string; children: Context[] };

/** Firefox speaks WebDriver BiDi by itself. */
async function openFirefox(): Promise<Engine> {
  const { folder, env, remove } = await openFolder();
  const profile = join(folder, 'profile');
  await mkdir(profile);
  const options = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'];
  const { child, ready } = await startAndAwait(
    {
      name: 'Firefox',
      timeoutMs: START_MS,
      command: '/bin/sh',
      // It prints its address on stderr.
      args: ['-c', 'exec firefox-esr "$@" 2>&1', 'firefox', ...options],
      env,
    },
    (line) => /BiDi listening on (ws:\S+)/u.exec(line)?.[1],
  );
  const socket = new WebSocket(`${ready}/session`);
  const replies = new Map<number, (reply: Reply) => void>();
  socket.on('message', (text) => {
    const reply = JSON.parse(String(text)) as Reply;
    replies.get(reply.id ?? 0)?.(reply);
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  let count = 0;
  const ask = async <T>(method: string, params: object): Promise<T> => {
    count += 1;
    const id = count;
    const answer = new Promise<Reply>((resolve) => replies.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { result, error, message } = await answer;
    replies.delete(id);
    if (error !== undefined) throw new Error(`${method}: ${error}: ${message}`);
    return result as T;
  };
  const contexts = () => ask<{ contexts: Context[] }>('browsingContext.getTree', {});
  await ask('session.new', { capabilities: {} });
  const context = (await contexts()).contexts[0]?.context;
  await ask('browsingContext.setViewport', { context, viewport: size });
  return {
    async open(url) {
      await ask('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async evaluate(at, expression) {
      const frame = (await contexts()).contexts[0]?.children[at];
      if (frame === undefined) throw new Error(`The page has no frame ${at}.`);
      const { result, exceptionDetails } = await ask<{
        result?: { value: string };
        exceptionDetails?: { text: string };
      }>('script.evaluate', {
        expression: wrap(expression),
        target: { context: frame.context },
        awaitPromise: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return unwrap(result?.value);
    },
    async close() {
      socket.close();
      await child.stop();
      await remove();
    },
  };
}

/** WebKit has a driver, which needs a display. */
async function openWebKit(): Promise<Engine> {
  const { env, remove } = await openFolder();
  const { child: screen, ready: display } = await startAndAwait(
    {
      name: 'Xvfb',
      timeoutMs: START_MS,
      command: 'Xvfb',
      args: ['-displayfd', '1', '-screen', '0', `${size.width}x${size.height}x24`],
      env,
    },
    (line) => /^\d+$/u.exec(line)?.[0],
  );
  const port = await ownPort();
  const driver = startChild({
    command: 'WebKitWebDriver',
    args: [`--port=${port}`],
    // Without a language, as in a container: pages are told the locale "C".
    env: { ...env, DISPLAY: `:${display}`, LC_ALL: 'C.UTF-8', LANG: 'C.UTF-8' },
  });
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json' },
    });
    const { value } = (await response.json()) as {
      value: T & { error?: string; message?: string };
    };
    if (value?.error) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  };
  const isReady = () =>
    ask('GET', '/status').then(
      () => true,
      () => false,
    );
  while (!(await isReady())) {
    if (driver.hasEnded()) throw new Error(`WebKit's driver has ended.\n${driver.tail()}`);
    await setTimeout(50);
  }
  const { sessionId } = await ask<{ sessionId: string }>('POST', '/session', {
    capabilities: { alwaysMatch: { browserName: 'MiniBrowser' } },
  });
  const session = `/session/${sessionId}`;
  const post = <T>(path: string, body: object) => ask<T>('POST', `${session}${path}`, body);
  await post('/timeouts', { script: SCRIPT_MS, pageLoad: START_MS });
  await post('/window/rect', size);
  return {
    open: (url) => post('/url', { url }),
    async evaluate(at, expression) {
      await post('/frame', { id: null });
      await post('/frame', { id: at });
      const script = `const done = arguments[0]; ${wrap(expression)}.then(done)`;
      return unwrap(await post('/execute/async', { script, args: [] }));
    },
    async close() {
      await ask('DELETE', session);
      await driver.stop();
      await screen.stop();
      await remove();
    },
  };
}

/** Rejects with what takes longer than this: no driver must keep a run waiting in silence. */
export const limitTime = <T>(ms: number, task: Promise<T>, subject: () => string): Promise<T> =>
  withTimeout(startTimer, ms, task, (_, reject) =>
    reject(new Error(`${subject()} took more than ${ms / 1000} s.`)),
  );

const open = { Chromium: openChromium, Firefox: openFirefox, WebKit: openWebKit };
export type EngineName = keyof typeof open;
export const engineNames = Object.keys(open) as EngineName[];

export async function openEngine(name: EngineName): Promise<Engine> {
  const engine = await limitTime(START_MS, open[name](), () => `The start of ${name}`);
  return {
    ...engine,
    open: (url) => limitTime(START_MS, engine.open(url), () => `Opening the page in ${name}`),
    close: () => limitTime(CLOSE_MS, engine.close(), () => `The end of ${name}`),
  };
}
