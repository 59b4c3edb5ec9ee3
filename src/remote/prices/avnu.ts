import { array, type Infer, nullable, number, optional, type } from '@metamask/superstruct';
import { parse } from '@xnet/clients/schema/field';
import type { Http } from '@xnet/clients/transport/http';
import { type ChainId, ContractAddress, chainIds } from '../../schema/primitives';

/** AVNU Impulse, a keyless service; it learns the tokens that are asked for. */
const avnuUrls: Readonly<Record<ChainId, string>> = {
  [chainIds.mainnet]: 'https://starknet.impulse.avnu.fi',
  [chainIds.sepolia]: 'https://sepolia.impulse.avnu.fi',
};

const Market = optional(nullable(type({ usd: nullable(number()) })));
const PriceEntry = type({ address: ContractAddress, globalMarket: Market, starknetMarket: Market });

/** Nobody waits longer for a number that may as well be missing. */
const PRICES_DEADLINE_MS = 1_500;
const PRICES_REPLY_BYTES = 64 * 2 ** 10;
/** Two markets that differ by more than this factor tell no price. */
const FARTHEST_APART = 2;
/** US dollars for one whole token; a price outside of these is none. */
const LOWEST_PRICE = 1e-9;
const HIGHEST_PRICE = 1e7;

/**
 * The price of one whole token in US dollars; undefined where it is not known or cannot be one.
 * One HTTP request, made once.
 * @param url in place of the public address
 * @throws what `Http.post` throws, and nodeFault for an answer of another shape
 */
export async function priceInDollars(
  http: Http,
  { chainId, token, url = avnuUrls[chainId] }: { chainId: ChainId; token: string; url?: string },
): Promise<number | undefined> {
  const answer = await http.post(
    { url: `${url}/v3/tokens/prices` },
    JSON.stringify({ tokens: [token] }),
    { deadlineMs: PRICES_DEADLINE_MS, idempotent: false, maxBytes: PRICES_REPLY_BYTES },
  );
  const entries = parse(answer, array(PriceEntry), 'nodeFault');
  const found = entries.find(({ address }) => BigInt(address) === BigInt(token));
  return found && agreed(found);
}

function agreed({ globalMarket, starknetMarket }: Infer<typeof PriceEntry>): number | undefined {
  const told = [globalMarket?.usd, starknetMarket?.usd].filter((usd) => usd != null);
  const [first] = told;
  const isPrice = (usd: number) =>
    Number.isFinite(usd) && usd >= LOWEST_PRICE && usd <= HIGHEST_PRICE;
  if (first === undefined || !told.every(isPrice)) return undefined;
  return Math.max(...told) <= FARTHEST_APART * Math.min(...told) ? first : undefined;
}
