import { setTimeout as pause } from 'node:timers/promises';
import { type Border, HTTP } from '../wallet/openModule';

/** Shares of crossings that fail: of requests to hosts, and of the wallet's state. */
const NODE_FAULTS = 0.05;
const STATE_FAULTS = 0.002;
/** Longer than a usual answer takes, and shorter than any deadline. */
const HANG_MS = 1_500;

/** Mishaps of one request to a host. */
const mishaps = {
  'request fails': async () => Promise.reject(new TypeError('fetch failed')),
  'answer is lost': async (cross) => {
    await cross();
    throw new TypeError('fetch failed');
  },
  '503': async () => new Response('busy', { status: 503 }),
  'garbled body': async (cross) => {
    const text = await (await cross()).text();
    return new Response(text.slice(0, text.length / 2), {
      headers: { 'content-type': 'application/json' },
    });
  },
  hangs: async (cross) => {
    await pause(HANG_MS);
    return cross();
  },
} satisfies Record<string, (cross: () => Promise<Response>) => Promise<Response>>;
const mishapNames = Object.keys(mishaps) as (keyof typeof mishaps)[];

/** The error of a wallet whose storage fails. */
export const brokenState = new Error('The storage fails.');

/** A border at which one crossing in twenty to a host fails, and few of the wallet's state. */
export function openFaultyBorder(random: () => number) {
  const counts = { crossings: 0, state: 0, stateCrossings: 0 };
  const ofNode = Object.fromEntries(mishapNames.map((name) => [name, 0]));
  let isCalm = true;
  const border: Border = async (request, cross) => {
    if (isCalm) return cross();
    if (request.method !== HTTP) {
      if (!/^snap_[gs]etState$/u.test(request.method)) return cross();
      counts.stateCrossings += 1;
      if (random() >= STATE_FAULTS) return cross();
      counts.state += 1;
      throw brokenState;
    }
    counts.crossings += 1;
    if (random() >= NODE_FAULTS) return cross();
    const name = mishapNames[Math.floor(random() * mishapNames.length)] ?? 'hangs';
    ofNode[name] = (ofNode[name] ?? 0) + 1;
    // An HTTP request is answered by a response.
    return (await mishaps[name](
      cross as () => Promise<unknown> as () => Promise<Response>,
    )) as never;
  };
  return {
    border,
    counts,
    /** Faults of requests to hosts, by their kind. */
    ofNode,
    setCalm(value: boolean) {
      isCalm = value;
    },
  };
}
