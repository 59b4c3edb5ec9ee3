import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Filled, filledState } from '../../test/wallet/filledState';
import { buildBare } from './bareWallet';
import { median, type Quartiles, quartiles } from './median';
import { countCalls, type RealWallet, startRealWallet, type WalletCounts } from './realWallet';

type Openings = { bareMs: number; moduleMs: number; addedMs: Quartiles };
export type PageTimes = Filled & {
  /** While the module runs, and when opening the page starts it. */
  warm: Openings;
  first: Openings;
  /** Calls of the wallet in one opening. */
  counts: { warm: WalletCounts; first: WalletCounts };
};

/** Opens the page of a bare module and ours in turns, on the vendor's controllers. */
export async function measurePage(
  { module, data }: { module: string; data: string },
  { pairs, ...filled }: Filled & { pairs: number },
): Promise<PageTimes> {
  const folders = { own: join(data, 'own'), bare: join(data, 'bare') };
  await mkdir(data, { recursive: true });
  // Installs the module; its state is put in place while the wallet is closed.
  await (await startRealWallet(module, folders.own)).stop();
  const { plain } = await filledState(filled);
  await writeFile(join(folders.own, 'state.json'), JSON.stringify(plain));
  const bareModule = await buildBare(folders.bare);
  const bare = await startRealWallet(bareModule, join(folders.bare, 'data'));
  const ownWallet = await startRealWallet(module, folders.own);
  try {
    const openings = { first: [] as number[][], warm: [] as number[][] };
    const counts: Partial<PageTimes['counts']> = {};
    const open = async (wallet: RealWallet, phase: keyof typeof openings) => {
      if (phase === 'first') {
        // Work that the last opening left behind ends before the module does.
        await wallet.measure('quiet');
        await wallet.measure('stop');
      }
      const { ms, calls } = await wallet.measure('home');
      if (wallet === ownWallet) counts[phase] = countCalls(calls);
      return ms;
    };
    // Warms up: the first openings load what later ones find loaded.
    for (const wallet of [bare, ownWallet]) await open(wallet, 'first');
    for (const phase of ['first', 'warm'] as const)
      for (let pair = 0; pair < pairs; pair += 1) {
        const isTurned = pair % 2 === 1;
        const elapsedMs: number[] = [];
        for (const wallet of isTurned ? [ownWallet, bare] : [bare, ownWallet])
          elapsedMs.push(await open(wallet, phase));
        openings[phase].push(isTurned ? elapsedMs.reverse() : elapsedMs);
      }
    const openingsOf = (phase: keyof typeof openings): Openings => ({
      bareMs: median(openings[phase].map(([ms = Number.NaN]) => ms)),
      moduleMs: median(openings[phase].map(([, ms = Number.NaN]) => ms)),
      addedMs: quartiles(
        openings[phase].map(([startMs = Number.NaN, endMs = Number.NaN]) => endMs - startMs),
      ),
    });
    const { warm, first } = counts;
    if (!warm || !first) throw new Error('Nothing was counted.');
    return {
      ...filled,
      warm: openingsOf('warm'),
      first: openingsOf('first'),
      counts: { warm, first },
    };
  } finally {
    await ownWallet.stop();
    await bare.stop();
  }
}
