import { afterEach, beforeEach } from '@jest/globals';
import { createHttp, type Http } from '@xnet/clients';
import { createClock, type TestClock } from '../wallet/clock';

/** A new server, and HTTP with the test's own clock, for each test. */
export function httpEachTest<S extends { stop: () => Promise<unknown> }>(start: () => Promise<S>) {
  let now: { server: S; clock: TestClock; http: Http };
  beforeEach(async () => {
    const clock = createClock();
    now = { server: await start(), clock, http: createHttp({ fetch, ...clock }) };
  });
  afterEach(() => now.server.stop());
  return {
    get server() {
      return now.server;
    },
    get clock() {
      return now.clock;
    },
    get http() {
      return now.http;
    },
  };
}
