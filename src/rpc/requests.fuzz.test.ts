import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { ModuleError } from '@xnet/clients/errors';
import fc from 'fast-check';
import { hostileTexts } from '../../test/random/hostileTexts';
import { type NodeMood, nodeMood, randomNetwork } from '../../test/random/node';
import { junk, methodParams } from '../../test/random/params';
import vectors from '../../test/vectors/accounts.json';
import { createClock, type TestClock } from '../../test/wallet/clock';
import { createEntropy } from '../../test/wallet/fakeWallet';
import { getDefinition, openModule } from '../../test/wallet/openModule';
import { storedAccounts, storedGrants } from '../../test/wallet/storedAccounts';
import { chainIds } from '../schema/primitives';
import { privateKeyText, withPrivateKey } from '../starknet/accounts/keys';
import { toWireError } from './boundary';
import { ownName } from './names';

const REQUESTS = Number(process.env.XNET_FUZZ_RUNS ?? 50_000);
const SEEDS = 5;
/** Requests that one module answers, one after another or several at a time. */
const SESSION = 40;
const LONGEST_MESSAGE = 4_096;
/** In each turn of the event loop the module's clock goes on by half a second. */
const TURNS = 2_000;
/** Real milliseconds after which a request hangs: a long scan computes for a second or two. */
const LONGEST = 10_000;

const COMPANION = 'https://companion.example';
const NODE_KEY = 'k3y-0f-the-n0de';
const EXPLORER_KEY = 'k3y-0f-the-expl0rer';
const sites = Array.from({ length: 41 }, (_, number) => `https://site${number}.example`);
const entropy = createEntropy(vectors.mnemonic);
/** Of the accounts that are there and of those that requests can make. */
const keys = [
  ...vectors.accounts.flatMap(({ privateKey }) => privateKey ?? []),
  ...Array.from({ length: 16 }, (_, index) => withPrivateKey(entropy, index, privateKeyText)),
  entropy.privateKey,
];
const secrets = [
  ...[...keys, entropy.chainCode].map((hex) => hex.replace(/^0x0*/u, '')),
  ...keys.map((hex) => BigInt(hex).toString()),
];
const apiKeys = [NODE_KEY, EXPLORER_KEY];

type Sent = { method: string; params: unknown; origin: string; waits: boolean };
type Session = {
  requests: Sent[];
  answers: (boolean | null)[];
  moods: NodeMood[];
  ownNode: boolean;
};
type Opened = ReturnType<typeof openModule>;

/** Each takes as long as many others: it derives addresses, hashes or answers with a lot. */
const isSlow = (name: string) =>
  /createAccount|addAccount|DeployFee|recover|eclare|SignedMessage|signMessage|discover/u.test(
    name,
  );
const method = fc.oneof(
  { weight: 60, arbitrary: fc.constantFrom(...methodParams.filter(({ name }) => !isSlow(name))) },
  { weight: 8, arbitrary: fc.constantFrom(...methodParams.filter(({ name }) => isSlow(name))) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(
        '',
        'xnet_',
        'starkNet_',
        '__proto__',
        'constructor',
        'xnet_nothing',
        'toString',
      )
      .map((name) => ({ name, params: junk })),
  },
);
const origin = fc.oneof(
  { weight: 5, arbitrary: fc.constant(COMPANION) },
  { weight: 5, arbitrary: fc.constantFrom(...sites) },
  { weight: 1, arbitrary: fc.constantFrom('null', '', ...hostileTexts.slice(0, 6)) },
);
const request: fc.Arbitrary<Sent> = fc
  .tuple(method, origin, fc.boolean(), fc.nat(5))
  .chain(([{ name, params }, from, waits, other]) =>
    params.map((drawn) => ({
      method: other === 0 ? name.replace(/^xnet_/u, 'starkNet_') : name,
      params: drawn,
      origin: from,
      waits,
    })),
  );
const session: fc.Arbitrary<Session> = fc.record({
  requests: fc.array(request, { minLength: 1, maxLength: SESSION, size: 'max' }),
  answers: fc.array(fc.constantFrom(true, true, true, false, null), { minLength: 1, maxLength: 9 }),
  moods: fc.oneof(
    { weight: 1, arbitrary: fc.constant<NodeMood[]>([{ kind: 'unreachable' }]) },
    { weight: 3, arbitrary: fc.array(nodeMood, { minLength: 1, maxLength: 40 }) },
  ),
  ownNode: fc.boolean(),
});

const stored = (ownNode: boolean) => {
  const chains = Object.values(chainIds);
  const each = <T>(value: (chainId: (typeof chains)[number]) => T) =>
    Object.fromEntries(chains.map((chainId) => [chainId, value(chainId)]));
  const nodeOf = (id: string) => (id === chainIds.mainnet ? 'mainnet' : 'sepolia');
  return {
    plain: {
      accounts: each((chainId) => storedAccounts(chainId, 4)),
      grants: storedGrants(chains, 2, sites.slice(10)),
      ...(ownNode && {
        endpointHosts: each((chainId) => [`${nodeOf(chainId)}.node.example`]),
        explorers: each(() => 'voyager'),
      }),
    },
    secret: ownNode
      ? {
          endpoints: each((id) => [{ url: `https://${nodeOf(id)}.node.example/${NODE_KEY}` }]),
          explorerKeys: each(() => EXPLORER_KEY),
        }
      : {},
  };
};

/** Resolves once the request is settled; fails where it never is. */
async function settle<T>(reply: Promise<T>, clock: TestClock): Promise<T> {
  let isOpen = true;
  const close = () => {
    isOpen = false;
  };
  reply.then(close, close);
  const until = performance.now() + LONGEST;
  for (let turn = 0; isOpen && (turn < TURNS || performance.now() < until); turn += 1) {
    await new Promise((done) => setImmediate(done));
    if (turn > 3) clock.advance(500);
  }
  if (isOpen) throw new Error('It neither answered nor failed.');
  return reply;
}

/** What every object inherits is as it was. */
function requirePrototypesClean(): void {
  const found = [Object.prototype, Array.prototype, String.prototype].flatMap(Object.keys);
  if (found.length > 0) throw new Error(`A prototype has got ${found.join(', ')}.`);
}

function requireSame(read: unknown, sent: unknown): void {
  if (!isDeepStrictEqual(read, sent)) throw new Error(`No plain JSON: ${textOf(sent)}`);
}

const textOf = (value: unknown): string => JSON.stringify(value) ?? '';
function requireSecretsKept(text: string, kept: readonly string[] = [...secrets, ...apiKeys]) {
  const lower = text.toLowerCase();
  for (const secret of kept)
    if (lower.includes(secret)) throw new Error(`A secret came out: ${text.slice(0, 500)}`);
}

async function check(opened: Opened, sent: Sent, clock: TestClock): Promise<void> {
  requirePrototypesClean();
  try {
    const reply = await settle(opened.invoke(sent.method, sent.params, sent.origin), clock);
    const text = textOf(reply);
    const { result } = getDefinition(sent.method) ?? {};
    requireSame(JSON.parse(text), reply);
    if (!result?.is(reply)) throw new Error(`No reply of ${sent.method}: ${text.slice(0, 500)}`);
    requireSecretsKept(text);
  } catch (error) {
    if (!(error instanceof ModuleError)) throw error;
    if (error.kind === 'internal') throw error;
    const { code, message, data } = toWireError(error, {});
    const wire = { code, message, data };
    const text = textOf(wire);
    requireSame(JSON.parse(text), wire);
    expect(error.message.length).toBeLessThanOrEqual(LONGEST_MESSAGE);
    requireSecretsKept(text);
  }
  requirePrototypesClean();
}

/** A key may be drawn in one dialog only, which names the site that asked to have it shown. */
function requireDialogsKeepSecrets({ dialogs }: Opened, requests: readonly Sent[]): void {
  const wanted = requests.filter(({ method }) => ownName(method) === 'xnet_displayPrivateKey');
  const askers = new Set(wanted.map(({ origin }) => JSON.stringify(origin)));
  for (const dialog of dialogs) {
    const text = textOf(dialog);
    const isKeyDialog = text.includes('"Private key"') && text.includes('"sensitive":true');
    if (isKeyDialog) expect([...askers].filter((origin) => text.includes(origin))).toHaveLength(1);
    requireSecretsKept(text, isKeyDialog ? apiKeys : undefined);
  }
}

async function play({ requests, answers, moods, ownNode }: Session): Promise<void> {
  const clock = createClock();
  let asked = 0;
  const answer = () => {
    asked += 1;
    return answers[asked % answers.length] ?? null;
  };
  const opened = openModule({
    companions: [COMPANION],
    stored: stored(ownNode),
    user: answer,
    choose: (offered) => (answer() ? offered.filter(() => answer()) : []),
    now: clock.now,
    setTimer: clock.setTimer,
    fetch: randomNetwork(moods),
    sepoliaUrl: 'http://127.0.0.1:9/sepolia',
    mainnetUrl: 'http://127.0.0.1:9/mainnet',
  });
  let together: Promise<void>[] = [];
  for (const sent of requests) {
    together.push(check(opened, sent, clock));
    if (!sent.waits) continue;
    await Promise.all(together);
    together = [];
  }
  await Promise.all(together);
  requireDialogsKeepSecrets(opened, requests);
  requireSecretsKept(textOf([opened.state.plain, opened.notifications, opened.events]));
  requireSecretsKept(textOf(opened.state.secret), secrets);
}

describe('any request', () => {
  // @promise T19.1 T30.2
  it.each(Array.from({ length: SEEDS }, (_, index) => index + 1))(
    'answers or fails as declared, and leaks no secret: draw %i',
    async (draw) => {
      const seed = process.env.XNET_FUZZ_RUNS === undefined ? draw : Date.now() + draw;
      const wanted = REQUESTS / SEEDS;
      let played = 0;
      const property = fc.asyncProperty(session, async (drawn) => {
        played += drawn.requests.length;
        await play(drawn);
      });
      for (let round = 0; played < wanted; round += 1)
        await fc.assert(property, { seed: seed + SEEDS * round, numRuns: 50 });
    },
    Math.max(60_000, REQUESTS * 5),
  );
});
