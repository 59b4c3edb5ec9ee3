import { getErrorKind } from '@xnet/clients/errors';
import type { Clients, State } from '../../module';
import type { ChainId } from '../../schema/primitives';
import { formatUnits } from '../../starknet/felt';
import { isFeeToken, knownToken } from '../../starknet/tokens/erc20';
import type { LastBalances } from '../../state/balances';
import type { Balances, Reading, ShownBalance, Worth } from '../../ui/home/balances';
import { say } from '../../ui/text/words';
import { batchTogether } from '../chain/batchTogether';
import { fetchAllBalances } from '../tokens/balances';
import { fetchDollars, worth, worthOfAll } from '../tokens/prices';
import { arrangedTokens, listAskedTokens, MOST_ASKED } from '../tokens/tokens';
import { tokenTable } from '../transactions/tokenTable';
import { tokenName } from '../transactions/words/amounts';
import type { Holdings } from './part';

/** How long to wait for balances before they count as unavailable. */
const DEADLINE_MS = 8_000;

/** Balances that a node reported last: the STRK of each account, and what else is not zero. */
export async function shownBalances(
  module: State & Pick<Clients, 'logos'>,
  chainId: ChainId,
  reading: Reading,
  last: Promise<LastBalances> = module.balances.last(chainId),
): Promise<Balances> {
  const [{ readAt, of: read }, tokens, table] = await Promise.all([
    last,
    arrangedTokens(module, chainId),
    tokenTable(module, chainId),
  ]);
  const own = (amounts: Readonly<Record<string, string>>): ShownBalance[] =>
    tokens.flatMap(({ address, name, decimals, logo }) => {
      const amount = BigInt(amounts[address] ?? 0);
      if (amount === 0n && !isFeeToken(address)) return [];
      const symbol = tokenName(address, table, 'calls.tokenUnlisted');
      return [
        {
          token: address,
          symbol,
          name,
          isListed: knownToken(address, chainId) !== undefined,
          amount: formatUnits(amount, decimals),
          ...(logo && { logo }),
        },
      ];
    });
  const of = Object.fromEntries(
    Object.entries(read).map(([address, amounts]) => [address, own(amounts)]),
  );
  const remainder = Math.max(0, tokens.length - MOST_ASKED);
  return module.logos.beside({ ...reading, readAt, remainder, of });
}

/**
 * Reads the balances of an account, as a node reported them last; undefined for a token that nobody
 * asked about.
 * @param holdings what is newer than what is stored
 */
export async function lastAmounts(
  module: State,
  chainId: ChainId,
  account: string,
  holdings?: Holdings,
): Promise<(token: string) => bigint | undefined> {
  const stored = (await module.balances.last(chainId)).of[account];
  const askedTokens = new Set(stored && (await listAskedTokens(module, chainId)));
  return (token) => {
    const amount = stored?.[token];
    if (amount === undefined && !askedTokens.has(token)) return holdings?.get(token);
    return holdings?.get(token) ?? BigInt(amount ?? 0);
  };
}

/**
 * Worth of an account's tokens together, and how many have no price; undefined unless the
 * user has turned on a price source and it knows any. One HTTP request per token, and none within
 * minutes.
 * @param holdings what is newer than what is stored
 */
export async function fetchTotal(
  module: State & Clients,
  chainId: ChainId,
  account: string,
  holdings: Holdings = new Map(),
): Promise<Worth | undefined> {
  if ((await module.settings.prices.chosen()) === 'off') return undefined;
  const stored = (await module.balances.last(chainId)).of[account] ?? {};
  const amountOf = (token: string) => holdings.get(token) ?? BigInt(stored[token] ?? 0);
  const tokens = (await arrangedTokens(module, chainId)).filter(
    ({ address }) => amountOf(address) > 0n,
  );
  const priced = await Promise.all(
    tokens.map(async (token) => ({
      address: token.address,
      decimals: token.decimals,
      amount: amountOf(token.address),
      usd: await fetchDollars(module, chainId, token),
    })),
  );
  const known = priced.flatMap(({ usd, ...held }) => (usd === undefined ? [] : { ...held, usd }));
  if (known.length === 0) return priced.length > 0 ? 'unanswered' : undefined;
  const of = Object.fromEntries(
    known.map(({ address, amount, decimals, usd }) => [address, worth(amount, decimals, usd)]),
  );
  const usd = Object.fromEntries(known.map(({ address, usd: price }) => [address, price]));
  return { money: worthOfAll(known), without: priced.length - known.length, of, usd };
}

/**
 * Reads and keeps what some accounts of a network have: one HTTP request for a few accounts. Never
 * an error.
 * @param isAllInSight true to forget the others: they are read once they are in sight, so that what
 * is read and kept does not grow with the accounts, and all that is kept is of one time
 * @param extraTokens tokens that are read wherever they are in the list
 */
export async function readBalances(
  module: State & Clients,
  chainId: ChainId,
  holders: readonly string[],
  {
    isAllInSight = false,
    extraTokens = [],
  }: { isAllInSight?: boolean; extraTokens?: readonly string[] } = {},
): Promise<Reading> {
  try {
    if (holders.length === 0) return { state: 'known' };
    const before = await module.balances.last(chainId);
    const of = await fetchAmounts(module, chainId, holders, before.of, extraTokens);
    const readAt = module.now();
    await module.balances.keep(chainId, (last) =>
      isAllInSight ? { readAt, of } : { ...last, of: { ...last.of, ...of } },
    );
    return { state: 'known' };
  } catch (error) {
    // Other errors come from the wallet, for example if it cannot decrypt the user's own node.
    return {
      state: 'unavailable',
      triedAt: module.now(),
      why: say(`errors.${getErrorKind(error)}`),
    };
  }
}

/**
 * Reads what addresses have. A token that does not answer keeps what it said before.
 * @throws the node's error if it does not tell what STRK they have
 */
export async function fetchAmounts(
  module: State & Clients,
  chainId: ChainId,
  holders: readonly string[],
  before: LastBalances['of'],
  extraTokens: readonly string[] = [],
): Promise<LastBalances['of']> {
  const askedTokens = await listAskedTokens(module, chainId);
  const tokens = [...new Set([...askedTokens, ...extraTokens])];
  // Nothing of a token that is always asked about is zero; of another, not known.
  const isStored = (token: string, amount: string) =>
    amount !== '0x0' || !askedTokens.includes(token);
  const node = await module.node(chainId);
  const read = await batchTogether(
    node,
    holders.map((holder) => (shared: typeof node) => fetchAllBalances(shared, holder, tokens)),
    { deadlineMs: DEADLINE_MS },
  );
  return Object.fromEntries(
    holders.map((holder, index) => {
      const outcomes = read[index] ?? [];
      const strk = outcomes[tokens.findIndex(isFeeToken)];
      if (!strk?.ok) throw strk?.error;
      const amounts = tokens.flatMap((token, at): [string, string][] => {
        const outcome = outcomes[at];
        const amount = outcome?.ok ? outcome.value.balancePending : before[holder]?.[token];
        return amount !== undefined && isStored(token, amount) ? [[token, amount]] : [];
      });
      return [holder, Object.fromEntries(amounts)];
    }),
  );
}
