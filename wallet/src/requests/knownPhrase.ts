import { mainnetType } from '../controllers/approvals';
import type { Controllers } from '../controllers/controllers';
import type { DappError } from '../protocol/dappErrors';
import { moduleMethod, moduleRequest } from '../protocol/names';
import { knownPhrases, normalizePhrase } from '../protocol/phrases';
import { isRecord } from '../record';

export const isKnownPhrase = (phrase: string): boolean =>
  knownPhrases.some((known) => known === normalizePhrase(phrase));

const mainnet = 0x534e5f4d41494en;

/** True if a request to the module concerns Mainnet, in any form in which it accepts a chain id. */
export function namesMainnet(params: unknown): boolean {
  const { params: asked } = moduleRequest(params);
  const { chainId } = isRecord(asked) ? asked : {};
  if (typeof chainId !== 'string') return false;
  if (chainId.toUpperCase() === 'SN_MAIN') return true;
  return /^0x[0-9a-f]+$/iu.test(chainId) && BigInt(chainId) === mainnet;
}

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
