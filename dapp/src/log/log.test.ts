import { describe, expect, it } from '@jest/globals';
import { asCode, entryAsJson, pretty } from './copies';
import { createLog, type Outgoing } from './log';

const ask = (method: string): Outgoing => ({
  to: 'wallet',
  label: method,
  request: { method: 'wallet_invokeModule', params: { request: { method } } },
});

function logAt(...times: number[]) {
  const log = createLog({ now: () => times.shift() ?? 0 });
  return { ...log, entries: () => log.store.get().entries };
}

describe('createLog', () => {
  it('keeps request, reply and time, newest first', async () => {
    const { record, entries } = logAt(1_000, 1_012, 2_000, 2_001);
    await record(ask('xnet_a'), async () => 'one');
    await record(ask('xnet_b'), async () => 'two');
    expect(entries().map(({ outgoing }) => outgoing.label)).toEqual(['xnet_b', 'xnet_a']);
    expect(entries()[1]).toMatchObject({
      startedAt: 1_000,
      milliseconds: 12,
      outcome: { state: 'reply', result: 'one' },
    });
  });

  it('keeps what went wrong and still throws it', async () => {
    const { record, entries } = logAt();
    const refused = Object.assign(new Error('Declined.'), { code: 4001 });
    await expect(record(ask('xnet_a'), () => Promise.reject(refused))).rejects.toBe(refused);
    expect(entries()[0]?.outcome).toMatchObject({ state: 'error', failure: { code: 4001 } });
  });

  it('counts the time until the user was asked, not what they took to think', async () => {
    const { record, noteAsked, entries } = logAt(1_000, 1_012, 1_500, 61_500);
    let answer = (_value: string) => {};
    const reply = record(ask('xnet_a'), () => new Promise((resolve) => (answer = resolve)));
    noteAsked();
    noteAsked();
    answer('signed');
    await reply;
    expect(entries()[0]).toMatchObject({ milliseconds: 12, wasAsked: true });
  });

  it('shows a request that is under way', async () => {
    const { record, entries } = logAt();
    let answer = (_value: string) => {};
    const reply = record(ask('xnet_a'), () => new Promise((resolve) => (answer = resolve)));
    expect(entries()[0]).toMatchObject({ milliseconds: null, outcome: { state: 'pending' } });
    answer('late');
    expect(await reply).toBe('late');
    expect(entries()[0]?.outcome.state).toBe('reply');
  });

  it('keeps one line for a question that is asked over and over', async () => {
    const { record, entries } = logAt();
    const poll = ask('xnet_getTransactionStatus');
    await record(poll, async () => 'RECEIVED');
    await record(ask('xnet_a'), async () => null);
    await record(poll, async () => 'PENDING');
    expect(entries().map(({ times }) => times)).toEqual([1, 2]);
    expect(entries()[1]?.outcome).toEqual({ state: 'reply', result: 'PENDING' });
  });

  it('keeps the newest five hundred lines, until it is cleared', async () => {
    const { record, clear, entries } = logAt();
    for (let at = 0; at <= 500; at += 1) await record(ask(`xnet_${at}`), async () => at);
    expect([entries().length, entries().at(-1)?.outgoing.label]).toEqual([500, 'xnet_1']);
    let answer = (_value: string) => {};
    const late = record(ask('xnet_a'), () => new Promise((resolve) => (answer = resolve)));
    clear();
    answer('late');
    await late;
    expect(entries()).toEqual([]);
    await record(ask('xnet_b'), async () => null);
    expect(entries()).toHaveLength(1);
  });

  it('notes of nothing that has ended or that goes to a node that the user was asked', async () => {
    const { record, noteAsked, entries } = logAt(0, 5, 0, 0, 900);
    await record(ask('xnet_a'), async () => null);
    const chain = {
      to: 'chain',
      label: 'devnet_mint',
      url: 'http://node/rpc',
      body: '{}',
    } as const;
    let answer = (_value: string) => {};
    const minting = record(chain, () => new Promise((resolve) => (answer = resolve)));
    noteAsked();
    answer('done');
    await minting;
    expect(entries().map(({ wasAsked }) => wasAsked)).toEqual([false, false]);
  });

  it('keeps a line each for other questions', async () => {
    const { record, entries } = logAt();
    await record(ask('xnet_a'), async () => 1);
    await record(ask('xnet_a'), async () => 2);
    expect(entries()).toHaveLength(2);
  });
});

describe('copies of a line', () => {
  it('copies a line as plain data', async () => {
    const { record, entries } = logAt(0, 5);
    await record(ask('xnet_a'), async () => ({ ok: true }));
    const [entry] = entries();
    expect(entry && entryAsJson(entry)).toEqual({
      at: '1970-01-01T00:00:00.000Z',
      milliseconds: 5,
      times: 1,
      request: { method: 'wallet_invokeModule', params: { request: { method: 'xnet_a' } } },
      reply: { ok: true },
    });
  });

  it('copies a line as the call that a dapp would write', () => {
    const chain = {
      to: 'chain',
      label: 'devnet_mint',
      url: 'http://node/rpc',
      body: '{"a":"it\'s \\"so\\""}',
    } as const;
    expect(asCode(ask('xnet_a'))).toMatch(/^await provider\.request\(\{[\s\S]*\}\);$/u);
    // Running the code sends what was sent.
    const sent: unknown[] = [];
    const run = new Function('fetch', `return (async () => { ${asCode(chain)} })()`);
    run((...call: unknown[]) => sent.push(call));
    const headers = { 'content-type': 'application/json' };
    expect(sent).toEqual([[chain.url, { method: 'POST', headers, body: chain.body }]]);
    const walletApi = { to: 'walletApi', label: 'x', request: { type: 'wallet_x' } } as const;
    expect(asCode(walletApi)).toBe('await wallet.request({\n  "type": "wallet_x"\n});');
  });

  it('copies amounts as text, and what came in place of a reply', async () => {
    const { record, entries } = logAt(0, 5);
    const service = { label: 'x', url: 'http://node/x', over: 'POST', body: '{}' } as const;
    const asked = { ...service, to: 'service', bodyIs: 'json', isBasic: true } as const;
    const copy = () => entries().map(entryAsJson)[0];
    const failing = record(asked, () =>
      Promise.reject(Object.assign(new Error('Declined.'), { code: 4001 })),
    );
    expect(copy()).toMatchObject({ url: 'http://node/x', request: '{}', pending: true });
    await expect(failing).rejects.toThrow();
    expect(copy()).toMatchObject({ error: { code: 4001, message: 'Declined.' } });
    expect(copy()).not.toHaveProperty('pending');
    await record(ask('xnet_a'), async () => undefined);
    expect(copy()).toMatchObject({ reply: null });
    expect(pretty({ wei: 10n ** 18n })).toBe('{\n  "wei": "1000000000000000000"\n}');
    expect(pretty(undefined)).toBe('null');
  });

  it.each<[Pick<Outgoing & { to: 'service' }, 'over' | 'body' | 'bodyIs' | 'isBasic'>, string]>([
    [
      { over: 'GET', body: null, bodyIs: 'json', isBasic: true },
      `await fetch('http://node/x', {\n  headers: { authorization: \`Basic \${btoa('API_KEY:SECRET')}\` },\n});`,
    ],
    [{ over: 'GET', body: null, bodyIs: 'json', isBasic: false }, "await fetch('http://node/x');"],
    [
      { over: 'POST', body: '{"a":"it\'s"}', bodyIs: 'json', isBasic: false },
      "await fetch('http://node/x', {\n  method: 'POST',\n  headers: { 'content-type': 'application/json' },\n  body: '{\"a\":\"it\\'s\"}',\n});",
    ],
    [
      { over: 'POST', body: 'two\nlines', bodyIs: 'file', isBasic: false },
      "const form = new FormData();\nform.append('file', new Blob(['two\\nlines']));\nawait fetch('http://node/x', {\n  method: 'POST',\n  body: form,\n});",
    ],
    [
      { over: 'WebSocket', body: '{}', bodyIs: 'json', isBasic: false },
      "const socket = new WebSocket('http://node/x');\nsocket.onopen = () => socket.send('{}');\nsocket.onmessage = ({ data }) => {\n  // JSON.parse(data)\n};",
    ],
  ])('copies the call of the node service for %j', (asked, code) => {
    const outgoing = { to: 'service', label: 'x', url: 'http://node/x', ...asked } as const;
    expect(asCode(outgoing)).toBe(code);
  });
});
