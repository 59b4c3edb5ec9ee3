import { ModuleError } from '../errors';
import type { Module } from '../module';
import { type Network, networkOf, networks } from '../schema/network';
import { speaking } from '../starknet/accountClasses';
import type { HomeFacts } from '../ui/home';
import type { Notice } from '../ui/notice';
import { explorerFacts } from './homeExplorer';
import { siteFacts } from './homeSites';

const RECENT = 5;

/** What the module's own page shows. Reads state, never a node. */
export async function homeFacts(module: Module, notice?: Notice): Promise<HomeFacts> {
  const chainId = await module.networks.current();
  const accounts = await module.accounts.list(chainId);
  const histories = await Promise.all(
    accounts.map(({ address }) => module.transactions.recent(chainId, address)),
  );
  const recent = histories
    .flat()
    .sort((a, b) => b.timestamp - a.timestamp)
    .slice(0, RECENT);
  const hosts = await module.settings.endpointHosts();
  return {
    network: networkOf(chainId)?.name ?? chainId,
    accounts: accounts.map(({ name, address, accountClass, deployment, hidden }) => ({
      name,
      address,
      kind: speaking(accountClass).label,
      state: `${deployment === 'deployed' ? 'deployed' : 'not deployed'}${hidden ? ', hidden' : ''}`,
    })),
    recent: recent.map(({ txnType, contractFuncName, status, failureReason }) => ({
      what: { deploy: 'Deploy account', declare: 'Declare class', invoke: contractFuncName }[
        txnType
      ],
      status,
      reason: failureReason,
    })),
    sites: await siteFacts(module),
    explorers: await explorerFacts(module),
    nodes: networks.map((network) => ({ network, hosts: hosts[network.chainId] ?? [] })),
    ...(notice && { notice }),
  };
}

/** Uses the user's own node for a network, if it answers and serves that network. */
export async function useOwnNode(module: Module, chainId: string, url: string): Promise<Notice> {
  const network = networkOf(chainId);
  const endpoint = readEndpoint(url);
  if (!network || !endpoint)
    return {
      severity: 'danger',
      title: 'That is not an address of a node',
      text: 'It starts with https:// (or http:// on this computer).',
    };
  try {
    await module.checkEndpoint(network.chainId, endpoint);
  } catch (error) {
    const why = error instanceof ModuleError ? error.message : 'It could not be checked.';
    return { severity: 'danger', title: 'That node was not taken', text: why };
  }
  await module.settings.chooseEndpoints(network.chainId, [endpoint]);
  return { severity: 'info', title: 'Saved', text: `${network.name} is read from your node now.` };
}

export async function usePublicNodes(
  module: Module,
  chainId: string,
): Promise<Notice | undefined> {
  const network: Network | undefined = networkOf(chainId);
  if (!network) return undefined;
  await module.settings.chooseEndpoints(network.chainId, []);
  return { severity: 'info', title: 'Saved', text: `${network.name} is read from public nodes.` };
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

function readEndpoint(text: string): { url: string } | undefined {
  try {
    const url = new URL(text.trim());
    const safe =
      url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname));
    return safe ? { url: url.href } : undefined;
  } catch {
    return undefined;
  }
}
