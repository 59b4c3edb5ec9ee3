import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import WebSocket from 'ws';
import { makeKey } from '../../src/meter/apiKey';
import { openLmdbStore } from '../../src/stores/lmdb';
import { serviceProcess } from '../../test/testProcess';
import { type Disposal, fakeNode, temporaryFolder } from '../../test/testService';
import { type Attack, gainIf } from '../attack';

/** A service in a process of its own, with its system's limits and a log that somebody reads. */
const openProcess = async (undo: Disposal, through: readonly [string, ...string[]] = ['env']) => {
  const data = await temporaryFolder(undo);
  const store = openLmdbStore(data);
  const attacker = makeKey({ plan: 'free' }, Date.now()).apiKey;
  const neighbour = makeKey({ plan: 'custom' }, Date.now()).apiKey;
  for (const apiKey of [attacker, neighbour]) await store.putKey(apiKey);
  await store.close();
  const eth = await fakeNode(undo);
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

/** A neighbour's calls, each on a connection of its own. @returns how they ended */
const callTimes = async (url: string, key: string, count: number): Promise<string> => {
  const outcomes = new Set<string>();
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
  for (let called = 0; called < count; called += 1) outcomes.add(await callOnce());
  return [...outcomes].join();
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
    const outcomes = await callTimes(url, neighbour, 500);
    const { status } = await fetch(`${operations}/livez`);
    const isOut = outcomes !== '200' || status !== 200 || own.readyState !== WebSocket.OPEN;
    return gainIf(isOut, `calls ended with ${outcomes}, /livez with ${status}`);
  },
};

const connections = 20;
const pauseMs = 4;

/** Sends requests with keys that are none over 20 connections, each a moment after its last reply. */
const flood = (undo: Disposal, url: string) => {
  const { port, hostname } = new URL(url);
  const head = 'Host: localhost\r\nContent-Type: application/json';
  const ask = (): string => {
    const key = Math.random().toString(16).slice(2).padEnd(32, '0').slice(0, 32);
    return `POST /v3/${key} HTTP/1.1\r\n${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  };
  let refusals = 0;
  for (let count = 0; count < connections; count += 1) {
    const socket = connect(Number(port), hostname);
    undo.push(async () => socket.destroy());
    socket.on('error', () => undefined);
    socket.on('connect', () => socket.write(ask()));
    socket.on('data', () => {
      refusals += 1;
      setTimeout(() => socket.write(ask()), pauseMs);
    });
  }
  return (): number => refusals;
};

/** Counts hold on a busy machine, too: 22 to 28 here, and about 500 before strangers had a limit. */
const refusalsPerCallAtMost = 100;
const logBytesPerRefusalAtMost = 20;
const neighbourCalls = 100;

/** Section 1.4: a stranger without a key, thousands of times a second. */
const strangers: Attack = {
  name: 'delays others, and fills the log, without a key',
  run: async (undo) => {
    const { url, neighbour, loggedBytes } = await openProcess(undo);
    await callTimes(url, neighbour, neighbourCalls);
    const before = loggedBytes();
    const countRefusals = flood(undo, url);
    while (countRefusals() < 1_000) await wait(10);
    const first = countRefusals();
    const outcomes = await callTimes(url, neighbour, neighbourCalls);
    const perCall = (countRefusals() - first) / neighbourCalls;
    const bytes = (loggedBytes() - before) / countRefusals();
    const hasGained =
      outcomes !== '200' || perCall > refusalsPerCallAtMost || bytes > logBytesPerRefusalAtMost;
    const told = `calls ended with ${outcomes}, each after ${perCall.toFixed(1)} refusals of others`;
    return gainIf(hasGained, `${told}; ${bytes.toFixed(1)} bytes of log for each`);
  },
};

export const places: readonly Attack[] = [idleSockets, strangers];
