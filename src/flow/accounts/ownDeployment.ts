import { fail } from '../../errors';
import type { StoredAccount } from '../../schema/account';
import { sameFelt } from '../../schema/primitives';
import { accountClasses } from '../../starknet/accounts/classes';

const parts = ['contractAddress', 'classHash', 'addressSalt', 'constructorCalldata'] as const;
type Said = { readonly [P in (typeof parts)[number]]?: string | readonly string[] | undefined };

/**
 * Whatever a request says of a deployment must be what the module makes of that account.
 * @param path of the deployment in the params, for errors
 * @throws invalidParams
 */
export function requireSameDeployment(account: StoredAccount, said: Said, path: string): void {
  const { classHash, constructorCalldata } = accountClasses[account.addressClass];
  const own = {
    contractAddress: [account.address],
    classHash: [classHash],
    addressSalt: [account.publicKey],
    constructorCalldata: constructorCalldata(account.publicKey),
  };
  for (const part of parts) {
    const given = said[part];
    if (given === undefined || sameFelts([given].flat(), own[part])) continue;
    fail('invalidParams', `${path}.${part}: it is not the deployment of this account.`, {
      path: `${path}.${part}`,
    });
  }
}

const sameFelts = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((felt, index) => sameFelt(felt, b[index] ?? ''));
