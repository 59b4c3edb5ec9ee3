import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Host } from '../host';
import type { PageFiles } from '../page/pageFiles';
import { BadRequest, readJsonObject } from '../protocol/body';
import { parseCommand } from '../protocol/command';
import { ownOrigin, parseOrigin } from '../protocol/origins';

export type ServerOptions = { host: Host; files: PageFiles; token: string };

const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A request to the wallet's own address. */
type Exchange = {
  request: IncomingMessage;
  response: ServerResponse;
  /** The wallet's origin, as the caller addressed it. */
  own: string;
  path: string;
};

/**
 * Serves dapps (`/provider.js`, `/rpc`) and the wallet's own page (everything else). Bind it to the
 * loopback interface only.
 */
export function createWalletServer(options: ServerOptions): Server {
  return createServer((request, response) => {
    answer(options, request, response).catch((error: unknown) => {
      if (response.headersSent) {
        response.end();
        return;
      }
      const isBadRequest = error instanceof BadRequest;
      // The rest of a refused body is not read, so the connection cannot be reused.
      response.setHeader('connection', 'close');
      const message = isBadRequest ? error.message : 'The wallet failed inside.';
      sendJson(response, isBadRequest ? error.status : 500, { error: { code: -32600, message } });
    });
  });
}

async function answer(
  options: ServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const ownUrl = ownOrigin(request.headers.host, request.socket.localPort ?? 0);
  if (ownUrl === null) throw new BadRequest(421, 'The wallet answers on its own address only.');
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('x-frame-options', 'DENY');
  response.setHeader('content-security-policy', pagePolicy);
  response.setHeader('referrer-policy', 'no-referrer');
  response.setHeader('cache-control', 'no-store');
  const [path = '/'] = (request.url ?? '/').split('?');
  const exchange = { request, response, own: ownUrl, path };
  if (path === '/rpc' || path === '/state') await answerDapp(options.host, exchange);
  else if (request.method === 'POST') await answerPage(options, exchange);
  else if (request.method === 'GET') sendFile(options.files, exchange);
  else throw new BadRequest(405, 'This method is not answered here.');
}

async function answerDapp(
  host: Host,
  { request, response, own: ownUrl, path }: Exchange,
): Promise<void> {
  const origin = parseOrigin(request.headers.origin);
  if (origin === null) throw new BadRequest(403, 'Only a web page can ask: it has an origin.');
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('vary', 'Origin');
  if (request.method === 'OPTIONS') {
    response.setHeader('access-control-allow-methods', 'POST');
    response.setHeader('access-control-allow-headers', 'content-type');
    response.setHeader('access-control-max-age', '600');
    if (request.headers['access-control-request-private-network'] === 'true') {
      response.setHeader('access-control-allow-private-network', 'true');
    }
    response.writeHead(204).end();
    return;
  }
  if (request.method !== 'POST') throw new BadRequest(405, 'Requests are sent by POST.');
  const { method, params } = await readJsonObject(request);
  if (path === '/state') {
    sendJson(response, 200, await host.channel().siteState(origin));
    return;
  }
  if (typeof method !== 'string' || method.length > 200) {
    throw new BadRequest(400, 'The request has no method.');
  }
  // Two kinds of lines: at most a few "pending", then the reply.
  response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  const pending = () => {
    const isOpen = host.feed.followers() > 0;
    response.write(`${JSON.stringify({ pending: { url: `${ownUrl}/`, isOpen } })}\n`);
  };
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const caller = { onApproval: pending, gone: gone.signal };
  const reply = await host.channel().request(origin, { method, params }, caller);
  response.end(`${JSON.stringify(reply)}\n`);
}

async function answerPage({ host, token }: ServerOptions, exchange: Exchange): Promise<void> {
  const { request, response, own: ownUrl, path } = exchange;
  if (request.headers.origin !== ownUrl || !isSame(token, request.headers['x-wallet-token'])) {
    throw new BadRequest(403, "Only the wallet's own page may do this.");
  }
  const body = await readJsonObject(request);
  if (path === '/feed') {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    const leave = host.feed.follow((snapshot) => response.write(`${snapshot}\n`));
    response.on('close', leave);
  } else if (path === '/command') {
    const error = await host.run(parseCommand(body));
    sendJson(response, 200, { revision: host.feed.revision(), error });
  } else {
    throw new BadRequest(404, 'There is nothing here.');
  }
}

/** Compares a token in constant time. */
function isSame(token: string, header: string | string[] | undefined): boolean {
  const expected = Buffer.from(token);
  const actual = Buffer.from(typeof header === 'string' ? header : '');
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

function sendFile(files: PageFiles, { request, response, path }: Exchange): void {
  if (path === '/provider.js') {
    // The only file that other origins may load.
    response.setHeader('cross-origin-resource-policy', 'cross-origin');
    send(response, 'text/javascript', files.provider);
    return;
  }
  response.setHeader('cross-origin-resource-policy', 'same-origin');
  if (path === '/') {
    // The page contains the token: it is served to a window, never to another page's script.
    const destination = request.headers['sec-fetch-dest'];
    if (destination !== undefined && destination !== 'document') {
      throw new BadRequest(403, 'The page is shown in a window of its own.');
    }
    send(response, 'text/html', files.html);
  } else if (path === '/page.js') send(response, 'text/javascript', files.script);
  else if (path === '/page.css') send(response, 'text/css', files.style);
  else throw new BadRequest(404, 'There is nothing here.');
}

function send(response: ServerResponse, type: string, text: string): void {
  response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(text);
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
