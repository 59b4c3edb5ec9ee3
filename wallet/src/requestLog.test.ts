import { describe, expect, it } from '@jest/globals';
import { createRequestLog } from './requestLog';
import type { Reply } from './wallet';

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
  it('has one row for what a site asks again and again, so that others stay', () => {
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

  it('has rows of their own for other params, another answer, and what came between', () => {
    const { ask, rows } = openLog();
    ask(SITE, 'look', 1);
    ask(SITE, 'look', 2);
    ask(SITE, 'look', 2, { at: 1 });
    ask(SITE, 'send', 2);
    ask(SITE, 'look', 2, { at: 1 });
    expect(rows().map(([, , times]) => times)).toEqual([1, 1, 1, 1, 1]);
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
});
