import { describe, expect, it } from '@jest/globals';
import type { Reply } from '../protocol/dappErrors';
import { createRequestLog } from './requestLog';

const SITE = 'http://site.example';
const OTHER = 'http://other.example';

function openLog() {
  const log = createRequestLog(() => undefined);
  const ask = (origin: string, method: string, result: number, params: object = {}) =>
    log.start(origin, method, params)({ id: 1, jsonrpc: '2.0', result } as Reply);
  const rows = () => log.entries().map(({ origin, method, times }) => [origin, method, times]);
  return { log, ask, rows };
}

describe('the log of requests', () => {
  it('counts repeated requests of a site in one row, so that others stay', () => {
    const { ask, rows } = openLog();
    ask(SITE, 'send', 1);
    for (let count = 0; count < 100; count += 1)
      for (const origin of [SITE, OTHER]) ask(origin, 'look', 2);
    expect(rows()).toEqual([
      [OTHER, 'look', 100],
      [SITE, 'look', 100],
      [SITE, 'send', 1],
    ]);
  });

  it('separates rows for other params, another answer, and what came between', () => {
    const { ask, rows } = openLog();
    ask(SITE, 'look', 1);
    ask(SITE, 'look', 2);
    ask(SITE, 'look', 2, { at: 1 });
    ask(SITE, 'send', 2);
    ask(SITE, 'look', 2, { at: 1 });
    expect(rows().map(([, , times]) => times)).toEqual([1, 1, 1, 1, 1]);
  });

  it('shows of a module request what it asks for, and of any other the whole', () => {
    const { log, ask } = openLog();
    ask(SITE, 'wallet_invokeSnap', 1, {
      snapId: 'module',
      request: { method: 'look', params: [7] },
    });
    ask(SITE, 'wallet_invokeSnap', 1, { snapId: 'module', request: { method: 8 } });
    ask(SITE, 'wallet_requestSnaps', 1, { module: {} });
    for (const { id } of log.entries()) log.open(id, true);
    const told = log
      .entries()
      .map(({ method, detail }) => [method, JSON.parse(`${detail?.params}`)]);
    expect(told).toEqual([
      ['wallet_requestSnaps', { module: {} }],
      ['wallet_invokeSnap', { snapId: 'module', request: { method: 8 } }],
      ['look', [7]],
    ]);
  });

  it('keeps a row that the user opened, and one that still waits', () => {
    const { log, ask, rows } = openLog();
    ask(SITE, 'look', 1);
    log.open(log.entries()[0]?.id ?? 0, true);
    ask(SITE, 'look', 1);
    expect(rows()).toHaveLength(2);
    log.start(SITE, 'look', {});
    expect(rows()).toHaveLength(3);
  });

  it('keeps the last fifty rows', () => {
    const { log, ask, rows } = openLog();
    ask(SITE, 'first', 1);
    const [{ id = 0 } = {}] = log.entries();
    log.open(id, true);
    for (let count = 0; count < 49; count += 1) ask(SITE, `look ${count}`, 1);
    expect(rows()).toHaveLength(50);
    expect(rows().at(-1)).toEqual([SITE, 'first', 1]);
    ask(SITE, 'last', 1);
    expect(rows()).toHaveLength(50);
    expect(rows()[0]).toEqual([SITE, 'last', 1]);
    expect(rows().at(-1)).toEqual([SITE, 'look 0', 1]);
  });

  it('names the module’s method, cut off if a site made it long', () => {
    const { log, rows } = openLog();
    const named = (method: unknown) => ({ request: { method, params: [1] } });
    log.start(SITE, 'wallet_invokeSnap', named('x'.repeat(81)));
    log.start(SITE, 'wallet_invokeSnap', named(1));
    log.start(SITE, 'wallet_invokeSnap', [named('x')]);
    const names = rows().map(([, method]) => method);
    expect(names).toEqual(['wallet_invokeSnap', 'wallet_invokeSnap', 'x'.repeat(80)]);
  });

  it('shows the details of the rows alone that the user opened, and as much as can be read', () => {
    const { log } = openLog();
    const params = { request: { method: 'send', params: { a: 1 } } };
    const end = log.start(SITE, 'wallet_invokeSnap', params);
    const row = () => log.entries()[0];
    const id = row()?.id ?? 0;
    expect(row()).toMatchObject({ detail: null, errorCode: null, milliseconds: null });
    log.open(id, true);
    const said = '{\n  "a": 1\n}';
    expect(row()?.detail).toEqual({ params: said, reply: null, error: null, calls: [] });
    end({ error: { code: 4001, message: 'No.' } });
    expect(row()).toMatchObject({ errorCode: 4001, milliseconds: expect.any(Number) });
    const error = '{\n  "code": 4001,\n  "message": "No."\n}';
    expect(row()?.detail).toEqual({ params: said, reply: null, error, calls: [] });
    log.open(id, false);
    expect(row()?.detail).toBeNull();

    log.start(SITE, 'long', 'x'.repeat(19_998));
    log.start(SITE, 'longer', 'x'.repeat(19_999));
    for (const { id } of log.entries()) log.open(id, true);
    const [longer, long] = log.entries().map(({ detail }) => detail?.params ?? '');
    expect(long).toBe(`"${'x'.repeat(19_998)}"`);
    expect(longer).toBe(`"${'x'.repeat(19_999)}\n…`);
  });

  it('announces a change at each start, end and opening', () => {
    let changes = 0;
    const log = createRequestLog(() => {
      changes += 1;
    });
    const end = log.start(SITE, 'look', undefined);
    end({ result: null });
    log.open(1, true);
    expect(changes).toBe(3);
  });

  it('notes the calls of the module while a request is open, with their times and sizes', () => {
    const { log } = openLog();
    const finish = log.start(SITE, 'look', {});
    const end = log.call('snap_getState', { key: 'accounts', encrypted: true });
    log.call('snap_dialog', { type: 'confirmation' });
    end();
    finish({ result: 1 } as Reply);
    log.call('snap_notify', { type: 'inApp' });
    for (const { id } of log.entries()) log.open(id, true);
    const [entry] = log.entries();
    expect(entry?.detail?.calls).toMatchObject([
      { method: 'snap_getState', about: 'accounts', size: 35 },
      { method: 'snap_dialog', about: 'confirmation', milliseconds: null },
    ]);
    expect(entry?.detail?.calls[0]?.milliseconds).toBeGreaterThanOrEqual(0);
  });

  it('notes the requests of each sandbox over HTTP, with status and length of the answer', () => {
    const { log } = openLog();
    const finish = log.start(SITE, 'look', {});
    const [tell, another] = [log.fetches(), log.fetches()];
    const asked = { id: 1, verb: 'POST', host: 'node.example', about: 'starknet_call', size: 90 };
    tell(asked);
    another({ ...asked, verb: 'GET', about: null, size: 0 });
    tell({ id: 1, status: 200, size: 120 });
    another({ id: 1, status: null, size: Number.NaN });
    another({ id: 2, status: 200, size: 1 });
    finish({ result: 1 } as Reply);
    log.open(1, true);
    expect(log.entries()[0]?.detail?.calls).toMatchObject([
      { method: 'POST node.example', about: 'starknet_call', answer: { status: 200, size: 120 } },
      { method: 'GET node.example', about: null, answer: { status: null, size: null } },
    ]);
  });

  it('gives requests that differ in their calls alone one row', () => {
    const { log, rows } = openLog();
    for (const count of [1, 2]) {
      const finish = log.start(SITE, 'look', {});
      for (let call = 0; call < count; call += 1) log.call('snap_getState', {});
      finish({ result: 1 } as Reply);
    }
    expect(rows()).toEqual([[SITE, 'look', 2]]);
  });
});
