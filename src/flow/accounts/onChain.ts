import { fail } from '@xnet/clients/errors';
import type { Outcome, StarknetNode } from '../../remote/starknet/node';
import { isContractNotFound } from '../../remote/starknet/nodeErrors';
import type { StoredAccount } from '../../schema/account';
import {
  canUpgrade,
  classOnChain,
  parseVersion,
  tellsVersion,
} from '../../starknet/accounts/classes';
import { parseUint256, type Token } from '../../starknet/tokens/erc20';
import { classAt } from '../chain/classAt';
import { view, viewed } from '../chain/together';

/** What stands at the address of an account. */
export type AccountOnChain = {
  /** Null while nothing is deployed there. */
  readonly classHash: string | null;
  readonly version: string | null;
  readonly accountClass: StoredAccount['accountClass'];
  readonly upgradeAvailable: boolean;
};
export type AccountWithBalances = {
  readonly account: StoredAccount;
  readonly onChain: AccountOnChain;
  /** Of each token that was asked for, in its order and smallest unit. */
  readonly balances: readonly (Token & { readonly amount: bigint })[];
};
type AccountPlace = Pick<StoredAccount, 'address' | 'addressClass'>;

/** The same question to accounts of Cairo 0 and of Cairo 1. */
const versionNames = ['getVersion', 'get_version'] as const;
/** Accounts asked for their version: as many as fit into one HTTP request. */
const VERSIONS = 50;

/**
 * Class, version and balances of many accounts. A call for each class and balance goes into one batch; the
 * versions that no class hash tells take one more HTTP request, of the first fifty of those accounts.
 * @throws the node's errors
 */
export async function fetchAccounts(
  node: StarknetNode,
  accounts: readonly StoredAccount[],
  tokens: readonly Token[],
): Promise<AccountWithBalances[]> {
  const count = accounts.length;
  const answers: readonly Outcome<string | string[]>[] = await node.batch([
    ...accounts.map(({ address }) => classAt(address)),
    ...tokens.flatMap((token) =>
      accounts.map(({ address }) => view(token.address, 'balanceOf', [address])),
    ),
  ]);
  const classes = answers.slice(0, count).map(parseClass);
  const asked = accounts
    .filter((_, index) => tellsVersion(classes[index] ?? ''))
    .slice(0, VERSIONS);
  const replies = await node.batch(asked.flatMap(versionCalls));
  const versions = new Map(
    asked.map(({ address }, index) => [
      address,
      versionIn(replies.slice(2 * index, 2 * index + 2)),
    ]),
  );
  return accounts.map((account, index) => ({
    account,
    onChain: accountOnChain(account, classes[index] ?? null, versions.get(account.address)),
    balances: tokens.map((token, at) => ({
      ...token,
      amount: parseBalance(answers[count * (at + 1) + index]),
    })),
  }));
}

/**
 * Class and version of one account, in one HTTP request.
 * @throws the node's errors
 */
export async function fetchAccountOnChain(
  node: StarknetNode,
  account: AccountPlace,
): Promise<AccountOnChain> {
  const [classHash, ...versions] = await node.batch([
    classAt(account.address),
    ...versionCalls(account),
  ]);
  return accountOnChain(account, parseClass(classHash), versionIn(versions));
}

function accountOnChain(
  { addressClass }: AccountPlace,
  classHash: string | null,
  version: string | undefined,
): AccountOnChain {
  if (classHash === null)
    return { classHash, version: null, accountClass: addressClass, upgradeAvailable: false };
  const found = classOnChain(classHash, version);
  return {
    classHash,
    version: found.version ?? null,
    accountClass: found.kind,
    upgradeAvailable: canUpgrade(addressClass, found),
  };
}

const versionCalls = ({ address }: Pick<AccountPlace, 'address'>) =>
  versionNames.map((name) => view(address, name));

/** An address is told free of a contract by that answer alone; any other failure is one. */
function parseClass(answer: Outcome<string | string[]> | undefined): string | null {
  if (answer?.ok) return String(answer.value);
  if (isContractNotFound(answer?.error)) return null;
  throw answer?.error;
}

/** Nothing, of a token that refuses to tell, or is not there; any other failure is one. */
function parseBalance(answer: Outcome<string | string[]> | undefined): bigint {
  const felts = answer && viewed(answer);
  if (felts === undefined) return 0n;
  return parseUint256([felts].flat()) ?? fail('nodeFault', 'A balance is not a number.');
}

/** The version by either name. An account that answers to neither tells none. */
const versionIn = (answers: readonly Outcome<string | string[]>[]): string | undefined =>
  answers.flatMap((answer) => (answer.ok ? (parseVersion([answer.value].flat()) ?? []) : []))[0];
