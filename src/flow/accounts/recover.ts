import { fail, failWithPath, ModuleError } from '@xnet/clients/errors';
import type { Module, State, Wallet } from '../../module';
import type { FoundAccount, StoredAccount } from '../../schema/account';
import { type DerivedClassName, defaultName } from '../../schema/accountClass';
import { type ChainId, type RequestContext, sameFelt } from '../../schema/primitives';
import { accountOnWire } from '../../starknet/accounts/accountOnWire';
import {
  accountClasses,
  accountKinds,
  newAccountClass,
  siteKinds,
} from '../../starknet/accounts/classes';
import type { KeySeed } from '../../starknet/accounts/classes/accountClass';
import { formatUnits, toHex } from '../../starknet/felt';
import { knownTokens, mostHeldTokens } from '../../starknet/tokens/erc20';
import { type AllowedScan, includesGrant } from '../../state/grants';
import {
  accountFact,
  accountName,
  className,
  type Fact,
  sentenceFact,
  textFact,
} from '../../ui/review/facts';
import { type Label, say } from '../../ui/text/words';
import { ask } from '../consent/ask';
import { byPreference, grantedAccounts } from '../consent/permissions';
import { createStoredAccount, deriveAccount } from './account';
import { type AccountWithBalances, fetchAccounts } from './onChain';

/** Indexes per scan (T34 of the list of threats). Above `tokens`, only ETH and STRK are read. */
const scanLimits = { tokens: 20, dapp: 50, trusted: 500 } as const;
/** Indexes per read: 600 calls, which is six HTTP requests. */
const STRIDE = 50;
/** The last index in BIP-32. */
const LAST_INDEX = 2 ** 31 - 1;

export type Scan = { startScanIndex: number; maxScanned: number; maxMissed: number };

/**
 * Searches for the phrase's accounts in all classes, shows the result to the user, stores the
 * accounts and shares them with the site. Runs one scan per site at a time. Asks the user before
 * anything is derived or looked up, since the order of empty indexes and the time it takes tell
 * the site something, and the node learns addresses. Asks nothing if the site could learn nothing
 * that the user has not agreed to.
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
    const requestedAccounts = await askToSearch(module, context, bounded);
    const foundAccounts = inOrder(await scanIndexes(module, chainId, bounded, siteKinds));
    const stored = async () =>
      new Map((await module.accounts.list(chainId)).map((one) => [one.address, one]));
    const storedAccounts = await stored();
    const accounts = foundAccounts.map(storedForm);
    // With the names that the module's page shows.
    const accountFacts = foundAccounts.map((one) => ({
      ...one,
      account: storedAccounts.get(one.account.address) ?? one.account,
    }));
    if (await isNews(module, context, accounts, storedAccounts, requestedAccounts))
      await ask(module, context, askShare(accountFacts));
    await module.accounts.keepFound(chainId, accounts);
    if (!module.isTrusted(context.origin))
      await module.grants.add(
        context.origin,
        accounts.map(({ address }) => ({ chainId, address })),
      );
    const now = await stored();
    return foundAccounts.map((one) =>
      foundAccount(now.get(one.account.address) ?? storedForm(one), one),
    );
  });

/**
 * Scans the first indexes for the user alone, and stores accounts that are deployed or funded.
 * @returns how many there are
 * @throws the node's errors
 */
export const findAccounts = async (module: Module, chainId: ChainId, maxScanned: number) => {
  const scan = { startScanIndex: 0, maxScanned: maxScanned, maxMissed: maxScanned };
  const foundAccounts = (await scanIndexes(module, chainId, scan, accountKinds))
    .flat()
    .filter(isFound);
  await module.accounts.keepFound(chainId, foundAccounts.map(storedForm));
  return foundAccounts.length;
};

/** @throws invalidParams if it is more than the site may scan */
function countOf(module: State, origin: string, { startScanIndex, maxScanned }: Scan): number {
  const limit = module.isTrusted(origin) ? scanLimits.trusted : scanLimits.dapp;
  if (maxScanned > limit) failWithPath('maxScanned', `${limit} is the most in one scan.`);
  return Math.min(maxScanned, LAST_INDEX - startScanIndex + 1);
}

/**
 * Asks before a search, unless the user has agreed to one of the same indexes before, or shared an
 * account at each of them. The question about a single index names the account that the site sees.
 * @returns the accounts that the user has agreed to share by this answer
 */
async function askToSearch(
  module: State & Wallet,
  context: RequestContext,
  { startScanIndex: first, maxScanned }: Scan,
): Promise<StoredAccount[]> {
  const { origin, network } = context;
  const { chainId } = network;
  const scan = { chainId, first, last: first + maxScanned - 1 };
  if (await module.grants.maySearch(origin, scan)) return [];
  const granted = (await grantedAccounts(module, context)).map((one) => one.addressIndex);
  const inside = granted.filter((index) => index >= first && index <= scan.last);
  if (new Set(inside).size === maxScanned) return [];
  const namedAccounts = maxScanned > 1 ? [] : await accountsAt(module, chainId, first);
  await ask(module, context, questionOf(scan, namedAccounts));
  await module.grants.allowSearch(origin, scan);
  return namedAccounts;
}

/** The stored accounts of an index, and the one that the module would create there. */
async function accountsAt(
  module: State & Wallet,
  chainId: ChainId,
  index: number,
): Promise<StoredAccount[]> {
  const stored = (await module.accounts.list(chainId)).filter((one) => one.addressIndex === index);
  if (stored.some(({ addressClass }) => addressClass === newAccountClass)) return stored;
  return [...stored, await deriveAccount(module, chainId, index)];
}

const questionOf = (
  scan: AllowedScan,
  namedAccounts: readonly StoredAccount[],
): Parameters<typeof ask>[2] => ({
  title: say('review.recoverAccounts'),
  verb: 'review.doSearch',
  section: { title: say('preview.whatItDoes'), facts: scanFacts(scan, namedAccounts) },
});

function scanFacts({ first, last }: AllowedScan, namedAccounts: readonly StoredAccount[]): Fact[] {
  if (namedAccounts.length === 0)
    return [sentenceFact('review.scans', { first: `${first + 1}`, last: `${last + 1}` })];
  return [sentenceFact('review.scansOne'), ...namedAccounts.map(accountFact), ...untilTakenBack];
}

const untilTakenBack = [textFact('review.until', say('review.untilTakenBack'))];

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
  const tokens =
    maxScanned > scanLimits.tokens ? Object.values(knownTokens) : mostHeldTokens(chainId);
  const foundByIndex: AccountWithBalances[][] = [];
  let missed = 0;
  for (let scanned = 0; scanned < maxScanned; scanned += STRIDE) {
    const indexes = Array.from(
      { length: Math.min(STRIDE, maxScanned - scanned) },
      (_, offset) => startScanIndex + scanned + offset,
    );
    const accounts = await accountsOfIndexes(module, chainId, indexes, kinds);
    const read = await fetchAccounts(node, accounts, tokens).catch(withoutDetail);
    while (read.length > 0) {
      const ofIndex = read.splice(0, kinds.length);
      if (!ofIndex.some(isFound)) missed += 1;
      if (missed > maxMissed) return foundByIndex;
      foundByIndex.push(ofIndex);
    }
  }
  return foundByIndex;
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
    publicKeys.set(seed, await module.keys.publicKeys(indexes, module.yieldToEventLoop, seed));
  const accounts: StoredAccount[] = [];
  for (const [position, addressIndex] of indexes.entries())
    for (const addressClass of kinds) {
      await module.yieldToEventLoop();
      const publicKey = publicKeys.get(accountClasses[addressClass].keySeed)?.[position] ?? '';
      accounts.push(createStoredAccount({ chainId, addressIndex, publicKey, addressClass }));
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
      .sort((a, b) => byPreference(storedForm(a), storedForm(b))),
  );

/** The stored form. An index has one account per class, so older classes get other names. */
const storedForm = ({ account, onChain }: AccountWithBalances): StoredAccount => ({
  ...account,
  accountClass: onChain.accountClass,
  ...(onChain.obstacle && { obstacle: onChain.obstacle }),
  deployment: onChain.classHash === null ? 'unknown' : 'deployed',
  name:
    account.addressClass === newAccountClass
      ? account.name
      : defaultName(account.addressIndex, onChain.accountClass),
});

/** True if an account is not stored yet or not shared with the site, and was not agreed to just now. */
async function isNews(
  module: State,
  { origin }: RequestContext,
  accounts: readonly StoredAccount[],
  storedAccounts: ReadonlyMap<string, StoredAccount>,
  namedAccounts: readonly StoredAccount[],
): Promise<boolean> {
  const grants = await module.grants.of(origin);
  const isShown = (address: string) => module.isTrusted(origin) || includesGrant(grants, address);
  const isNamed = (address: string) => namedAccounts.some((one) => sameFelt(one.address, address));
  return accounts.some(
    ({ address }) => !isNamed(address) && !(storedAccounts.has(address) && isShown(address)),
  );
}

const askShare = (foundAccounts: readonly AccountWithBalances[]): Parameters<typeof ask>[2] => ({
  title: say('review.recoverAccounts'),
  verb: 'review.share',
  section: {
    title: say('review.siteWillSee'),
    facts: [
      sentenceFact('review.seesFound'),
      ...foundAccounts.map(describeFound),
      ...untilTakenBack,
    ],
  },
});

/** Always shows ETH and STRK; other tokens only if the balance is not zero. */
function describeFound({ account, onChain, balances }: AccountWithBalances): Fact {
  const [eth = '', strk = '', ...otherBalances] = balances
    .filter(({ amount }, index) => index < 2 || amount > 0n)
    .map(({ amount, decimals, symbol }) => ({
      amount: formatUnits(amount, decimals),
      symbol,
      form: 'held' as const,
    }));
  return {
    as: 'address',
    label: say(onChain.classHash === null ? 'review.foundNotDeployed' : 'review.found', {
      name: accountName(account),
      index: String(account.addressIndex),
      kind: className(onChain.accountClass),
      strk,
      eth: otherBalances.reduce<Label>((a, b) => say('calls.and', { a, b }), eth),
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
