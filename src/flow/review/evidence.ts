import type { State } from '../../module';
import type { StarknetNode } from '../../remote/starknet/node';
import type { StoredAccount } from '../../schema/account';
import { type ChainId, lower, type RequestContext, unixSeconds } from '../../schema/primitives';
import { toAddress } from '../../starknet/felt';
import type { Meaning, TokenFacts } from '../../starknet/meaning/meaning';
import { isFeeToken, knownToken } from '../../starknet/tokens/erc20';
import { loadAddressBook } from '../addresses/addressBook';
import type { PendingTransaction } from '../transactions/pending';
import { fetchPendingMessages } from '../transactions/pendingMessages';
import type { ContractFacts, Evidence, ReadCall } from '../transactions/review';
import { createPreview, type Execution, listChanges, type Preview } from '../transactions/simulate';
import { listedTokens, withLimits } from '../transactions/tokenTable';
import { type FactCache, fetchFacts, keepFacts } from './contracts';
import { withOrders } from './ordered';

type About = {
  readonly context: RequestContext;
  readonly account: StoredAccount;
  /** FRI; null if not read. */
  readonly nextNonce: bigint | null;
  readonly strkBalance: bigint | null;
  readonly execution: Execution;
  readonly earlier?: readonly PendingTransaction[];
};

/**
 * Combines what was read about calls with the result of their simulation. One HTTP request if this
 * revealed tokens or parties never read before, else none.
 */
export async function fetchEvidence(
  module: State,
  node: Pick<StarknetNode, 'batch'>,
  { context, account, nextNonce, strkBalance, execution: reported, earlier: pending = [] }: About,
  { calls, cache }: Pick<Evidence, 'calls'> & { readonly cache: FactCache },
): Promise<Required<Evidence>> {
  const { chainId } = context.network;
  const watched = await module.tokens.list(chainId);
  const execution = withOrders(reported, calls, { account: account.address, chainId });
  const first = createPreview(execution, account.address);
  const namedTokens = calls.flatMap(({ meaning }) => tokensInMeaning(meaning));
  const tokens = new Set([...namedTokens, ...tokensIn(first)].map(toAddress));
  const isListed = (address: string) =>
    knownToken(address, chainId) !== undefined || watched.some((one) => one.address === address);
  const parties = recipientsAndSpenders(calls, first).filter(
    (address) => !cache.requested.has(`class ${address}`) && !cache.contracts.has(address),
  );
  await fetchFacts(node, cache, {
    classes: parties,
    tokens: [...tokens, ...parties].filter((address) => !isListed(address)),
    tokensAgain: watched.map(({ address }) => address).filter((address) => tokens.has(address)),
    ages: parties,
    supplies: allowedIn(first),
  });
  // If this fails, it is read again the next time.
  await keepFacts(module, chainId, cache).catch(() => undefined);
  const now = unixSeconds(module);
  const messages = await fetchPendingMessages(module, node, { context, account });
  const news = await tokenNews(module, chainId, cache, tokens);
  const collections = new Set([...tokens].filter((address) => isCollection(cache, address)));
  return {
    addresses: await loadAddressBook(module, chainId, account.address, addressesIn(calls, first)),
    calls,
    preview: createPreview(execution, account.address, collections),
    tokens: withLimits(
      {
        ...Object.fromEntries(
          [...tokens].map((address) => [address, tokenKnown(address, cache, watched)]),
        ),
        // The module's own list takes precedence over what a contract reports.
        ...listedTokens(chainId),
      },
      cache.supplies,
      (address) => cache.balances.get(address) ?? (isFeeToken(address) ? strkBalance : null),
    ),
    contracts: contractsIn(cache),
    gasPrice: gasPriceIn(cache),
    pending: [...pending, ...messages],
    nextNonce: decimalOrNull(nextNonce),
    strkBalance: decimalOrNull(strkBalance),
    balances: Object.fromEntries(
      [...cache.balances].map(([token, balance]) => [token, String(balance)]),
    ),
    now,
    tokenNews: news,
  };
}

const decimalOrNull = (number: bigint | null): string | null => {
  if (number === null) return null;
  return String(number);
};

/**
 * Tokens of the watch list that say otherwise than when they were added; renews their entries. What
 * cannot be stored is told the next time.
 */
async function tokenNews(
  module: State,
  chainId: ChainId,
  { tokensNow }: FactCache,
  tokens: ReadonlySet<string>,
): Promise<Evidence['tokenNews'] & object> {
  const news = [];
  for (const { address, symbol, decimals, was } of await module.tokens.list(chainId)) {
    const now = tokensNow.get(address);
    if (!now || !tokens.has(address)) continue;
    // A symbol that cannot be shown is no other one.
    const reported = { symbol: now.symbol ?? symbol, decimals: now.decimals };
    if (reported.decimals !== null)
      await module.tokens
        .renew(chainId, address, { ...reported, decimals: reported.decimals })
        .catch(() => undefined);
    const addedAs = was ?? { symbol, decimals };
    if (addedAs.symbol !== reported.symbol || addedAs.decimals !== reported.decimals)
      news.push({ token: address, was: addedAs, now: reported });
  }
  return news;
}

function tokensInMeaning(meaning: Meaning): string[] {
  switch (meaning.kind) {
    case 'transfer':
    case 'approve':
    case 'approveAll':
      return [meaning.token];
    case 'swap':
      return [(meaning.sell ?? meaning.buy).token, meaning.buy.token];
    case 'act':
      return meaning.quantities.map(({ token }) => token);
    default:
      return [];
  }
}

const tokensIn = (preview: Preview): string[] => listChanges(preview).map(({ token }) => token);

/** Tokens of which allowances are granted, by whichever contract. */
const allowedIn = (preview: Preview): string[] =>
  listChanges(preview)
    .filter(({ kind, standard }) => kind === 'allow' && standard === 'erc20')
    .map(({ token }) => token);

/** All that may be an address in calls and their outcome. */
const addressesIn = (calls: readonly ReadCall[], preview: Preview): string[] => [
  ...calls.flatMap(({ call }) => call.calldata),
  ...listChanges(preview).map(({ counterparty }) => counterparty),
];

/** Recipients of tokens and spenders in calls and their outcome. */
const recipientsAndSpenders = (calls: readonly ReadCall[], preview: Preview): string[] =>
  [
    ...calls.flatMap(({ meaning }) => {
      if (meaning.kind === 'transfer') return meaning.to;
      if (meaning.kind === 'approve') return meaning.spender;
      if (meaning.kind === 'approveAll') return meaning.operator;
      return [];
    }),
    ...listChanges(preview)
      .filter(({ kind }) => kind === 'allow')
      .map(({ counterparty }) => counterparty),
  ].map(toAddress);

/** A contract with a name but no decimals is a collection. */
const isCollection = ({ contracts }: FactCache, address: string): boolean =>
  contracts.get(address)?.token?.decimals === null;

function tokenKnown(
  address: string,
  { contracts, tokensNow }: FactCache,
  watched: readonly { address: string; symbol: string; decimals: number }[],
): TokenFacts {
  const added = watched.find((one) => one.address === address);
  const { symbol = null, decimals = null } =
    tokensNow.get(address) ?? added ?? contracts.get(address)?.token ?? {};
  return { symbol: symbol ?? added?.symbol ?? null, decimals, address, verified: false };
}

function contractsIn({
  classHashes,
  contracts,
  newContracts,
  requested,
}: FactCache): Evidence['contracts'] {
  const addresses = new Set([...requested].map((name) => name.split(' ')[1] ?? ''));
  addresses.delete('');
  return Object.fromEntries(
    [...addresses].map((address): [string, ContractFacts] => {
      const contract = contracts.get(address);
      return [
        address,
        {
          classHash: classHashes.get(address) ?? null,
          isNew: contract?.isOld ? false : newContracts.has(address) || null,
          isToken: contract?.token ? contract.token.decimals !== null : null,
        },
      ];
    }),
  );
}

/** With fewer blocks, no usual price is known. */
const ENOUGH = 3;

function gasPriceIn({ seen: seenBlocks, block }: FactCache): Evidence['gasPrice'] {
  const prices = seenBlocks.map(({ l2GasPrice }) => BigInt(l2GasPrice));
  prices.sort(lower);
  // The lower median: a tie must not raise the usual price.
  const usual = prices[Math.floor((prices.length - 1) / 2)];
  return {
    now: block ? String(BigInt(block.l2GasPrice)) : null,
    usual: usual === undefined || prices.length < ENOUGH ? null : String(usual),
  };
}
