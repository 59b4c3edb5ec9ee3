import type { Module } from '../../../module';
import { explorerNames, explorerTitles } from '../../../schema/explorer';
import { knownTokens } from '../../../starknet/tokens/erc20';
import type { Notice } from '../../../ui/home/notice';
import { say } from '../../../ui/text/words';
import { namedNetwork } from '../../chain/namedNetwork';
import { failureWords, isKey, notTaken, saved } from './notice';

/** How long a person waits for a key to be checked. */
const EXPLORER_CHECK_MS = 10_000;

/** Uses the user's own key of an explorer for a network, if the explorer takes it. */
export async function useExplorer(
  module: Module,
  chainId: string,
  explorer: string,
  typedKey: string,
): Promise<Notice> {
  const network = await namedNetwork(module, chainId);
  const name = explorerNames.find((known) => known === explorer);
  const key = typedKey.trim();
  if (!network || !name || !isKey(key)) return notTaken('home.noExplorerKey', say('home.keyRule'));
  const choice = { name, key };
  try {
    const client = await module.explorer(network.chainId, choice);
    // Any address will do; the user's own is one that the explorer will be asked for anyway.
    const [account] = await module.accounts.list(network.chainId);
    const address = account?.address ?? knownTokens.STRK.address;
    await client?.page({ address, size: 10, deadlineMs: EXPLORER_CHECK_MS });
  } catch (error) {
    return notTaken('home.keyNotTaken', failureWords(error));
  }
  await module.settings.chooseExplorer(network.chainId, choice);
  return saved('home.explorerSaved', {
    network: network.name,
    explorer: explorerTitles[name],
  });
}

export async function useNoExplorer(module: Module, chainId: string): Promise<Notice | undefined> {
  const network = await namedNetwork(module, chainId);
  if (!network) return undefined;
  await module.settings.chooseExplorer(network.chainId, undefined);
  return saved('home.explorerGone', {
    network: network.name,
  });
}
