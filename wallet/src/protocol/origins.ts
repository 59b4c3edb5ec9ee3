/**
 * The caller is identified only by the transport: by the Origin header, which a browser sets and a
 * page cannot change, never by anything in the body.
 */

/** The canonical origin of a page, or null if the header is no possible origin of a dapp. */
export function parseOrigin(header: string | undefined): string | null {
  if (header === undefined || header.length > 512) return null;
  let url: URL;
  try {
    url = new URL(header);
  } catch {
    return null;
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  // Browsers send origins in canonical form; anything else was written by hand.
  if (url.origin === header) return header;
  return null;
}

/**
 * The wallet's own origin as the client addressed it, or null if the Host header names another
 * host: then a foreign name was made to resolve to this machine (DNS rebinding).
 */
export function ownOrigin(host: string | undefined, port: number): string | null {
  const ownOrigins = ['127.0.0.1', 'localhost'].map((name) => new URL(`http://${name}:${port}`));
  // Browsers omit port 80; other callers may not.
  return (
    ownOrigins.find((url) => [url.host, `${url.hostname}:${port}`].includes(host ?? ''))?.origin ??
    null
  );
}
