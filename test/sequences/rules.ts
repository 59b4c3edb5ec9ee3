import { errorKinds } from '@xnet/clients/errors';
import { commonErrors } from '../../src/rpc/method';
import { mainParts } from '../../src/ui/home/main';
import vectors from '../vectors/accounts.json';
import { listParts, type Tree } from '../wallet/fakeDialogs';
import { createEntropy } from '../wallet/fakeWallet';
import { getDefinition } from '../wallet/openModule';
import { getWords } from './driven';
import { API_KEY } from './paymaster';
import { getMark } from './requests';
import type { Asked } from './run';
import type { Seen } from './user';

const networkParts: readonly string[] = [mainParts.network, mainParts.networks];

export type Violation = { rule: string; what: string };
export type Grants = Record<string, unknown[]>;
export type Say = (rule: string, what: unknown) => void;

const entropy = createEntropy(vectors.mnemonic);
const keys = [
  ...vectors.accounts.flatMap(({ privateKey }) => privateKey ?? []),
  entropy.privateKey,
  entropy.chainCode,
].map((hex) => hex.replace(/^0x0*/u, ''));
const secrets = [...keys, ...keys.map((hex) => BigInt(`0x${hex}`).toString()), vectors.mnemonic];

export const findSecret = (text: string) =>
  secrets.find((secret) => text.toLowerCase().includes(secret));

/** What the module never says, unless a third party wrote it. */
const slips = /\bundefined\b|\bNaN\b|\[object |\bnull\b|⟦|\{[a-z]+\}|Infinity|function \(/u;

export function checkDrawing(
  method: string,
  drawing: unknown,
  asked: readonly Asked[],
  say: Say,
): void {
  const words = getWords(drawing);
  const isKey = listParts(drawing).some(({ props }) => props.sensitive === true);
  if (!isKey && findSecret(words.join(' '))) say('no secret is drawn', words);
  for (const word of words) {
    const [slip] = slips.exec(word) ?? [];
    if (slip && !JSON.stringify(asked.map(({ params }) => params)).includes(slip))
      say('no value is drawn that is none', word);
  }
  if (method === 'snap_notify') return;
  const parts = listParts(drawing);
  const heading = parts.find(({ type }) => type === 'Heading');
  // The first part of the page stands under the wallet's own header, with the module's name.
  const isFirstPart = parts.some(({ props }) => networkParts.includes(String(props.name)));
  if (!isFirstPart && (!heading || getWords(heading).join('').trim() === ''))
    say('every dialog has a title', words);
  for (const part of parts) checkLabels(part, say);
}

/** Every numeric value has a label. */
function checkLabels({ type, props }: Tree, say: Say): void {
  const inner = Array.isArray(props.children) ? props.children : [props.children];
  if (!/^(Box|Section|Container)$/u.test(type)) return;
  const [first] = listParts(inner);
  if (
    first &&
    /^(Text|Copyable)$/u.test(first.type) &&
    /^0x[\da-f]{8,}$/u.test(getWords(first).join(''))
  )
    say('every value has a label', getWords(inner));
}

/** State that is stored unencrypted. */
export function checkKept(value: unknown, say: Say): void {
  const text = JSON.stringify(value) ?? '';
  if (findSecret(text) || text.includes(API_KEY)) say('no secret is kept in the open', text);
}

/**
 * State that may be written during a refused request: `balances` by the page that is open beside, and
 * `scans` by the first of two questions, to which the user agreed.
 */
const tracesOfRefusal =
  /^(activity|balances|scans|blocks|outcome|version|usedTokens|contracts|classes|gasPrices|proven)/u;

const isRefused = ({ reply }: Asked) =>
  reply?.result === false ||
  (reply?.error?.data as { kind?: string } | undefined)?.kind === 'userRejected';

export function checkError(one: Asked, asked: readonly Asked[], say: Say): void {
  const { reply, method, isCut } = one;
  const text = JSON.stringify(reply) ?? '';
  if (findSecret(text)) say('no secret is in a reply', briefly(one));
  const definition = getDefinition(method);
  if (!reply?.error) {
    const { result } = definition ?? {};
    if (!isCut && !result?.is(reply?.result)) say('every reply is of its kind', briefly(one));
    return;
  }
  const { code, data } = reply.error;
  const kind = (data as { kind?: keyof typeof errorKinds } | undefined)?.kind;
  // The wallet reports a module that ended or is disabled, invalid JSON-RPC, lost connections.
  if (
    isCut ||
    /^(?:Invalid JSON-RPC request|Unauthorized to perform)|is disabled/u.test(reply.error.message)
  )
    return;
  const declared: readonly string[] = [...commonErrors, ...(definition?.errors ?? [])];
  if (kind === undefined || !declared.includes(kind) || errorKinds[kind].code !== code)
    say('every error is declared', briefly(one));
  if (kind === 'internal') say('no error is internal', briefly(one));
  const refused = asked.filter((other) => other.site === one.site && isRefused(other));
  const isGrave = refused.some((other) => getDefinition(other.method)?.blocksWhenRefused);
  if (kind === 'siteBlocked' && refused.length < 3 && !isGrave)
    say('a site is blocked for refusals', briefly(one));
  if (kind === 'userRejected' && !one.isBeside)
    for (const key of one.written)
      if (!tracesOfRefusal.test(key))
        say('a refusal leaves no trace', { key, method, params: one.params });
}

const signing = /^xnet_(?:executeTxn|sign\w+|upgradeAccContract|declareContract)$/u;
const digits = (text: string) => text.replace(/\s/gu, '').toLowerCase();

/** Everything signed was shown in an approved dialog: whom it pays, or what it says. */
export function checkConsent(one: Asked, seen: Iterable<Seen>, say: Say): void {
  if (!one.reply || one.reply.error || !signing.test(one.method)) return;
  const text = JSON.stringify(one.params);
  const marks = [getMark(one.number), `Order ${one.number}`].filter((mark) => text.includes(mark));
  const asked = [one.site, ...marks.map((mark) => mark.replace('0x', ''))].map(digits);
  const isShown = [...seen].some(({ isAgreed, words }) => {
    const shown = digits([...words].join('\n'));
    return isAgreed && asked.every((mark) => shown.includes(mark));
  });
  if (!isShown) say('nothing is signed unseen', { ...briefly(one), asked });
}

/** A site sees more accounts only after the user approved a dialog that named the site. */
export function checkGrants(before: Grants, after: Grants, seen: Iterable<Seen>, say: Say): void {
  const dialogs = [...seen];
  for (const [origin, grants] of Object.entries(after)) {
    if (grants.length <= (before[origin]?.length ?? 0)) continue;
    const isAsked = dialogs.some(({ isAgreed, words }) => isAgreed && words.has(origin));
    if (!isAsked) say('no site sees an account unasked', { origin, grants });
  }
}

const briefly = ({ reply, method, site, number, params }: Asked) => ({
  reply,
  method,
  site,
  number,
  params,
});
