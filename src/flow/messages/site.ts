/**
 * Hosts below which anybody may have a site of their own: none of them owns those. Each stands for
 * what is below it, too, since they have regions and kinds there. Most are private entries of the
 * Public Suffix List, whose 8,000 lines would make the module a third larger.
 */
const sharedHosts: readonly string[] = `
  4everland.app 4everland.io adobeaemcloud.com aem.live aem.page akamaized.net amazonaws.com
  amazonaws.com.cn amplifyapp.com appspot.com arweave.net awsapprunner.com azurecontainer.io
  azureedge.net azurefd.net azurestaticapps.net azurewebsites.net bitbucket.io blogspot.com
  bolt.host br.com canva.site cargo.site carrd.co cf-ipfs.com clerk.app clever-cloud.com
  cleverapps.io cloudapp.net cloudflare-ipfs.com cloudfront.net cloudfunctions.net cn.com co.com
  codeberg.page codesandbox.io convex.cloud convex.site crd.co csb.app dappnode.io ddns.net de.com
  deno.dev digitaloceanspaces.com discordsays.com dreamhosters.com duckdns.org dweb.link
  easypanel.host editorx.io elasticbeanstalk.com eth.limo eth.link eu.com eu.org expo.app
  fastly.net firebaseapp.com fleek.co fleek.xyz flutterflow.app fly.dev framer.ai framer.app
  framer.media framer.photos framer.website framer.wiki framercanvas.com gb.net gitbook.io
  github.dev github.io githubpreview.dev githubusercontent.com gitlab.io gitpod.io glitch.me
  godaddysites.com googleapis.com googleusercontent.com gotpantheon.com hashnode.dev hasura.app
  herokuapp.com hf.space hosted.app hostingersite.com ic0.app icp0.io idx.dev in.net ipfs.io
  is-a-good.dev is-a.dev it.com jpn.com js.org jsdelivr.net koyeb.app lhr.life linodeobjects.com
  loca.lt lovable.app lovableproject.com manus.space medium.com meteorapp.com mybluehost.me
  mypinata.cloud myshopify.com netlify.app nftstorage.link ngrok-free.app ngrok-free.dev ngrok.app
  ngrok.dev ngrok.io ngrok.pro northflank.app notion.site now.sh observablehq.cloud on-fleek.app
  on-rancher.cloud ondigitalocean.app onrender.com oraclecloudapps.com pages.dev pantheonsite.io
  pinata.cloud platform.sh platformsh.site pythonanywhere.com r2.dev railway.app readthedocs.io
  render.com repl.co replit.app replit.dev rf.gd ru.com ru.net run.app sa.com se.net
  sharepoint.com sourceforge.io spheron.app squarespace.app squarespace.com srht.site
  stackblitz.io storacha.link streamlit.app supabase.co surge.sh tempurl.host tiiny.site
  tlon.network translate.goog trycloudflare.com ts.net tumblr.com typedream.app uber.space uk.com
  uk.net us.com us.org usercontent.goog v0.build val.run vercel.app vercel.dev vultrobjects.com
  vusercontent.net w3s.link w3spaces.com wal.app walrus.site web.app webcontainer.io webflow.io
  weebly.com windows.net wix.run wixsite.com wixstudio.com wixstudio.io wordpress.com workers.dev
  wpcomstaging.com wpengine.com wpenginepowered.com yandexcloud.net za.com zeabur.app
`
  .trim()
  .split(/\s+/u);

/** Names under which the registries of countries sell others: co.uk, com.au, or.jp. */
const SOLD =
  /^(?:ac|art|asso|biz|blog|co|com|coop|ed|edu|firm|gen|go|gob|gov|gouv|govt|gv|id|ind|info|int|ltd|me|med|mil|name|ne|net|ngo|nom|nt|or|org|plc|press|priv|pro|sch|store|tm|tv|web)\.[a-z]{2}$/u;

/** Whether anybody may have a host of their own below this one. */
const isShared = (host: string): boolean =>
  SOLD.test(host) || sharedHosts.some((one) => host === one || host.endsWith(`.${one}`));

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
  if (BARE.test(host) && !PERSON.test(host)) return parseUrl(`${scheme}//${host}`);
  return undefined;
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
  const isAbove = own.endsWith(`.${host}`) && host.includes('.') && !isShared(host);
  const isBare = !WITH_SCHEME.test(text.trim());
  const hasScheme = isBare || (schemes[named.protocol] ?? named.protocol) === asking.protocol;
  const hasPort = (isBare && named.port === '') || named.port === asking.port;
  if ((host === own || isAbove) && hasScheme && hasPort) return undefined;
  return named.host;
}

const WITH_ANY_SCHEME = /^[a-z][a-z0-9+.-]*:\/\/[^/\\?#\s]\S*$/iu;

/** The same of the URI of a sign-in, which may name its host in any scheme. */
export function findOtherUri(uri: string, origin: string): string | undefined {
  const isForeign = WITH_ANY_SCHEME.test(uri) && !WITH_SCHEME.test(uri);
  if (!isForeign || !WITH_SCHEME.test(origin)) return findOtherSite(uri, origin);
  return parseUrl(uri)?.host || uri;
}

/** The end of a host is its owner: a long one loses its beginning. */
const SHOWN = 36;

/** The site that a URL names, for a title; any other text as it is. */
export function siteTitle(text: string): string {
  const host = (WITH_SCHEME.test(text) && parseUrl(text)?.host) || text;
  if (host.length > SHOWN) return `…${host.slice(-SHOWN)}`;
  return host;
}
