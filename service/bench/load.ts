import { connect, type Socket } from 'node:net';

export type Load = { url: string; path: string; bodies: string[]; connections: number; ms: number };
export type Loaded = { calls: number; perSecond: number; p50: number; p99: number };

/** End of the response that starts here; undefined while it is incomplete. */
const endOfReply = (text: string): number | undefined => {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return undefined;
  const length = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, head + 2))?.[1];
  if (length === undefined) throw new Error('The reply does not tell its length.');
  const end = head + 4 + Number(length);
  if (text.length < end) return undefined;
  return end;
};

const requestsOf = ({ url, path, bodies }: Load): string[] =>
  bodies.map(
    (body) =>
      `POST ${path} HTTP/1.1\r\nhost: ${new URL(url).host}\r\ncontent-type: application/json\r\n` +
      `content-length: ${body.length}\r\n\r\n${body}`,
  );

/** A caller that sends its next request when the response has arrived. Milliseconds per call. */
const caller = (
  url: string,
  next: () => string,
  until: number,
  open: (socket: Socket) => void,
): Promise<number[]> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const times: number[] = [];
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    open(socket);
    let received = '';
    let begun = 0;
    const ask = (): void => {
      begun = performance.now();
      if (begun >= until) {
        socket.end();
        resolve(times);
      } else socket.write(next());
    };
    socket.setEncoding('latin1');
    socket.on('connect', ask);
    socket.on('error', reject);
    socket.on('data', (text: string) => {
      received += text;
      const end = endOfReply(received);
      if (end === undefined) return;
      if (!received.startsWith('HTTP/1.1 200')) reject(new Error(received.slice(0, 300)));
      if (!received.includes('"result":{')) reject(new Error(received.slice(0, 600)));
      received = received.slice(end);
      times.push(performance.now() - begun);
      ask();
    });
  });

const run = async (load: Load): Promise<Loaded> => {
  const requests = requestsOf(load);
  let asked = 0;
  const next = (): string => {
    asked += 1;
    return requests[asked % requests.length] ?? '';
  };
  const begun = performance.now();
  const until = begun + load.ms;
  const sockets: Socket[] = [];
  const open = (socket: Socket): void => void sockets.push(socket);
  const callers = Array.from({ length: load.connections }, () =>
    caller(load.url, next, until, open),
  );
  const times = (await Promise.all(callers)).flat().sort((a, b) => a - b);
  const seconds = (performance.now() - begun) / 1_000;
  for (const socket of sockets) socket.destroy();
  const at = (part: number): number => times[Math.floor(times.length * part)] ?? Number.NaN;
  return { calls: times.length, perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99) };
};

process.once('message', async (load: Load) => {
  process.send?.(await run(load), undefined, undefined, () => process.disconnect());
});
