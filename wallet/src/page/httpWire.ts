import { readLines } from './lines';
import type { Wire } from './wire';

/** To the server of the wallet that runs as a program. */
export function httpWire(): Wire {
  const token = document.querySelector('meta[name=token]')?.getAttribute('content') ?? '';

  function post(path: string, body: unknown): Promise<Response> {
    return fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-wallet-token': token },
      body: JSON.stringify(body),
    });
  }

  return {
    send: async (command) => (await post('/command', command)).json(),
    async *snapshots() {
      const response = await post('/feed', {});
      // A restarted wallet has a new token: this page belongs to the previous run.
      if (response.status === 403) location.reload();
      yield* readLines(response);
    },
  };
}
