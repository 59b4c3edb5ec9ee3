/** Hosts below which anybody may have a site of their own: none of them owns those. */
const sharedHosts = [
  'appspot.com',
  'azurestaticapps.net',
  'azurewebsites.net',
  'blogspot.com',
  'cloudflare-ipfs.com',
  'cloudfront.net',
  'codesandbox.io',
  'csb.app',
  'deno.dev',
  'dweb.link',
  'eth.limo',
  'eth.link',
  'firebaseapp.com',
  'fleek.co',
  'fly.dev',
  'github.dev',
  'github.io',
  'gitlab.io',
  'glitch.me',
  'herokuapp.com',
  'ipfs.io',
  'netlify.app',
  'ngrok-free.app',
  'ngrok.app',
  'ngrok.io',
  'on-fleek.app',
  'onrender.com',
  'pages.dev',
  'railway.app',
  'repl.co',
  'replit.app',
  'replit.dev',
  's3.amazonaws.com',
  'stackblitz.io',
  'surge.sh',
  'trycloudflare.com',
  'up.railway.app',
  'vercel.app',
  'vercel.dev',
  'web.app',
  'webcontainer.io',
  'wixsite.com',
  'wordpress.com',
  'workers.dev',
];

/** A web address as parsers take it: with any number of slashes, of either kind. */
const WITH_SCHEME = /^(?:https?|wss?|ftp):\S+$/iu;
/** The beginning of an address that leaves its scheme to the page. */
const SLASHES = /^[/\\]{2,}(?=[^/\\])/u;
/** A host with a top-level domain of letters, an address with a port, or localhost with one. */
const BARE =
  /^(?:(?:[a-z0-9_-]+\.)+[a-z][a-z0-9-]*[a-z0-9]\.?(?::\d{1,5})?|(?:localhost|\d{1,3}(?:\.\d{1,3}){3}):\d{1,5})(?:[/\\?#]\S*)?$/iu;
/** Names of people, which no site has. */
const PERSON = /\.(?:stark|eth|braavos)$/iu;
const schemes: Readonly<Record<string, string>> = { 'ws:': 'http:', 'wss:': 'https:' };

const parseUrl = (text: string): URL | undefined => {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
};

/** The site that a text names, if all of it is a URL of one or a host. */
function readSite(text: string, scheme: string): URL | undefined {
  if (WITH_SCHEME.test(text)) return parseUrl(text);
  const host = text.replace(SLASHES, '');
  return BARE.test(host) && !PERSON.test(host) ? parseUrl(`${scheme}//${host}`) : undefined;
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/\.$/u, '');

/**
 * The host that a text names, if it is another site than the one that asks. A site may name the
 * host above its own, unless anybody gets a host there; a scheme and a port that are named must be
 * its own. Undefined for texts that name no site, and if no site asks.
 */
export function findOtherSite(text: string, origin: string): string | undefined {
  const asking = parseUrl(origin);
  if (!asking || !/^https?:$/u.test(asking.protocol)) return undefined;
  const named = readSite(text.trim(), asking.protocol);
  if (!named) return undefined;
  const [host, own] = [hostOf(named), hostOf(asking)];
  const isAbove = own.endsWith(`.${host}`) && host.includes('.') && !sharedHosts.includes(host);
  const isBare = !WITH_SCHEME.test(text.trim());
  const hasScheme = isBare || (schemes[named.protocol] ?? named.protocol) === asking.protocol;
  const hasPort = (isBare && named.port === '') || named.port === asking.port;
  return (host === own || isAbove) && hasScheme && hasPort ? undefined : named.host;
}

/** The end of a host is its owner: a long one loses its beginning. */
const SHOWN = 36;

/** The site that a URL names, for a title; any other text as it is. */
export function siteTitle(text: string): string {
  const host = (WITH_SCHEME.test(text) && parseUrl(text)?.host) || text;
  return host.length > SHOWN ? `…${host.slice(-SHOWN)}` : host;
}
