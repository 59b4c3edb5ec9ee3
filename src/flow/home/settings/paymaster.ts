import { fail } from '@xnet/clients/errors';
import type { Module } from '../../../module';
import { paymaster_getSupportedTokens } from '../../../remote/paymaster/paymaster_getSupportedTokens';
import { paymaster_isAvailable } from '../../../remote/paymaster/paymaster_isAvailable';
import type { Notice } from '../../../ui/home/notice';
import { say } from '../../../ui/text/words';
import { namedNetwork } from '../../chain/namedNetwork';
import { failureWords, isKey, notTaken, parseUrl, saved } from './notice';

/** How long a person waits for a paymaster to be checked. */
const CHECK_MS = 10_000;

/** Uses a paymaster for a network, if it answers; the key may be left empty. */
export async function usePaymaster(
  module: Module,
  chainId: string,
  typedUrl: string,
  typedKey: string,
): Promise<Notice> {
  const network = await namedNetwork(module, chainId);
  const url = parseUrl(typedUrl);
  const key = typedKey.trim();
  if (!network || !url) return notTaken('fees.noAddressTitle', say('home.addressRule'));
  if (key !== '' && !isKey(key)) return notTaken('home.noKey', say('fees.noKey'));
  const choice = { url, ...(key !== '' && { key }) };
  try {
    const paymaster = await module.paymaster(network.chainId, choice);
    const within = { deadlineMs: CHECK_MS };
    if (!(await paymaster?.ask(paymaster_isAvailable({}), within)))
      fail('paymasterFault', 'It says that it is not available.');
    await paymaster?.ask(paymaster_getSupportedTokens({}), within);
  } catch (error) {
    return notTaken('fees.notTakenTitle', failureWords(error));
  }
  await module.paymasters.choose(network.chainId, choice);
  return saved('fees.paymasterSaved', {
    network: network.name,
    host: new URL(url).host,
  });
}

export async function useNoPaymaster(module: Module, chainId: string): Promise<Notice | undefined> {
  const network = await namedNetwork(module, chainId);
  if (!network) return undefined;
  await module.paymasters.choose(network.chainId, undefined);
  return saved('fees.paymasterGone', {
    network: network.name,
  });
}
