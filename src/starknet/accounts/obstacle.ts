import type { AccountObstacle } from '../../schema/account';
import type { DerivedClassName } from '../../schema/accountClass';
import { accountClasses, knownClass, type OnChainClass } from './classes';

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
  const { family, isDeployedFrozen } = accountClasses[addressClass];
  if (onChain === null || knownClass(onChain.kind)?.isUnopened) {
    if (isDeployedFrozen) return 'frozen';
    if (family === 'braavos') return 'unopened';
    return undefined;
  }
  if (isFrozen(addressClass, onChain)) return 'frozen';
  if (family === 'argent' && signers?.some((felt) => BigInt(felt) !== 0n)) return 'guardian';
  if (family === 'braavos' && !isSoleSigner(publicKey, signers)) return 'device';
  return undefined;
}

function isFrozen(addressClass: DerivedClassName, { kind, version }: OnChainClass): boolean {
  const frozenVersions = knownClass(kind)?.frozenVersions;
  if (!frozenVersions) return false;
  if (version === undefined) return accountClasses[addressClass].isDeployedFrozen === true;
  return frozenVersions.test(version);
}

/**
 * Whether this key is the only signer of a Braavos account. `get_signers` returns three lists, each
 * preceded by its length: STARK keys, secp256r1 keys, WebAuthn keys.
 */
function isSoleSigner(publicKey: string, felts: readonly string[] | undefined): boolean {
  const sole = [1n, BigInt(publicKey), 0n, 0n];
  return felts?.length === sole.length && felts.every((felt, i) => BigInt(felt) === sole[i]);
}
