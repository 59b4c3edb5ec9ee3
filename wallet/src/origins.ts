/**
 * Who is speaking is told by the transport alone: by the Origin header that a browser sets and a
 * page cannot change, never by anything in the body.
 */

/** The canonical origin of a page, or null where the header names none that could be a dapp's. */
export function parseOrigin(header: string | undefined): string | null {
  if (header === undefined || header.length > 512) return null;
  let url: URL;
  try {
    url = new URL(header);
  } catch {
    return null;
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  // A browser sends the origin in its canonical form; anything else was written by hand.
  return url.origin === header ? header : null;
}

/**
 * The wallet's own origin as the client addressed it, or null where the Host header names another
 * host: then a foreign name was made to point at this machine (DNS rebinding).
 */
export function ownOrigin(host: string | undefined, port: number): string | null {
  const own = ['127.0.0.1', 'localhost'].map((name) => new URL(`http://${name}:${port}`));
  // Browsers leave the port out where it is 80; other callers may not.
  return (
    own.find((url) => [url.host, `${url.hostname}:${port}`].includes(host ?? ''))?.origin ?? null
  );
}
