import { getEndpoint, networkName } from '../chain/networks';
import type { LocalChain } from '../config';
import type { RememberedAccount } from '../memory';
import type { Network, Session } from '../sessionState';
import { type Label, say } from '../texts';
import { developerWallet } from '../wallet/developerWallet';
import { textError } from '../wallet/failure';
import { type Facts, textFact } from './facts';

/** The place where the path is walked: the account, its network, and the local chain that may stand in for it. */
export function createPlace(session: { get(): Session }, localChain: LocalChain | null) {
  function readPlace(): { account: RememberedAccount; chainId: Network['chainId'] } {
    const { account, network } = session.get();
    if (!account || !network) throw textError(say('failures.createAccount'));
    return { account, chainId: network.chainId };
  }

  /** The local chain, if the module reads it, in whatever wallet; or if none is connected yet. */
  const ownChain = (): LocalChain | null => {
    const { wallet, network, readsLocalChain } = session.get();
    const isUnknown = wallet === null || (network === null && wallet.rdns === developerWallet);
    if (isUnknown || readsLocalChain) return localChain;
    return null;
  };

  /** The local chain, if it stands in for the account's network. */
  function faucet(): LocalChain | null {
    const { network } = session.get();
    if (network === null || network.chainId === localChain?.chainId) return ownChain();
    return null;
  }

  /** Display name of the current network. */
  const nameOf = (chainId: string): Label => networkName(chainId, ownChain());

  const connectFacts = (): Facts => {
    const { wallet, module, network } = session.get();
    const chain = faucet();
    return [
      textFact('wallet', wallet?.name ?? ''),
      textFact('module', [module?.id, module?.version].filter(Boolean).join(' ')),
      textFact('network', network ? nameOf(network.chainId) : ''),
      ...(chain ? [textFact('node', getEndpoint(chain))] : []),
    ];
  };

  return { known: readPlace, ownChain, faucet, nameOf, connectFacts };
}

export type Place = ReturnType<typeof createPlace>;
