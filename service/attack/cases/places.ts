import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import WebSocket from 'ws';
import { makeKey } from '../../src/meter/apiKey';
import { openLmdbStore } from '../../src/stores/lmdb';
import { serviceProcess } from '../../test/testProcess';
import { type Disposal, fakeNode, temporaryFolder } from '../../test/testService';
import { type Attack, gainIf } from '../attack';

const attackMs = 3_000;

/** A service in a process of its own, with its system's limits and a log that somebody reads. */
const openProcess = async (undo: Disposal, through: readonly [string, ...string[]] = ['env']) => {
  const data = await temporaryFolder(undo);
  const store = openLmdbStore(data);
  const attacker = makeKey({ plan: 'free' }, Date.now()).apiKey;
  const neighbour = makeKey({ plan: 'custom' }, Date.now()).apiKey;
  for (const apiKey of [attacker, neighbour]) await store.putKey(apiKey);
  await store.close();
  const eth = await fakeNode(undo, () => 'fine');
  const args = ['--data', data, '--eth', eth, '--log-level', 'info'];
  const { child, url = '', operations } = await serviceProcess(undo, args, {}, through);
  let logged = 0;
  createInterface({ input: child.stderr }).on('line', (line) => {
    logged += line.length;
  });
  const loggedBytes = (): number => logged;
  return { url, operations, attacker: attacker.key, neighbour: neighbour.key, loggedBytes };
};

const body = '{"jsonrpc":"2.0","id":1,"method":"eth_call"}';

/** A neighbour's calls, each on a connection of its own. @returns how they ended, and their median time */
const callFor = async (url: string, key: string, ms: number) => {
  const outcomes = new Set<string>();
  const times: number[] = [];
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  const callOnce = (): Promise<string> =>
    new Promise((resolve) => {
      const agent = new Agent({ keepAlive: false });
      const sent = request(`${url}/v3/${key}`, { agent, method: 'POST', headers }, (reply) => {
        reply.resume().once('end', () => resolve(String(reply.statusCode)));
      });
      sent.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'));
      sent.end(body);
    });
  for (const until = performance.now() + ms; performance.now() < until; ) {
    const begun = performance.now();
    outcomes.add(await callOnce());
    times.push(performance.now() - begun);
  }
  const p50 = times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
  return { outcomes: [...outcomes].join(), p50 };
};

/** Section 1.2: more idle WebSockets than the process may have connections, for no credits. */
const idleSockets: Attack = {
  name: 'locks others out by idle WebSockets of a free key',
  run: async (undo) => {
    const { url, operations, attacker, neighbour } = await openProcess(undo, [
      'prlimit',
      '--nofile=600:600',
    ]);
    const base = `${url.replace('http', 'ws')}/ws/v3`;
    const open = async (key: string): Promise<WebSocket> => {
      const socket = new WebSocket(`${base}/${key}`);
      socket.on('error', () => undefined);
      undo.push(async () => socket.terminate());
      await Promise.race([once(socket, 'open'), once(socket, 'close')]);
      return socket;
    };
    const own = await open(neighbour);
    for (let count = 0; count < 400; count += 1) await open(attacker);
    const { outcomes } = await callFor(url, neighbour, attackMs);
    const { status } = await fetch(`${operations}/livez`);
    const isOut = outcomes !== '200' || status !== 200 || own.readyState !== WebSocket.OPEN;
    return gainIf(isOut, `calls ended with ${outcomes}, /livez with ${status}`);
  },
};

const connections = 20;
const pauseMs = 4;

/** Requests with keys that are none, as many a second as 20 connections with a pause send. */
const flood = async (undo: Disposal, url: string, ms: number): Promise<void> => {
  const { port, hostname } = new URL(url);
  const head = 'Host: localhost\r\nContent-Type: application/json';
  const ask = (): string => {
    const key = Math.random().toString(16).slice(2).padEnd(32, '0').slice(0, 32);
    return `POST /v3/${key} HTTP/1.1\r\n${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  };
  const until = performance.now() + ms;
  const one = (): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect(Number(port), hostname);
      undo.push(async () => socket.destroy());
      socket.on('error', () => undefined).on('close', () => resolve());
      socket.on('connect', () => socket.write(ask()));
      socket.on('data', () => {
        if (performance.now() > until) socket.destroy();
        else setTimeout(() => socket.write(ask()), pauseMs);
      });
    });
  await Promise.all(Array.from({ length: connections }, one));
};

/** The flood's own work takes its part of the machine. */
const slowerAtMost = 8;
const logBytesAtMost = 10_000;

/** Section 1.4: a stranger without a key, thousands of times a second. */
const strangers: Attack = {
  name: 'delays others, and fills the log, without a key',
  run: async (undo) => {
    const { url, neighbour, loggedBytes } = await openProcess(undo);
    await callFor(url, neighbour, attackMs / 3);
    const alone = await callFor(url, neighbour, attackMs);
    const before = loggedBytes();
    const [, beside] = await Promise.all([
      flood(undo, url, attackMs),
      callFor(url, neighbour, attackMs),
    ]);
    const slower = beside.p50 / alone.p50;
    const bytes = ((loggedBytes() - before) * 1_000) / attackMs;
    const hasGained = beside.outcomes !== '200' || slower > slowerAtMost || bytes > logBytesAtMost;
    const told = `calls ended with ${beside.outcomes}, ${slower.toFixed(1)} times as late`;
    return gainIf(hasGained, `${told}; ${bytes} bytes of log a second`);
  },
};

export const places: readonly Attack[] = [idleSockets, strangers];
