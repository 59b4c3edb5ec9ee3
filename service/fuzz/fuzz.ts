import { type Outcome, sendOverSocket, sendRaw } from './openDoors';
import { createRandom, requestMaker, type Secrets } from './requests';

type Document = { paths: Record<string, Record<string, { responses: Record<string, unknown> }>> };

export type Found = {
  asked: number;
  statuses: Record<string, number>;
  /** Requests that got neither a response nor an end; statuses that are not documented. */
  unanswered: string[];
  undeclared: string[];
};

/** Statuses before routing: malformed bytes, unknown paths, foreign origins. */
const withoutRoute = [204, 400, 403, 404, 405, 408, 413, 415, 417, 421, 431, 503];
/** Statuses of the HTTP parser itself, on any path. */
const ofParser = [400, 408, 417, 431];

const declaredBy = ({ paths }: Document) => {
  const routes = Object.entries(paths).map(([path, operations]) => ({
    path: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
    operations,
  }));
  return (method: string, path: string): readonly number[] => {
    const bare = path.replace(/\?.*$/s, '');
    // HEAD is answered like GET, without a body.
    const named = method === 'HEAD' ? 'get' : method.toLowerCase();
    const operation = routes
      .filter((route) => route.path.test(bare))
      .flatMap(({ operations }) => operations[named] ?? [])[0];
    if (operation === undefined) return withoutRoute;
    return [...Object.keys(operation.responses).map(Number), ...ofParser];
  };
};

/** Runs this many concurrently and counts them. */
const inTurns = async (count: number, one: () => Promise<void>): Promise<void> => {
  let left = count;
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await one();
    }
  };
  await Promise.all(Array.from({ length: 64 }, work));
};

/** Sends random requests (whole, truncated, slow, half-closed) and reports the outcomes. */
export const fuzz = async (options: {
  url: string;
  secrets: Secrets;
  requests: number;
  sockets: number;
  seed: number;
}): Promise<Found> => {
  const { url, secrets, requests, sockets, seed } = options;
  const found: Found = { asked: 0, statuses: {}, unanswered: [], undeclared: [] };
  const declared = declaredBy((await (await fetch(`${url}/openapi.json`)).json()) as Document);
  const make = requestMaker(createRandom(seed), secrets);
  const note = (outcome: Outcome, allowed: readonly Outcome[], what: string): void => {
    found.asked += 1;
    found.statuses[outcome] = (found.statuses[outcome] ?? 0) + 1;
    if (outcome === 'unanswered') found.unanswered.push(what);
    else if (!allowed.includes(outcome)) found.undeclared.push(`${what}: ${outcome}`);
  };
  await inTurns(requests, async () => {
    const { method, path, text, halfClose, isWhole } = make.raw();
    const outcome = await sendRaw(url, text, halfClose);
    const allowed = isWhole ? declared(method, path) : [...declared(method, path), ...withoutRoute];
    note(outcome, isWhole ? allowed : [...allowed, 'ended', 101], `${method} ${path.slice(0, 60)}`);
  });
  await inTurns(sockets, async () => {
    const path = make.socketPath();
    const outcome = await sendOverSocket(url.replace('http', 'ws') + path, make.message());
    note(outcome, [...declared('GET', path), 'ended'], `socket ${path.slice(0, 12)}`);
  });
  return found;
};
