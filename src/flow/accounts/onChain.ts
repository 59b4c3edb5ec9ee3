import { fail } from '@xnet/clients/errors';
import type { Outcome, StarknetNode } from '../../remote/starknet/node';
import { isContractNotFound } from '../../remote/starknet/nodeErrors';
import type { StoredAccount } from '../../schema/account';
import type { DerivedClassName } from '../../schema/accountClass';
import {
  accountClasses,
  classOnChain,
  parseVersion,
  tellsVersion,
  upgradeTarget,
} from '../../starknet/accounts/classes';
import { findObstacle, signerViews } from '../../starknet/accounts/obstacle';
import { parseUint256, type Token } from '../../starknet/tokens/erc20';
import { readOutcome, view, viewResult } from '../chain/batchTogether';
import { classHashCall } from '../chain/classHashCall';

/** The chain's state of an account address. */
export type AccountOnChain = {
  /** Null if nothing is deployed there. */
  readonly classHash: string | null;
  readonly version: string | null;
  readonly accountClass: StoredAccount['accountClass'];
  /** The class to which the account can be upgraded; null if there is none. */
  readonly upgradesTo: DerivedClassName | null;
  /** Why the phrase's key alone cannot use the account. */
  readonly obstacle?: StoredAccount['obstacle'];
};
export type AccountWithBalances = {
  readonly account: StoredAccount;
  readonly onChain: AccountOnChain;
  /** Balances of the requested tokens, in their order and smallest unit. */
  readonly balances: readonly (Token & { readonly amount: bigint })[];
};
type AccountPlace = Pick<StoredAccount, 'address' | 'addressClass' | 'publicKey'>;

/** The version view of Cairo 0 and of Cairo 1 accounts. */
const versionNames = ['getVersion', 'get_version'] as const;

/**
 * Class, version, signers and balances of many accounts. One batch has a call for each class and
 * balance; a second one asks those that are deployed for what no class hash determines.
 * @throws the node's errors
 */
export async function fetchAccounts(
  node: StarknetNode,
  accounts: readonly StoredAccount[],
  tokens: readonly Token[],
): Promise<AccountWithBalances[]> {
  const count = accounts.length;
  const answers: readonly Outcome<string | string[]>[] = await node.batch([
    ...accounts.map(({ address }) => classHashCall(address)),
    ...tokens.flatMap((token) =>
      accounts.map(({ address }) => view(token.address, 'balanceOf', [address])),
    ),
  ]);
  const classes = answers.slice(0, count).map(parseClass);
  const pending = accounts.flatMap((account, index) => {
    const classHash = classes[index] ?? null;
    if (classHash === null) return [];
    return [{ account, calls: selfCalls(account, classHash) }];
  });
  const replies: readonly Outcome<string[]>[] = await node.batch(
    pending.flatMap(({ calls }) => calls),
  );
  let offset = 0;
  const onChainByAccount = new Map(
    pending.map(({ account, calls }) => {
      const ownReplies = replies.slice(offset, offset + calls.length);
      offset += calls.length;
      return [account.address, parseSelf(account, ownReplies)];
    }),
  );
  return accounts.map((account, index) => ({
    account,
    onChain: accountOnChain(account, classes[index] ?? null, onChainByAccount.get(account.address)),
    balances: tokens.map((token, tokenIndex) => ({
      ...token,
      amount: parseBalance(answers[count * (tokenIndex + 1) + index]),
    })),
  }));
}

/**
 * Class, version and signers of one account, in one HTTP request.
 * @throws the node's errors
 */
export async function fetchAccountOnChain(
  node: StarknetNode,
  account: AccountPlace,
): Promise<AccountOnChain> {
  const [answer, ...self] = await node.batch([
    classHashCall(account.address),
    ...selfCalls(account),
  ]);
  const classHash = parseClass(answer);
  return accountOnChain(
    account,
    classHash,
    classHash === null ? undefined : parseSelf(account, self),
  );
}

/** An account's statements of itself. */
type Self = { readonly version: string | undefined; readonly signers: string[] | undefined };

function accountOnChain(
  account: AccountPlace,
  classHash: string | null,
  self: Self = { version: undefined, signers: undefined },
): AccountOnChain {
  const { addressClass } = account;
  const onChainClass =
    classHash === null ? null : classOnChain(addressClass, classHash, self.version);
  const obstacle = findObstacle(account, onChainClass, self.signers);
  return {
    classHash,
    version: onChainClass?.version ?? null,
    accountClass: onChainClass?.kind ?? addressClass,
    upgradesTo: (!obstacle && onChainClass && upgradeTarget(addressClass, onChainClass)) || null,
    ...(obstacle && { obstacle }),
  };
}

const signerNames = ({ addressClass }: AccountPlace): readonly string[] =>
  signerViews[accountClasses[addressClass].family];

/** The views of who must sign, then those of the version where the class does not tell it. */
function selfCalls(account: AccountPlace, classHash?: string) {
  const names = [...signerNames(account)];
  if (classHash === undefined || tellsVersion(classHash)) names.push(...versionNames);
  return names.map((name) => view(account.address, name));
}

/** @throws the error of a node that did not run a view: an unread signer is no absent one */
function parseSelf(account: AccountPlace, answers: readonly Outcome<string | string[]>[]): Self {
  const names = signerNames(account);
  const [signers] = answers.slice(0, names.length).flatMap((answer) => {
    const felts = viewResult(answer);
    if (felts === undefined) return [];
    return [[felts].flat()];
  });
  return { version: versionIn(answers.slice(names.length)), signers };
}

/** Only contract not found means that the address is free; any other failure is an error. */
function parseClass(answer: Outcome<string | string[]> | undefined): string | null {
  if (answer?.ok) return String(answer.value);
  if (isContractNotFound(answer?.error)) return null;
  throw answer?.error;
}

/** Zero if the token refuses the call or does not exist; any other failure is an error. */
function parseBalance(answer: Outcome<string | string[]> | undefined): bigint {
  const felts = answer && viewResult(answer);
  if (felts === undefined) return 0n;
  return parseUint256([felts].flat()) ?? fail('nodeFault', 'A balance is not a number.');
}

/** The version under either name; undefined if the account has neither view. */
const versionIn = (answers: readonly Outcome<string | string[]>[]): string | undefined =>
  answers.flatMap((answer) => parseVersion([readOutcome(answer) ?? []].flat()) ?? [])[0];
