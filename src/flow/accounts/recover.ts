import { fail, failAt, ModuleError } from '@xnet/clients/errors';
import type { Module, State, Wallet } from '../../module';
import { accountOnWire, type FoundAccount, type StoredAccount } from '../../schema/account';
import { type DerivedClassName, defaultName } from '../../schema/accountClass';
import type { ChainId, RequestContext } from '../../schema/primitives';
import {
  accountClasses,
  accountKinds,
  newAccountClass,
  siteKinds,
} from '../../starknet/accounts/classes';
import type { KeySeed } from '../../starknet/accounts/classes/accountClass';
import { formatUnits, toHex } from '../../starknet/felt';
import { nextTurn } from '../../starknet/nextTurn';
import { knownTokens, tokensOn } from '../../starknet/tokens/erc20';
import { includesGrant } from '../../state/grants';
import { accountName, className, type Fact, sentenceFact, textFact } from '../../ui/review/facts';
import { type Label, say } from '../../ui/text/words';
import { ask } from '../consent/ask';
import { byPreference } from '../consent/permissions';
import { accountOf } from './account';
import { type AccountWithBalances, fetchAccounts } from './onChain';

/** Indexes per scan (T34 of the list of threats). Above `tokens`, only ETH and STRK are read. */
const scanLimits = { silent: 10, tokens: 20, dapp: 50, trusted: 500 } as const;
/** Indexes per read: 600 calls, which is six HTTP requests. */
const STRIDE = 50;
/** The last index in BIP-32. */
const LAST_INDEX = 2 ** 31 - 1;

export type Scan = { startScanIndex: number; maxScanned: number; maxMissed: number };

/**
 * Searches for the phrase's accounts in all classes, shows the result to the user, stores the
 * accounts and shares them with the site. Runs one scan per site at a time. Asks nothing if all of
 * them are stored and shared with the site already.
 * @throws userRejected and the node's errors
 */
export const recoverAccounts = (
  module: Module,
  context: RequestContext,
  scan: Scan,
): Promise<FoundAccount[]> =>
  module.inTurn(`scan.${context.origin}`, async () => {
    const { chainId } = context.network;
    const bounded = { ...scan, maxScanned: countOf(module, context.origin, scan) };
    await announceScan(module, context, bounded);
    const found = inOrder(await scanIndexes(module, chainId, bounded, siteKinds));
    const stored = async () =>
      new Map((await module.accounts.list(chainId)).map((one) => [one.address, one]));
    const known = await stored();
    const accounts = found.map(kept);
    // With the names that the module's page shows.
    const named = found.map((one) => ({
      ...one,
      account: known.get(one.account.address) ?? one.account,
    }));
    if (await isNews(module, context, accounts, known)) await ask(module, context, askShare(named));
    await module.accounts.keepFound(chainId, accounts);
    if (!module.isTrusted(context.origin))
      await module.grants.add(
        context.origin,
        accounts.map(({ address }) => ({ chainId, address })),
      );
    const now = await stored();
    return found.map((one) => foundAccount(now.get(one.account.address) ?? kept(one), one));
  });

/**
 * Scans the first indexes for the user alone, and stores accounts that are deployed or funded.
 * @returns how many there are
 * @throws the node's errors
 */
export const findAccounts = async (module: Module, chainId: ChainId, most: number) => {
  const scan = { startScanIndex: 0, maxScanned: most, maxMissed: most };
  const found = (await scanIndexes(module, chainId, scan, accountKinds)).flat().filter(isFound);
  await module.accounts.keepFound(chainId, found.map(kept));
  return found.length;
};

/** @throws invalidParams if it is more than the site may scan */
function countOf(module: State, origin: string, { startScanIndex, maxScanned }: Scan): number {
  const limit = module.isTrusted(origin) ? scanLimits.trusted : scanLimits.dapp;
  if (maxScanned > limit) failAt('maxScanned', `${limit} is the most in one scan.`);
  return Math.min(maxScanned, LAST_INDEX - startScanIndex + 1);
}

/** A long scan takes seconds and hundreds of node calls, so it asks the user first. */
async function announceScan(
  module: State & Wallet,
  context: RequestContext,
  { startScanIndex, maxScanned }: Scan,
): Promise<void> {
  if (module.isTrusted(context.origin) || maxScanned <= scanLimits.silent) return;
  const last = startScanIndex + maxScanned;
  await ask(module, context, {
    title: say('review.recoverAccounts'),
    verb: 'review.doSearch',
    section: {
      title: say('preview.whatItDoes'),
      facts: [sentenceFact('review.scans', { first: `${startScanIndex + 1}`, last: `${last}` })],
    },
  });
}

/**
 * The accounts found at each index, in the order of the classes. Ends before the index that would
 * exceed the number of empty ones.
 */
async function scanIndexes(
  module: Module,
  chainId: ChainId,
  { startScanIndex, maxScanned, maxMissed }: Scan,
  kinds: readonly DerivedClassName[],
): Promise<AccountWithBalances[][]> {
  const node = await module.node(chainId);
  const tokens = maxScanned > scanLimits.tokens ? Object.values(knownTokens) : tokensOn(chainId);
  const found: AccountWithBalances[][] = [];
  let missed = 0;
  for (let done = 0; done < maxScanned; done += STRIDE) {
    const indexes = Array.from(
      { length: Math.min(STRIDE, maxScanned - done) },
      (_, offset) => startScanIndex + done + offset,
    );
    const accounts = await accountsOfIndexes(module, chainId, indexes, kinds);
    const read = await fetchAccounts(node, accounts, tokens).catch(withoutDetail);
    while (read.length > 0) {
      const ofIndex = read.splice(0, kinds.length);
      if (!ofIndex.some(isFound)) missed += 1;
      if (missed > maxMissed) return found;
      found.push(ofIndex);
    }
  }
  return found;
}

/** A node's error text could name accounts that the site does not know yet. */
function withoutDetail(error: unknown): never {
  if (!(error instanceof ModuleError)) throw error;
  return fail(error.data.nodeCode === undefined ? error.kind : 'nodeFault', '', {}, error);
}

/** The accounts of all classes at these indexes; lets other requests run between two addresses. */
async function accountsOfIndexes(
  module: Wallet,
  chainId: StoredAccount['chainId'],
  indexes: readonly number[],
  kinds: readonly DerivedClassName[],
): Promise<StoredAccount[]> {
  const seeds = [...new Set(kinds.map((kind) => accountClasses[kind].keySeed))];
  const publicKeys = new Map<KeySeed, string[]>();
  for (const seed of seeds)
    publicKeys.set(seed, await module.keys.publicKeys(indexes, nextTurn, seed));
  const accounts: StoredAccount[] = [];
  for (const [at, addressIndex] of indexes.entries())
    for (const addressClass of kinds) {
      await nextTurn();
      const publicKey = publicKeys.get(accountClasses[addressClass].keySeed)?.[at] ?? '';
      accounts.push(accountOf({ chainId, addressIndex, publicKey, addressClass }));
    }
  return accounts;
}

const isFound = ({ onChain, balances }: AccountWithBalances): boolean =>
  onChain.classHash !== null || balances.some(({ amount }) => amount > 0n);

/** The usable accounts per index that are deployed or funded, and the new one; sites take the first. */
const inOrder = (indexes: readonly AccountWithBalances[][]): AccountWithBalances[] =>
  indexes.flatMap((ofIndex) =>
    ofIndex
      .filter(({ onChain }) => onChain.obstacle === undefined)
      .filter((one) => isFound(one) || one.account.addressClass === newAccountClass)
      .sort((a, b) => byPreference(kept(a), kept(b))),
  );

/** The stored form. An index has one account per class, so older classes get other names. */
const kept = ({ account, onChain }: AccountWithBalances): StoredAccount => ({
  ...account,
  accountClass: onChain.accountClass,
  ...(onChain.obstacle && { obstacle: onChain.obstacle }),
  deployment: onChain.classHash === null ? 'unknown' : 'deployed',
  name:
    account.addressClass === newAccountClass
      ? account.name
      : defaultName(account.addressIndex, onChain.accountClass),
});

async function isNews(
  module: State,
  { origin }: RequestContext,
  accounts: readonly StoredAccount[],
  known: ReadonlyMap<string, StoredAccount>,
): Promise<boolean> {
  const grants = await module.grants.of(origin);
  const isShown = (address: string) => module.isTrusted(origin) || includesGrant(grants, address);
  return accounts.some(({ address }) => !known.has(address) || !isShown(address));
}

const askShare = (found: readonly AccountWithBalances[]): Parameters<typeof ask>[2] => ({
  title: say('review.recoverAccounts'),
  verb: 'review.share',
  section: {
    title: say('review.siteWillSee'),
    facts: [
      sentenceFact('review.seesFound'),
      ...found.map(describeFound),
      textFact('review.until', say('review.untilTakenBack')),
    ],
  },
});

/** Always shows ETH and STRK; other tokens only if the balance is not zero. */
function describeFound({ account, onChain, balances }: AccountWithBalances): Fact {
  const [eth = '', strk = '', ...others] = balances
    .filter(({ amount }, at) => at < 2 || amount > 0n)
    .map(({ amount, decimals, symbol }) => ({ amount: formatUnits(amount, decimals), symbol }));
  return {
    as: 'address',
    label: say(onChain.classHash === null ? 'review.foundNotDeployed' : 'review.found', {
      name: accountName(account),
      index: String(account.addressIndex),
      kind: className(onChain.accountClass),
      strk,
      eth: others.reduce<Label>((a, b) => say('calls.and', { a, b }), eth),
    }),
    value: account.address,
  };
}

const foundAccount = (
  account: StoredAccount,
  { onChain, balances }: AccountWithBalances,
): FoundAccount => {
  const [ethBalance = '', strkBalance = ''] = balances.map(({ amount }) => toHex(amount));
  const { classHash, version, upgradesTo } = onChain;
  return {
    ...accountOnWire(account),
    classHash,
    version,
    upgradeAvailable: upgradesTo !== null,
    deployed: classHash !== null,
    strkBalance,
    ethBalance,
  };
};
