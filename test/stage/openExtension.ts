import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDapp } from '../../scripts/start/dapp';
import { buildWalletExtension } from '../../scripts/start/wallet';
import { type Extension, launchExtension } from './launchExtension';
import type { JobStage } from './mainJob';
import type { Stage } from './stage';

/** Builds the wallet as an extension, and starts a browser with it; both are gone at its end. */
export async function startExtension(
  choices: Omit<Parameters<typeof buildWalletExtension>[0], 'out'>,
): Promise<Extension> {
  const folder = await mkdtemp(join(tmpdir(), 'xnet-extension-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const out = join(folder, 'extension');
    await buildWalletExtension({ ...choices, out });
    const extension = await launchExtension(out, join(folder, 'profile'));
    const close = async () => {
      await extension.close();
      await remove();
    };
    return { ...extension, close };
  } catch (error) {
    await remove();
    throw error;
  }
}

export type OpenedExtension = JobStage & { extension: Extension; stop: () => Promise<void> };

/** Starts the wallet as an extension, with the module and on the chain of a stage. */
export const openExtension = async (
  { module, chain, gate, wallet }: Stage,
  phrase: string,
): Promise<OpenedExtension> => {
  const extension = await startExtension({ module, phrase, allowMainnet: true });
  const dapp = await startDapp({ walletUrl: 'none', l2Url: chain.url });
  const stop = async () => {
    await extension.close();
    await dapp.stop();
  };
  const dappPage = await extension.context.newPage();
  await dappPage.goto(dapp.url);
  const walletPage = await extension.openWalletPage();
  return { chain, gate, wallet, extension, dappPage, walletPage, stop };
};
