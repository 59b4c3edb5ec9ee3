import { failWithPath } from '@xnet/clients/errors';
import type { Module, State, Wallet } from '../../module';
import type { StoredAccount } from '../../schema/account';
import { defaultName } from '../../schema/accountClass';
import { type ChainId, type RequestContext, sameFelt, USER } from '../../schema/primitives';
import { accountAddress, accountClasses, newAccountClass } from '../../starknet/accounts/classes';
import { derivationPath } from '../../starknet/accounts/keys';
import { accountName, addressFact, className, sentenceFact, textFact } from '../../ui/review/facts';
import { say } from '../../ui/text/words';
import { hasNamesake } from '../addresses/namesake';
import { ask } from '../consent/ask';
import { type Access, getPreferredAccount, grantedAccounts } from '../consent/permissions';
import { shareAccount } from '../consent/visibility';

/** How many indexes of the phrase the page searches, from the first one. */
export const SEARCHED_INDEXES = 20;

/** True of an account that no search of the page finds, as after a new installation. */
export const isBeyondSearch = ({ addressIndex }: Pick<StoredAccount, 'addressIndex'>): boolean =>
  addressIndex >= SEARCHED_INDEXES;

/** The account that the module would create at an index today; saves nothing. */
export async function deriveAccount(
  module: Pick<Module, 'keys'>,
  chainId: ChainId,
  addressIndex: number,
): Promise<StoredAccount> {
  const publicKey = await module.keys.publicKey(addressIndex);
  return createStoredAccount({ chainId, addressIndex, publicKey, addressClass: newAccountClass });
}

/** The account of a key in a class, before anything is read from the chain. */
export const createStoredAccount = ({
  chainId,
  addressIndex,
  publicKey,
  addressClass,
}: Pick<
  StoredAccount,
  'chainId' | 'addressIndex' | 'publicKey' | 'addressClass'
>): StoredAccount => ({
  address: accountAddress(addressClass, publicKey),
  addressIndex,
  publicKey,
  addressClass,
  accountClass: addressClass,
  deployTxnHash: null,
  deployment: 'unknown',
  derivationPath: derivationPath(addressIndex),
  name: defaultName(addressIndex),
  hidden: false,
  chainId,
});

/** The account at an index, if the site was granted one. */
export async function findGranted(
  module: Access,
  context: RequestContext,
  addressIndex: number | undefined,
): Promise<StoredAccount | undefined> {
  if (addressIndex === undefined) return undefined;
  return getPreferredAccount(await grantedAccounts(module, context), addressIndex);
}

/**
 * Saves a new account, by default at the first free index, and shares it with the site, after
 * approval; an account that is already stored is only shared. Both show a dialog, so a site cannot
 * tell them apart. Requests of a site run in sequence, so each sees the account of the one before.
 * An account that was created while the dialog was open stays unchanged.
 */
export const keepAccount = (
  module: State & Wallet & Pick<Module, 'keys'>,
  context: RequestContext,
  addressIndex?: number,
  name?: string,
): Promise<StoredAccount> =>
  module.inTurn(`new.${context.origin}`, async () => {
    const granted = await findGranted(module, context, addressIndex);
    if (granted) return granted;
    const { chainId } = context.network;
    const accounts = await module.accounts.list(chainId);
    let index = addressIndex ?? 0;
    while (addressIndex === undefined && getPreferredAccount(accounts, index)) index += 1;
    const preferred = getPreferredAccount(accounts, index);
    if (preferred) {
      await shareAccount(module, context, preferred);
      return preferred;
    }
    const derived = await deriveAccount(module, chainId, index);
    const isTaken =
      name !== undefined && (await hasNamesake(module, chainId, { ...derived, name }));
    // A refusal would tell the site what others are called.
    const account = { ...derived, name: isTaken ? derived.name : (name ?? derived.name) };
    await ask(module, context, {
      title: say('review.createAccount'),
      verb: 'review.doCreate',
      section: {
        title: say('review.whatYouGet'),
        facts: [
          sentenceFact('review.newAccount', { index: String(index) }),
          ...(isBeyondSearch(account)
            ? [sentenceFact('review.beyondSearch', { most: String(SEARCHED_INDEXES) })]
            : []),
          addressFact('review.newAddress', account.address),
          textFact('review.name', accountName(account)),
          textFact('review.kind', className(account.accountClass)),
          textFact('review.key', account.derivationPath),
          textFact('review.cost', say('review.noCost')),
        ],
      },
    });
    // Access first: an interruption leaves no account that the site has to ask for once more.
    if (context.origin !== USER)
      await module.grants.add(context.origin, [{ chainId, address: account.address }]);
    await module.accounts.keepFound(chainId, [account]);
    return account;
  });

const deploymentParts = [
  'contractAddress',
  'classHash',
  'addressSalt',
  'constructorCalldata',
] as const;
type Said = {
  readonly [P in (typeof deploymentParts)[number]]?: string | readonly string[] | undefined;
};

/**
 * Requires that what a request says about a deployment matches what the module would deploy.
 * @param path of the deployment in the params, for errors
 * @throws invalidParams
 */
export function requireSameDeployment(account: StoredAccount, params: Said, path: string): void {
  const { classHash, constructorCalldata } = accountClasses[account.addressClass];
  const ownDeployment = {
    contractAddress: [account.address],
    classHash: [classHash],
    addressSalt: [account.publicKey],
    constructorCalldata: constructorCalldata(account.publicKey),
  };
  for (const part of deploymentParts) {
    const requested = params[part];
    if (requested === undefined || sameFelts([requested].flat(), ownDeployment[part])) continue;
    failWithPath(`${path}.${part}`, 'it is not the deployment of this account.');
  }
}

const sameFelts = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((felt, index) => sameFelt(felt, b[index] ?? ''));
