import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDapp } from '../../scripts/start/dapp';
import { buildWalletExtension } from '../../scripts/start/wallet';
import { launchExtension } from './launchExtension';
import type { JobStage } from './mainJob';
import type { Stage } from './stage';

/** Starts the wallet as an extension, with the module and on the chain of a stage. */
export const openExtension = async (
  { module, chain, gate, wallet }: Stage,
  phrase: string,
): Promise<JobStage & { stop: () => Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), 'xnet-extension-'));
  const out = join(folder, 'extension');
  await buildWalletExtension({ module, out, phrase, allowMainnet: true });
  const [dapp, extension] = await Promise.all([
    startDapp({ walletUrl: 'none', l2Url: chain.url }),
    launchExtension(out, join(folder, 'profile')),
  ]);
  const stop = async () => {
    await extension.close();
    await dapp.stop();
    await rm(folder, { recursive: true, force: true });
  };
  const dappPage = await extension.context.newPage();
  await dappPage.goto(dapp.url);
  const walletPage = await extension.openWalletPage();
  return { chain, gate, wallet, dappPage, walletPage, stop };
};
