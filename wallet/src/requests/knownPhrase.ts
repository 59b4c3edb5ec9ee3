import { networkDefinitions } from '../../../src/networks/networks';
import { mainnetType } from '../controllers/approvals';
import type { Controllers } from '../controllers/controllers';
import type { DappError } from '../protocol/dappErrors';
import { moduleMethod, moduleRequest } from '../protocol/names';
import { knownPhrases, normalizePhrase } from '../protocol/phrases';
import { readFields } from '../record';

export const isKnownPhrase = (phrase: string): boolean =>
  knownPhrases.some((knownPhrase) => knownPhrase === normalizePhrase(phrase));

/**
 * The chain id of a request to the module as the module writes it, from each form that it accepts:
 * hex or a name, also in CAIP-2 (`starknet:SN_MAIN`). Null if the request has none.
 */
export function requestedChainId(params: unknown): string | null {
  const { params: requestParams } = moduleRequest(params);
  const { chainId } = readFields(requestParams);
  if (typeof chainId !== 'string') return null;
  const value = chainId.replace(/^starknet:/u, '');
  if (/^0x[0-9a-f]+$/iu.test(value)) return `0x${BigInt(value).toString(16)}`;
  const bytes = new TextEncoder().encode(value.toUpperCase());
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Networks on which money is real. */
const realNetworks = new Set<string | null>(
  Object.values(networkDefinitions)
    .filter(({ isTest }) => !isTest)
    .map(({ id }) => id),
);

/**
 * True if a request to the module concerns a network on which money is real. The wallet refuses it
 * for a public phrase, which it knows; the module treats all phrases alike.
 */
export const concernsRealMoney = (params: unknown): boolean =>
  realNetworks.has(requestedChainId(params));

/** When a site wants to switch, the user learns why not before the site gets its error. */
export async function tellRefusal(
  { approvals }: Controllers,
  origin: string,
  params: unknown,
): Promise<void> {
  if (moduleMethod(params) !== 'switchNetwork') return;
  // One open at a time per site: a second request is answered at once.
  if (approvals.hasRequest({ origin, type: mainnetType })) return;
  await approvals.add({ origin, type: mainnetType });
}

/** 4902 is the code for a network that cannot be switched to (EIP-3326). */
export const mainnetRefused: DappError = {
  code: 4902,
  message:
    'This wallet refuses Mainnet: its recovery phrase is one that everybody knows, so whatever is sent to its accounts can be taken by anyone.',
  data: {
    hint: 'Start the wallet with a phrase of your own (--phrase), or with --allow-mainnet.',
  },
};
