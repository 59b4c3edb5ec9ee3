import { baseFeeHistory } from '@xnet/clients/gas/baseFeeHistory';
import { gather } from '@xnet/clients/ipfs/ipfsApi';
import type { Module } from '../../../module';
import type { ChainId } from '../../../schema/primitives';
import type { ServiceChoice } from '../../../state/services';
import type { Notice } from '../../../ui/home/notice';
import { say } from '../../../ui/text/words';
import { namedNetwork } from '../../chain/namedNetwork';
import { ETHEREUM_CHAIN } from '../../l1/baseFee';
import { provenBlock } from '../../l1/settlement';
import { failureWords, isKey, notTaken, parseUrl, saved } from './notice';

const MAX_VERSION_BYTES = 4_096;

/** What a form of a service holds; keys may be empty. */
export type TypedService = { url: string; key: string; secret: string };

function readService({ url: typed, key, secret }: TypedService): ServiceChoice | Notice {
  const url = parseUrl(typed);
  if (url === undefined) return notTaken('home.noAddress', say('home.addressRule'));
  const [ownKey, ownSecret] = [key.trim(), secret.trim()];
  if ([ownKey, ownSecret].some((each) => each !== '' && !isKey(each)))
    return notTaken('home.noKey', say('home.keyRule'));
  if (ownKey === '' && ownSecret !== '') return notTaken('home.noKey', say('home.keyRule'));
  return {
    url,
    ...(ownKey !== '' && { key: ownKey }),
    ...(ownSecret !== '' && { secret: ownSecret }),
  };
}

/** Uses an Ethereum node to see what is proven there, if it can prove it. */
export async function useEthereum(
  module: Module,
  chainId: string,
  typedUrl: string,
): Promise<Notice> {
  const network = await namedNetwork(module, chainId);
  const choice = readService({ url: typedUrl, key: '', secret: '' });
  if ('severity' in choice) return choice;
  if (!network) return notTaken('home.noAddress', say('home.addressRule'));
  try {
    const node = await module.ethereum(network.chainId, choice);
    const block = node && (await provenBlock(node, network.chainId));
    await module.services.choose(`ethereum.${network.chainId}`, choice);
    if (block !== undefined) await module.proven.seen(network.chainId, Number(block));
  } catch (error) {
    return notTaken('home.notTaken', failureWords(error));
  }
  return saved('home.ethereumSaved', {
    network: network.name,
  });
}

export async function useNoEthereum(module: Module, chainId: string): Promise<Notice | undefined> {
  const network = await namedNetwork(module, chainId);
  if (!network) return undefined;
  await module.services.choose(`ethereum.${network.chainId}`, undefined);
  await module.proven.forget(network.chainId);
  return saved('home.ethereumGone', {
    network: network.name,
  });
}

export async function useGas(module: Module, typed: TypedService): Promise<Notice> {
  const choice = readService(typed);
  if ('severity' in choice) return choice;
  if (choice.key === undefined) return notTaken('home.noKey', say('home.keyRule'));
  try {
    const gas = await module.gas(choice);
    await gas?.read(ETHEREUM_CHAIN, baseFeeHistory);
  } catch (error) {
    return notTaken('home.notTaken', failureWords(error));
  }
  await module.services.choose('gas', choice);
  return saved('home.gasSaved', { host: new URL(choice.url).host });
}

export async function useIpfs(module: Module, typed: TypedService): Promise<Notice> {
  const choice = readService(typed);
  if ('severity' in choice) return choice;
  try {
    const ipfs = await module.ipfs(choice);
    if (ipfs) await gather(ipfs.call('version', [], MAX_VERSION_BYTES));
  } catch (error) {
    return notTaken('home.notTaken', failureWords(error));
  }
  await module.services.choose('ipfs', choice);
  return saved('home.ipfsSaved', { host: new URL(choice.url).host });
}

export async function useNoService(module: Module, name: 'gas' | 'ipfs'): Promise<Notice> {
  await module.services.choose(name, undefined);
  return saved('home.serviceGone');
}

/** Looks on Ethereum at what is proven, where the user has set a node; never an error. */
export async function lookAtProven(module: Module, chainId: ChainId): Promise<void> {
  try {
    const node = await module.ethereum(chainId);
    if (node) await module.proven.seen(chainId, Number(await provenBlock(node, chainId)));
  } catch {
    // What was seen before stays true; the next look may do better.
  }
}
