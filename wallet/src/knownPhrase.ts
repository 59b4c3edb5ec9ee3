import type { Controllers } from './controllers';
import type { DappError } from './dappErrors';
import { moduleMethod, moduleRequest } from './names';
import { isRecord } from './record';

/** Phrases that developer tools are shipped with; whoever reads this can sign with their keys. */
const knownPhrases: readonly string[] = [
  'test test test test test test test test test test test junk',
  'test test test test test test test test test test test ball',
  'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
];

export const isKnownPhrase = (phrase: string): boolean =>
  knownPhrases.includes(phrase.trim().toLowerCase().split(/\s+/u).join(' '));

const mainnet = 0x534e5f4d41494en;

/** Whether a request for the module is about Mainnet, in any way in which it reads a chain id. */
export function namesMainnet(params: unknown): boolean {
  const { params: asked } = moduleRequest(params);
  const { chainId } = isRecord(asked) ? asked : {};
  if (typeof chainId !== 'string') return false;
  if (chainId.toUpperCase() === 'SN_MAIN') return true;
  return /^0x[0-9a-f]+$/iu.test(chainId) && BigInt(chainId) === mainnet;
}

/** Of the approval that tells the user; it has nothing to agree to. */
export const mainnetType = 'mainnetRefused';

/** Where a site wants to switch, the user reads why not before the site is told. */
export async function tellRefusal(
  { approvals }: Controllers,
  origin: string,
  params: unknown,
): Promise<void> {
  if (moduleMethod(params) !== 'switchNetwork') return;
  // One at a time for each site: a second is answered at once.
  if (approvals.has({ origin, type: mainnetType })) return;
  await approvals.add({ origin, type: mainnetType });
}

/** The code is that of a network that cannot be switched to (EIP-3326). */
export const mainnetRefused: DappError = {
  code: 4902,
  message:
    'This wallet refuses Mainnet: its recovery phrase is one that everybody knows, so whatever is sent to its accounts can be taken by anyone.',
  data: {
    hint: 'Start the wallet with a phrase of your own (--phrase), or with --allow-mainnet.',
  },
};
