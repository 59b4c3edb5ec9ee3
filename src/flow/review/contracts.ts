import type { State } from '../../module';
import type { RemoteCall } from '../../remote/method';
import type { Outcome, StarknetNode } from '../../remote/starknet/node';
import { isContractNotFound } from '../../remote/starknet/nodeErrors';
import { starknet_getBlockWithTxHashes } from '../../remote/starknet/starknet_getBlockWithTxHashes';
import type { ChainId } from '../../schema/primitives';
import { parseText } from '../../starknet/felt';
import { parseUint256 } from '../../starknet/tokens/erc20';
import type { StoredContract } from '../../state/contracts';
import type { SeenBlock } from '../../state/gasPrices';
import { view } from '../chain/batchTogether';
import { classHashCall } from '../chain/classHashCall';

/** Known facts about contracts and the network; addresses in 64 digits. */
export type FactCache = {
  /** Null if there is no contract. */
  readonly classHashes: Map<string, string | null>;
  /** From state, or read now. */
  readonly contracts: Map<string, StoredContract>;
  /** Read now, and nonexistent a day ago. */
  readonly newContracts: Set<string>;
  /** Balances of the account, by token. */
  readonly balances: Map<string, bigint>;
  /** How much there is of a token. */
  readonly supplies: Map<string, bigint>;
  /** Contracts' statements of their tokens, read now. */
  readonly tokensNow: Map<string, NonNullable<StoredContract['token']>>;
  /** Everything requested so far: nothing is requested twice, answered or not. */
  readonly requested: Set<string>;
  readonly seen: readonly SeenBlock[];
  block: SeenBlock | undefined;
};

/** Facts that a review queries, by address. */
type Wanted = {
  readonly classes?: readonly string[];
  /** Queries whether they are tokens, and which. */
  readonly tokens?: readonly string[];
  /** Tokens that are read although they are known. */
  readonly tokensAgain?: readonly string[];
  /** Queries whether they are older than a day. */
  readonly ages?: readonly string[];
  /** Tokens whose balance of the account is read. */
  readonly balances?: readonly string[];
  /** Tokens of which is read how much there is. */
  readonly supplies?: readonly string[];
  readonly account?: string;
};

/** Maximum addresses to look up; any further ones are shown without facts. */
const MOST_CONTRACTS = 40;

/** The module's knowledge of a network before any query. */
export async function loadFactCache(module: State, chainId: ChainId): Promise<FactCache> {
  const contracts = await module.contracts.list(chainId);
  return {
    classHashes: new Map(),
    contracts: new Map(contracts.map((contract) => [contract.address, contract])),
    newContracts: new Set(),
    balances: new Map(),
    supplies: new Map(),
    tokensNow: new Map(),
    requested: new Set(),
    seen: await module.gasPrices.list(chainId),
    block: undefined,
  };
}

/** Stores what is useful for later reviews. */
export async function keepFacts(
  module: State,
  chainId: ChainId,
  { contracts, seen: seenBlocks, block }: FactCache,
): Promise<void> {
  const stored = await module.contracts.list(chainId);
  const news = [...contracts.values()].filter(
    (contract) => !stored.some((one) => JSON.stringify(one) === JSON.stringify(contract)),
  );
  if (news.length > 0) await module.contracts.keep(chainId, news);
  if (block && module.gasPrices.isNews(seenBlocks, block))
    await module.gasPrices.keep(chainId, block);
}

/**
 * Reads unknown facts in one HTTP request, or none; the first also reads the newest block. What
 * cannot be read stays unknown: never rejects.
 */
export async function fetchFacts(
  node: Pick<StarknetNode, 'batch'>,
  cache: FactCache,
  {
    classes = [],
    tokens = [],
    ages = [],
    balances = [],
    supplies = [],
    tokensAgain = [],
    account = '0x0',
  }: Wanted,
): Promise<void> {
  const { requested, contracts } = cache;
  const some = (
    what: string,
    addresses: readonly string[],
    read: (address: string) => FactQuestion | undefined,
  ): FactQuestion[] =>
    [...new Set(addresses)].slice(0, MOST_CONTRACTS).flatMap((address) => {
      const name = `${what} ${address}`;
      if (requested.has(name)) return [];
      const reading = read(address);
      if (reading) requested.add(name);
      return reading ?? [];
    });
  const dayAgo = blockOfDayAgo(cache);
  const reads = [
    ...some('block', [''], () => blockRead(cache)),
    ...some('class', classes, (address) => classRead(cache, address)),
    ...some('token', tokensAgain, (address) => tokenRead(cache, address)),
    ...some('token', tokens, (address) =>
      contracts.get(address)?.token ? undefined : tokenRead(cache, address),
    ),
    ...some('age', ages, (address) => {
      if (dayAgo === undefined || contracts.get(address)?.isOld) return undefined;
      return ageRead(cache, address, dayAgo);
    }),
    ...some('balance', balances, (address) =>
      amountRead(cache.balances, address, 'balanceOf', [account]),
    ),
    ...some('supply', supplies, (address) => amountRead(cache.supplies, address, 'totalSupply')),
  ];
  const outcomes = await node.batch(reads.flatMap(({ calls }) => calls));
  let offset = 0;
  for (const { calls, take } of reads) {
    take(outcomes.slice(offset, offset + calls.length));
    offset += calls.length;
  }
}

type FactQuestion = {
  readonly calls: readonly RemoteCall[];
  take(outcomes: readonly Outcome<unknown>[]): void;
};

/** Pairs a call with a handler for its outcome. */
const reading = <R>(call: RemoteCall<R>, take: (outcome: Outcome<R>) => void): FactQuestion => ({
  calls: [call],
  take: ([outcome]) => take(outcome as Outcome<R>),
});

const contractOf = ({ contracts }: FactCache, address: string): StoredContract =>
  contracts.get(address) ?? { address, token: null, isOld: false };

const blockRead = (cache: FactCache): FactQuestion =>
  reading(starknet_getBlockWithTxHashes({ block_id: 'latest' }), (outcome) => {
    if (!outcome.ok) return;
    const { block_number: number, timestamp, l2_gas_price } = outcome.value;
    if (number === undefined || !l2_gas_price) return;
    cache.block = { number, timestamp, l2GasPrice: l2_gas_price.price_in_fri };
  });

const classRead = (cache: FactCache, address: string): FactQuestion =>
  reading(classHashCall(address), (outcome) => {
    if (outcome.ok) cache.classHashes.set(address, outcome.value);
    else if (isContractNotFound(outcome.error)) cache.classHashes.set(address, null);
  });

const amountRead = (
  amounts: Map<string, bigint>,
  address: string,
  name: string,
  calldata: readonly string[] = [],
): FactQuestion =>
  reading(view(address, name, calldata), (outcome) => {
    if (!outcome.ok) return;
    const amount = parseUint256(outcome.value);
    if (amount !== undefined) amounts.set(address, amount);
  });

function tokenRead(cache: FactCache, address: string): FactQuestion {
  return {
    calls: [view(address, 'symbol'), view(address, 'decimals')],
    take(outcomes) {
      const [symbol, decimals] = outcomes.map((outcome) => answerOf(outcome as Outcome<string[]>));
      // A later query may succeed.
      if (!symbol || !decimals) return;
      const token = { symbol: parseSymbol(symbol), decimals: parseDecimals(decimals) };
      cache.contracts.set(address, { ...contractOf(cache, address), token });
      cache.tokensNow.set(address, token);
    },
  };
}

/**
 * The felts of a response, empty if the contract has no such view; undefined if there was no
 * response or there is no contract yet.
 */
function answerOf(outcome: Outcome<string[]>): readonly string[] | undefined {
  if (outcome.ok) return outcome.value;
  const { error } = outcome;
  if (error.kind === 'transactionReverts' && !isContractNotFound(error)) return [];
  return undefined;
}

/** Only printable ASCII, so that no other script imitates it. */
const SYMBOL = /^[\x21-\x7e](?:[\x20-\x7e]{0,14}[\x21-\x7e])?$/u;

export function parseSymbol(felts: readonly string[]): string | null {
  const text = parseText(felts);
  if (text !== undefined && SYMBOL.test(text)) return text;
  return null;
}

export function parseDecimals([felt, ...excess]: readonly string[]): number | null {
  const decimals = felt === undefined || excess.length > 0 ? Number.NaN : Number(BigInt(felt));
  if (decimals <= 36) return decimals;
  return null;
}

function ageRead(cache: FactCache, address: string, dayAgo: number): FactQuestion {
  return reading(classHashCall(address, { block_number: dayAgo }), (outcome) => {
    if (outcome.ok) cache.contracts.set(address, { ...contractOf(cache, address), isOld: true });
    else if (isContractNotFound(outcome.error)) cache.newContracts.add(address);
  });
}

const DAY = 86_400;
/** Seconds per block if only one block was seen (about 30,000 blocks a day in 2026). */
const USUAL_BLOCK_TIME = 3;

/** Number of a block about a day old; undefined before any block was seen. */
function blockOfDayAgo({ seen: seenBlocks, block }: FactCache): number | undefined {
  const newestBlock = block ?? seenBlocks.at(-1);
  const [oldest] = seenBlocks;
  if (!newestBlock) return undefined;
  const blocks = newestBlock.number - (oldest?.number ?? newestBlock.number);
  const seconds = newestBlock.timestamp - (oldest?.timestamp ?? newestBlock.timestamp);
  const blockTime = blocks > 0 && seconds > 0 ? seconds / blocks : USUAL_BLOCK_TIME;
  return Math.max(0, Math.round(newestBlock.number - DAY / blockTime));
}
