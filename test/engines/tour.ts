import { setTimeout } from 'node:timers/promises';
import { mergeTexts } from '../../scripts/build/texts';
import type { LanguageName } from '../../src/schema/language';
import { chainIds } from '../../src/schema/primitives';
import { settingParts } from '../../src/ui/home/settings';
import { homeParts } from '../../src/ui/home/view';
import { permits } from '../messages/permits';
import { pathSteps } from '../stage/mainJob';
import type { Engine } from './engine';
import { frames } from './stand';

/** Everything that an engine drew and signed, by the step of the tour, without the moment of it. */
export type Tour = { shown: Map<string, string>; replies: Map<string, unknown>; faults: string[] };

/** Kinds of permits that are signed; each takes seconds. */
const PERMITS = 4;
const chainId = chainIds.sepolia;
const strk = '0x04718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';
const friend = '0x064b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691';
const bound = { max_amount: '0x100000', max_price_per_unit: '0x59682f00' };
const resourceBounds = { l1_gas: bound, l1_data_gas: bound, l2_gas: bound };
const calls = [{ contractAddress: strk, entrypoint: 'transfer', calldata: [friend, '0x5', '0x0'] }];

const poll = {
  types: {
    StarknetDomain: ['name', 'version', 'chainId', 'revision'].map((name) => ({
      name,
      type: 'shortstring',
    })),
    Vote: [
      { name: 'id', type: 'felt' },
      { name: 'text', type: 'string' },
      { name: 'at', type: 'timestamp' },
    ],
  },
  primaryType: 'Vote',
  domain: { name: 'Poll', version: '1', chainId: 'SN_SEPOLIA', revision: '1' },
  message: { id: '7', text: 'Yes, all of us', at: '4102444800' },
};

/** Requests of a site, in order; what they sign is the same at any time. */
const requests: Readonly<Record<string, (address: string) => [method: string, params: object]>> = {
  message: (address) => [
    'xnet_signMessage',
    { signerAddress: address, typedDataMessage: poll, chainId },
  ],
  ...Object.fromEntries(
    Object.entries(permits)
      .slice(0, PERMITS)
      .map(([name, { parts }]) => [
        name,
        (address: string) => [
          'xnet_signMessage',
          { signerAddress: address, typedDataMessage: parts, chainId },
        ],
      ]),
  ),
  transaction: (address) => [
    'xnet_signTransaction',
    { address, chainId, transactions: calls, transactionsDetail: { nonce: '0x9', resourceBounds } },
  ],
  execute: (address) => ['xnet_executeTxn', { address, calls, chainId }],
  publicKey: (address) => ['xnet_extractPublicKey', { userAddress: address, chainId }],
  balance: (address) => [
    'xnet_getErc20TokenBalance',
    { userAddress: address, tokenAddress: strk, chainId },
  ],
  privateKey: (address) => ['xnet_displayPrivateKey', { userAddress: address, chainId }],
  accounts: () => ['xnet_listAccounts', { chainId }],
};

/**
 * Without times, the number of looks that a page takes meanwhile, and, in the dapp's own scenarios,
 * the hashes and signatures of what holds a time.
 */
function withoutMoment(name: string, texts: string): string {
  const isTimed = /^(?:scenario|part record)/u.test(name);
  return texts
    .replace(/0x[\da-f]{40,64}/gu, isTimed ? '<hash>' : '$&')
    .replace(/\d{4}[-‑]\d\d[-‑]\d\d[T ]\d\d:\d\d(?::\d\d)?/gu, '<time>')
    .replace(/\b\d\d:\d\d\b/gu, '<time>')
    .replace(/(?<!\d)1\d{9}(?!\d)|0x[67][\da-f]{7}\b/gu, '<seconds>')
    .replace(/[\d,]+ ms/gu, '<ms>')
    .replace(/ \(\d+[^)]*\)/gu, name === 'part activity' ? '' : '$&');
}

/**
 * A millisecond passes at each look at the dapp's clock. All its messages end in the same minute then,
 * and warnings of them have the same text, whichever engine is slow.
 */
const standingClock =
  '(() => { let now = Math.floor(Date.now() / 1e3) * 1e3; Date.now = () => (now += 1); return true; })()';

type Report = (step: string) => void;
type Call = (frame: keyof typeof frames, name: string, ...params: unknown[]) => Promise<unknown>;

/** Opens every part of the module's page, and every setting. */
async function visitParts(
  call: Call,
  shown: Map<string, string>,
  texts: Record<string, string>,
  report: Report,
): Promise<void> {
  // They stand in for an answer of the node, which knows no other token.
  const passing = [
    'Ether | –',
    ...['home.preparing', 'home.oneMoment', 'home.readingBalances', 'home.readingNode'].map(
      (name) => texts[name],
    ),
  ];
  const open = async (): Promise<string> => {
    const main = String(await call('page', 'open', passing));
    return main.includes(texts['home.received'] ?? '') ? open() : main;
  };
  const read = async (name: string, path: readonly string[]) => {
    report(name);
    let drawn = await open();
    for (const step of path) drawn = String(await call('page', 'turn', step, passing));
    shown.set(name, drawn);
    const wide = (await call('page', 'overflow')) as string[];
    if (wide.length > 0) throw new Error(`Too wide in ${name}: ${wide.join(', ')}`);
    const doors = `[data-name^="${homeParts.go}"], [data-name^="page.unfold."], [data-name="${settingParts.advanced}"]`;
    return (await call('page', 'list', doors, 'data-name')) as string[];
  };
  const known = new Set(['main']);
  const paths: { name: string; path: string[] }[] = [{ name: 'main', path: [] }];
  for (let next = paths.shift(); next; next = paths.shift())
    for (const door of await read(`part ${next.name}`, next.path)) {
      const [name = ''] = door.replace(homeParts.go, '').split(' ');
      if (known.has(name)) continue;
      known.add(name);
      paths.push({ name, path: [...next.path, door] });
    }
}

/** @param report hears the name of each step when it begins */
export async function takeTour(
  engine: Engine,
  url: string,
  locale: LanguageName,
  report: Report,
): Promise<Tour> {
  const shown = new Map<string, string>();
  const replies = new Map<string, unknown>();
  const call: Call = (frame, name, ...params) =>
    engine.evaluate(frames[frame], `hands.${name}(...${JSON.stringify(params)})`);
  const asked = async (name: string, task: () => Promise<unknown>) => {
    report(name);
    await call('page', 'begin');
    const reply = await task();
    const dialogs = (await call('page', 'end')) as string[];
    for (const [at, dialog] of dialogs.entries()) shown.set(`${name}, question ${at + 1}`, dialog);
    return reply;
  };

  await engine.open(url);
  // The frames come one after the other.
  while (!(await call('dapp', 'isDrawn').catch(() => false))) await setTimeout(100);
  for (const step of pathSteps)
    shown.set(step, String(await asked(step, () => call('dapp', 'run', `step-${step}`))));

  const [address] = (await call(
    'dapp',
    'list',
    '[data-testid="account-address"]',
    'data-address',
  )) as string[];
  for (const [name, request] of Object.entries(requests))
    replies.set(name, await asked(name, () => call('dapp', 'invoke', ...request(address ?? ''))));

  await engine.evaluate(frames.dapp, standingClock);
  await engine.evaluate(frames.dapp, "(location.hash = '#/scenarios')");
  await call('dapp', 'see', '.scenario button:enabled');
  const scenarios = (await call('dapp', 'list', '.scenario', 'data-testid')) as string[];
  for (const name of scenarios)
    shown.set(name, String(await asked(name, () => call('dapp', 'run', name))));

  await visitParts(call, shown, await mergeTexts(locale), report);
  const faults: unknown[] = [];
  for (const frame of ['wallet', 'page', 'dapp'] as const) faults.push(await call(frame, 'errors'));
  return {
    shown: new Map([...shown].map(([name, texts]) => [name, withoutMoment(name, texts)])),
    replies,
    faults: faults.flat() as string[],
  };
}
