import { getErrorKind, type ModuleError } from '@xnet/clients/errors';
import type { Clients, State } from '../../module';
import type { ChainId } from '../../schema/primitives';
import type { Token } from '../../schema/token';
import { formatUnits } from '../../starknet/felt';
import { isFeeToken, knownToken, knownTokens } from '../../starknet/tokens/erc20';
import type { LastBalances } from '../../state/balances';
import type { Balances, Reading, ShownBalance, Worth } from '../../ui/home/balances';
import { say } from '../../ui/text/words';
import { batchTogether } from '../chain/batchTogether';
import { fetchAllBalances } from '../tokens/balances';
import { fetchDollars, worth, worthOfAll } from '../tokens/prices';
import { arrangedTokens, listAskedTokens, MOST_ASKED } from '../tokens/tokens';
import { tokenTable } from '../transactions/tokenTable';
import { nameOfToken } from '../transactions/words/amounts';
import type { Holdings } from './part';

/** How long to wait for balances before they count as unavailable. */
const DEADLINE_MS = 8_000;

/**
 * Balances that a node reported last: the STRK of each account, and what else is not zero. Of a token
 * that it was asked about and did not tell, the amount is missing.
 */
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
    tokens.flatMap(({ address, name, decimals, logo }, place) => {
      const amount = readStored(amounts, address);
      const isUnread = amount === undefined && place < MOST_ASKED;
      if (!amount && !isUnread && !isFeeToken(address)) return [];
      const symbol = nameOfToken(address, table);
      return [
        {
          token: address,
          symbol,
          name,
          isListed: knownToken(address, chainId) !== undefined,
          amount: formatAmount(amount, decimals),
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

/** A balance in units of its token; undefined for one that is not known. */
export function formatAmount(amount: bigint | undefined, decimals: number): string | undefined {
  if (amount === undefined) return undefined;
  return formatUnits(amount, decimals);
}

/** A balance that is stored; undefined for one that was not read. */
function readStored(
  amounts: Readonly<Record<string, string>> | undefined,
  token: string,
): bigint | undefined {
  const amount = amounts?.[token];
  if (amount === undefined) return undefined;
  return BigInt(amount);
}

/**
 * Reads the balances of an account, as a node reported them last; undefined for a token whose balance
 * nobody told.
 * @param holdings what is newer than what is stored
 */
export async function lastAmounts(
  module: State,
  chainId: ChainId,
  account: string,
  holdings: Holdings = new Map(),
): Promise<(token: string) => bigint | undefined> {
  const stored = (await module.balances.last(chainId)).of[account];
  return (token) => holdings.get(token) ?? readStored(stored, token);
}

/**
 * Worth of an account's tokens together, and how many have no price or did not tell their balance;
 * undefined unless the user has turned on a price source and it knows any. One HTTP request per
 * token, and none within minutes.
 * @param holdings what is newer than what is stored
 */
export async function fetchTotal(
  module: State & Clients,
  chainId: ChainId,
  account: string,
  holdings: Holdings = new Map(),
): Promise<Worth | undefined> {
  if ((await module.settings.prices.chosen()) === 'off') return undefined;
  const amountOf = await lastAmounts(module, chainId, account, holdings);
  const tokens = await arrangedTokens(module, chainId);
  const isUnread = ({ address }: Token) => amountOf(address) === undefined;
  const unreadCount = tokens.slice(0, MOST_ASKED).filter(isUnread).length;
  const heldTokens = tokens.filter(({ address }) => (amountOf(address) ?? 0n) > 0n);
  const priced = await Promise.all(
    heldTokens.map(async (token) => ({
      address: token.address,
      decimals: token.decimals,
      amount: amountOf(token.address) ?? 0n,
      usd: await fetchDollars(module, chainId, token),
    })),
  );
  const known = priced.flatMap(({ usd, ...held }) => (usd === undefined ? [] : { ...held, usd }));
  if (known.length === 0) return priced.length > 0 ? 'unanswered' : undefined;
  const of = Object.fromEntries(
    known.map(({ address, amount, decimals, usd }) => [address, worth(amount, decimals, usd)]),
  );
  const usd = Object.fromEntries(known.map(({ address, usd: price }) => [address, price]));
  return { money: worthOfAll(known), without: priced.length - known.length, unreadCount, of, usd };
}

/**
 * Reads and keeps what some accounts of a network have: one HTTP request for a few accounts. Never
 * an error.
 * @param isAllInSight true to forget the others: they are read once they are in sight, so that what
 * is read and kept does not grow with the accounts, and all that is kept is of one time
 * @param neededTokens tokens that are read wherever they are in the list: without their balances,
 * the reading is unavailable
 */
export async function readBalances(
  module: State & Clients,
  chainId: ChainId,
  holders: readonly string[],
  {
    isAllInSight = false,
    neededTokens = [],
  }: { isAllInSight?: boolean; neededTokens?: readonly string[] } = {},
): Promise<Reading> {
  try {
    if (holders.length === 0) return { state: 'known' };
    const before = await module.balances.last(chainId);
    const { of, failures } = await fetchAmounts(module, chainId, holders, before.of, neededTokens);
    const readAt = module.now();
    await module.balances.keep(chainId, (last) =>
      isAllInSight ? { readAt, of } : { ...last, of: { ...last.of, ...of } },
    );
    for (const token of neededTokens) if (failures.has(token)) throw failures.get(token);
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

/** A balance as a node told it; undefined if it did not. A contract that is no token holds nothing. */
export function readBalance(outcome: BalanceOutcome | undefined): string | undefined {
  if (outcome?.ok) return outcome.value.balancePending;
  if (outcome?.error.kind === 'notToken') return '0x0';
  return undefined;
}

type BalanceOutcome = Awaited<ReturnType<typeof fetchAllBalances>>[number];

/** Balances by address, zero included, and the error of each token that did not tell one. */
type Amounts = {
  readonly of: LastBalances['of'];
  readonly failures: ReadonlyMap<string, ModuleError>;
};

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
): Promise<Amounts> {
  const tokens = [...new Set([...(await listAskedTokens(module, chainId)), ...extraTokens])];
  const node = await module.node(chainId);
  const read = await batchTogether(
    node,
    holders.map((holder) => (shared: typeof node) => fetchAllBalances(shared, holder, tokens)),
    { deadlineMs: DEADLINE_MS },
  );
  const failures = new Map<string, ModuleError>();
  const of = holders.map((holder, index) => {
    const amounts = tokens.flatMap((token, at): [string, string][] => {
      const outcome = read[index]?.[at];
      const balance = readBalance(outcome);
      if (balance === undefined && outcome?.ok === false) failures.set(token, outcome.error);
      const amount = balance ?? before[holder]?.[token];
      return amount === undefined ? [] : [[token, amount]];
    });
    return [holder, Object.fromEntries(amounts)];
  });
  const strk = failures.get(knownTokens.STRK.address);
  if (strk) throw strk;
  return { of: Object.fromEntries(of), failures };
}
