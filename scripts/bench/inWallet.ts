import { join } from 'node:path';
import { shortMessage } from '../../test/messages/shortMessage';
import { openBare } from './bareWallet';
import { median } from './median';
import { openSaved } from './walletCalls';

/** Medians in milliseconds, on the controllers of the vendor. */
export type InWallet = {
  signMessage: { ours: number; bare: number; bareUnasked: number };
  /** The module's page, drawn with so many records in state. */
  page: { records: number; ms: number };
};

const RECORDS = 10_000;

/** What no node has a part in: signing a message, warm, and opening the module's page. */
export async function measureInWallet(
  chainUrl: string,
  { module, data, rounds }: { module: string; data: string; rounds: number },
): Promise<InWallet> {
  const addressIndex = 21;
  const own = { module, data: join(data, 'messages'), records: RECORDS, addressIndex };
  const { wallet, address } = await openSaved(chainUrl, own);
  const bareWallet = await openBare(join(data, 'bare-messages'));
  const typedDataMessage = shortMessage({ text: 'Hello' });
  const bare = { address, addressIndex, typedData: typedDataMessage };
  const ways = {
    ours: () => wallet.measure('xnet_signMessage', { address, typedDataMessage }),
    bare: () => bareWallet.measure('sign', { ...bare, asks: true }),
    bareUnasked: () => bareWallet.measure('sign', { ...bare, asks: false }),
    page: () => wallet.measure('home'),
  };
  const times = { ours: [], bare: [], bareUnasked: [], page: [] } as Record<
    keyof typeof ways,
    number[]
  >;
  try {
    // The first round warms up, and is not counted.
    for (let round = 0; round <= rounds; round += 1)
      for (const [name, ask] of Object.entries(ways) as [keyof typeof ways, typeof ways.ours][]) {
        const { ms } = await ask();
        if (round > 0) times[name].push(ms);
      }
  } finally {
    await wallet.stop();
    await bareWallet.stop();
  }
  const { page, ...signing } = times;
  return {
    signMessage: {
      ours: median(signing.ours),
      bare: median(signing.bare),
      bareUnasked: median(signing.bareUnasked),
    },
    page: { records: RECORDS, ms: median(page) },
  };
}
