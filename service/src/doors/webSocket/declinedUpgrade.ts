import type { IncomingMessage } from 'node:http';

/** Headers that belong to the upgrade, and the one that names them. */
const ofUpgrade = ['upgrade', 'http2-settings', 'connection'];

/**
 * The head of a request without its upgrade. The runtime stops reading a connection at a request
 * for an upgrade, so a declined one is read again in this form, with what follows it.
 */
export const withoutUpgrade = ({
  method,
  url,
  httpVersion,
  rawHeaders,
  headers,
}: IncomingMessage): Buffer => {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (!ofUpgrade.includes(name.toLowerCase())) lines.push(`${name}: ${rawHeaders[index + 1]}`);
  }
  // A client that wanted nothing but WebSocket has no use for this connection.
  const isKept = headers.upgrade?.toLowerCase() !== 'websocket';
  lines.push(`Connection: ${isKept ? 'keep-alive' : 'close'}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
};
