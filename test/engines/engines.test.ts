import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mergeTexts } from '../../scripts/build/texts';
import { getMessage } from '../../scripts/failure';
import { buildDapp, type RunningDapp, startDapp } from '../../scripts/start/dapp';
import { startLocalChain } from '../../scripts/start/localChain';
import { buildWalletExtension } from '../../scripts/start/wallet';
import { sepolia } from '../../src/networks/sepolia';
import { type LanguageName, languages } from '../../src/schema/language';
import { chainIds } from '../../src/schema/primitives';
import { homePages } from '../../src/ui/home/view';
import { addressedModule } from '../stage/addressedModule';
import { type Gate, startGate } from '../stage/gate';
import { pathSteps } from '../stage/mainJob';
import { ownPort } from '../stage/ownPort';
import { type EngineName, engineNames, limitTime, openEngine } from './engine';
import { openStand, type Stand } from './stand';
import { type Tour, takeTour } from './tour';

const MINUTE = 60_000;
const TOUR_MS = 8 * MINUTE;
const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow';

let folder: string;
let port: number;
let gate: Gate;
let dapp: RunningDapp;
let stand: Stand;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xnet-engines-'));
  // Each tour has a new chain, at the address that the module has built in.
  port = await ownPort();
  gate = await startGate(`http://127.0.0.1:${port}/rpc`);
  const module = await addressedModule({
    out: join(folder, 'module'),
    endpoints: { [chainIds.sepolia]: [gate.url] },
  });
  await buildWalletExtension({ module: module.out, out: join(folder, 'extension'), phrase });
  await buildDapp();
  dapp = await startDapp({ walletUrl: 'none', l2Url: gate.url });
  stand = await openStand(join(folder, 'extension'), dapp.url);
}, 5 * MINUTE);
afterAll(async () => {
  stand?.stop();
  await dapp?.stop();
  await gate?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Takes the tour in an engine that knows nothing yet, on a chain without blocks. */
async function takeFirstTour(name: EngineName, locale: LanguageName): Promise<Tour> {
  const chain = await startLocalChain({ port });
  let step = 'start';
  const report = (next: string) => {
    step = next;
  };
  try {
    const engine = await openEngine(name);
    stand.setLocale(locale);
    const tour = takeTour(engine, stand.url, locale, report);
    return await limitTime(TOUR_MS, tour, () => 'The tour').finally(engine.close);
  } catch (cause) {
    throw new Error(`${name}, ${locale}, ${step}: ${getMessage(cause)}`, { cause });
  } finally {
    await chain.stop();
  }
}

describe.each(languages)('the module in the vendor’s sandbox, in %s', (locale) => {
  const tours = new Map<EngineName, Tour>();
  it.each(engineNames)(
    'does the main job, signs, and draws every part of its page without an error in %s',
    async (name) => {
      const tour = await takeFirstTour(name, locale);
      tours.set(name, tour);
      expect(tour.faults).toEqual([]);
      for (const step of pathSteps) expect(tour.shown.get(step)).toMatch(/^done: /u);
      expect([...tour.shown.keys()]).toEqual(
        expect.arrayContaining(homePages.map((part) => `part ${part}`)),
      );
    },
    10 * MINUTE,
  );

  it('shows and signs the same in every engine', () => {
    const [first, ...others] = engineNames.map((name) => tours.get(name));
    for (const other of others) {
      expect(other?.replies).toEqual(first?.replies);
      expect(other?.shown).toEqual(first?.shown);
    }
    expect(first?.replies.size).toBeGreaterThan(10);
    expect(first?.shown.size).toBeGreaterThan(50);
  });

  it('names the chain in one way, wherever it stands', async () => {
    const texts = [...(tours.get('Chromium')?.shown.values() ?? [])].join();
    expect(texts).toContain((await mergeTexts(locale))['review.localChain']);
    expect(texts).not.toContain(sepolia.name);
  });
});
