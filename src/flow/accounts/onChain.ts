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

/** The chain's state of an account address. */
export type AccountOnChain = {
  /** Null if nothing is deployed there. */
  readonly classHash: string | null;
  readonly version: string | null;
  readonly accountClass: StoredAccount['accountClass'];
  readonly upgradeAvailable: boolean;
};
export type AccountWithBalances = {
  readonly account: StoredAccount;
  readonly onChain: AccountOnChain;
  /** Balances of the requested tokens, in their order and smallest unit. */
  readonly balances: readonly (Token & { readonly amount: bigint })[];
};
type AccountPlace = Pick<StoredAccount, 'address' | 'addressClass'>;

/** The version view of Cairo 0 and of Cairo 1 accounts. */
const versionNames = ['getVersion', 'get_version'] as const;
/** Maximum number of accounts to query for their version, so that it fits into one HTTP request. */
const VERSIONS = 50;

/**
 * Class, version and balances of many accounts. One batch has a call for each class and balance;
 * versions that no class hash determines take one more HTTP request, for the first fifty accounts.
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

/** Only contract not found means that the address is free; any other failure is an error. */
function parseClass(answer: Outcome<string | string[]> | undefined): string | null {
  if (answer?.ok) return String(answer.value);
  if (isContractNotFound(answer?.error)) return null;
  throw answer?.error;
}

/** Zero if the token refuses the call or does not exist; any other failure is an error. */
function parseBalance(answer: Outcome<string | string[]> | undefined): bigint {
  const felts = answer && viewed(answer);
  if (felts === undefined) return 0n;
  return parseUint256([felts].flat()) ?? fail('nodeFault', 'A balance is not a number.');
}

/** The version under either name; undefined if the account has neither view. */
const versionIn = (answers: readonly Outcome<string | string[]>[]): string | undefined =>
  answers.flatMap((answer) => (answer.ok ? (parseVersion([answer.value].flat()) ?? []) : []))[0];
