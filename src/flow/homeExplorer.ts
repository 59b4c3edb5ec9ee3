import { ModuleError } from '../errors';
import type { Module } from '../module';
import { explorerNames, explorerTitles } from '../schema/explorer';
import { networkOf, networks } from '../schema/network';
import { knownTokens } from '../starknet/erc20';
import type { ExplorerFacts } from '../ui/homeExplorer';
import type { Notice } from '../ui/notice';

/** How long a person waits for a key to be checked. */
const CHECK_MS = 10_000;
/** Keys travel in a header; shorter ones could not be told from words that hide nothing. */
const KEY = /^[\x21-\x7e]{8,512}$/u;
/** Which explorer each network uses; never a key. */
export async function explorerFacts(module: Module): Promise<ExplorerFacts> {
  const chosen = await module.settings.explorerNames();
  return networks.map((network) => {
    const name = chosen[network.chainId];
    return { network, explorer: name ? explorerTitles[name] : null };
  });
}

/** Uses the user's own key of an explorer for a network, if the explorer takes it. */
export async function useExplorer(
  module: Module,
  chainId: string,
  explorer: string,
  typedKey: string,
): Promise<Notice> {
  const network = networkOf(chainId);
  const name = explorerNames.find((known) => known === explorer);
  const key = typedKey.trim();
  if (!network || !name || !KEY.test(key))
    return {
      severity: 'danger',
      title: 'That is not an explorer’s key',
      text: 'Copy the key as the explorer shows it: 8 characters or more, without spaces.',
    };
  const choice = { name, key };
  try {
    const client = await module.explorer(network.chainId, choice);
    // Any address will do; the user's own is one that the explorer will be asked for anyway.
    const [account] = await module.accounts.list(network.chainId);
    const address = account?.address ?? knownTokens.STRK.address;
    await client?.page({ address, size: 10, deadlineMs: CHECK_MS });
  } catch (error) {
    const why = error instanceof ModuleError ? error.message : 'It could not be checked.';
    return { severity: 'danger', title: 'That key was not taken', text: why };
  }
  await module.settings.chooseExplorer(network.chainId, choice);
  const text = `${network.name} lists what ${explorerTitles[name]} tells. It learns your addresses.`;
  return { severity: 'info', title: 'Saved', text };
}

export async function useNoExplorer(module: Module, chainId: string): Promise<Notice | undefined> {
  const network = networkOf(chainId);
  if (!network) return undefined;
  await module.settings.chooseExplorer(network.chainId, undefined);
  const text = `${network.name} lists transfers that its nodes tell of.`;
  return { severity: 'info', title: 'Saved, and the key deleted', text };
}
