import type { Clients, State } from '../../../module';
import type { ChainId, NamedNetwork } from '../../../schema/primitives';
import type { OwnEndpoint } from '../../../state/settings';
import type { Notice } from '../../../ui/home/view';
import type { Label } from '../../../ui/review/facts';
import { say, type TextName } from '../../../ui/text/words';
import { namedNetwork } from '../../chain/namedNetwork';
import {
  checkInput,
  noAddress,
  onNetwork,
  parseUrl,
  type Setting,
  saved,
  setByNetwork,
} from './setting';

/** The user's own node of a network, instead of the public ones. */
export const nodeSetting: Setting = {
  async facts(module, networks) {
    const hosts = await module.settings.nodes.shown();
    const newerNodes = await Promise.all(networks.map(({ chainId }) => newerNode(module, chainId)));
    const shownFor = (chainId: ChainId): Label | undefined =>
      newerNodes[networks.findIndex((network) => network.chainId === chainId)] ??
      (hosts[chainId]?.join(', ') || module.localChain(chainId));
    return {
      now: setByNetwork(networks, 'home.publicNodes', shownFor),
      networks,
      inputs: [{ field: 'url', label: 'home.nodeUrl' }],
      // A local chain set by the build is not a setting of the user.
      ...(Object.keys(hosts).length > 0 && { remove: 'home.useNone' as const }),
    };
  },
  save: onNetwork(async (module, network, form) => {
    const url = parseUrl(form('url'));
    if (url === undefined) return noAddress();
    const refused = await checkInput(() => module.checkEndpoint(network.chainId, { url }));
    return refused ?? chooseNodes(module, network, [{ url }], 'home.nodeSaved');
  }),
  remove: onNetwork((module, network) => chooseNodes(module, network, undefined, 'home.nodeGone')),
};

/** The node that answered last, if it speaks a newer version of the node API than this module. */
async function newerNode(module: Clients, chainId: ChainId): Promise<Label | undefined> {
  const node = await module.node(chainId);
  const version = node.newerVersion();
  if (version === undefined) return undefined;
  return say('home.nodeNewer', { host: node.source(), version });
}

/** Forgets what other nodes reported about contracts and prices: reviews query the new ones. */
async function chooseNodes(
  module: State & Clients,
  { chainId, name }: NamedNetwork,
  endpoints: OwnEndpoint[] | undefined,
  text: TextName,
): Promise<Notice> {
  await module.settings.nodes.choose(chainId, endpoints);
  await module.contracts.forget(chainId);
  await module.gasPrices.forget(chainId);
  // The name is read again, since it depends on the node.
  return saved(text, { network: (await namedNetwork(module, chainId))?.name ?? name });
}
