import type { AccountObstacle } from '../../schema/account';
import type { DerivedClassName } from '../../schema/accountClass';
import { sameFelt } from '../../schema/primitives';
import { accountClasses, type OnChainClass } from './classes';

/** Views that tell who must sign; an account has one of the first two, or the last. */
export const signerViews = {
  argent: ['get_guardian', 'getGuardian'],
  braavos: ['get_signers'],
  openZeppelin: [],
} as const satisfies Record<string, readonly string[]>;

/**
 * Why the phrase's key alone cannot use an account; undefined if it can.
 * @param onChain the class at its address; null if nothing is deployed there
 * @param signers response of the account's signer view, as felts; undefined if it has none
 */
export function findObstacle(
  { addressClass, publicKey }: { addressClass: DerivedClassName; publicKey: string },
  onChain: OnChainClass | null,
  signers: readonly string[] | undefined,
): AccountObstacle | undefined {
  const { family } = accountClasses[addressClass];
  if (onChain === null || onChain.kind === 'braavosCairo0') {
    if (addressClass === 'argent022') return 'frozen';
    return family === 'braavos' ? 'unopened' : undefined;
  }
  if (isFrozen(addressClass, onChain)) return 'frozen';
  if (family === 'argent')
    return signers?.some((felt) => BigInt(felt) !== 0n) ? 'guardian' : undefined;
  if (family === 'braavos') return isSoleSigner(publicKey, signers) ? undefined : 'device';
  return undefined;
}

/** Before version 0.2.3, Argent's accounts had no `__validate__`, without which nothing is executed. */
const isFrozen = (addressClass: DerivedClassName, { kind, version }: OnChainClass): boolean =>
  kind === 'argent024' &&
  (version === undefined
    ? addressClass === 'argent022'
    : /^0\.(?:[01]\.|2\.[0-2](?:\.|$))/u.test(version));

/**
 * Whether this key is the only signer of a Braavos account. `get_signers` returns three lists, each
 * preceded by its length: STARK keys, secp256r1 keys, WebAuthn keys.
 */
function isSoleSigner(publicKey: string, felts: readonly string[] | undefined): boolean {
  const [count, key, ...others] = felts ?? [];
  if (count === undefined || key === undefined) return false;
  return (
    BigInt(count) === 1n &&
    sameFelt(key, publicKey) &&
    others.length === 2 &&
    others.every((felt) => BigInt(felt) === 0n)
  );
}
