import { ADDRESS_BOUND, sameFelt } from '../../schema/primitives';
import { parseText, shortString, toAddress } from '../felt';
import { pedersenHashMany } from '../hash/pedersen';
import { selectorOf } from '../selector';

type AccountClass = {
  /** Canonical hex; the hash of the proxy if there is one. */
  readonly classHash: string;
  /** The encoding of `__execute__` that the account uses. */
  readonly cairoVersion: 0 | 1;
  readonly constructorCalldata: (publicKey: string) => string[];
};

/** Implementation behind the Argent 0.2.4 proxy. */
const ARGENT_024 = '0x33434ad846cdd5f23eb73ff09fe6fddd568284a0fb7d1be20ee482f044dabe2';

/** The account contracts that this module supports, each declared on Mainnet and Sepolia. */
export const accountClasses = {
  argent040: {
    classHash: '0x36078334509b514626504edc9fb252328d1a240e4e948bef8d0c08dff45927f',
    cairoVersion: 1,
    // owner: Signer::Starknet(public key), guardian: Option::None
    constructorCalldata: (publicKey) => ['0x0', publicKey, '0x1'],
  },
  argent031: {
    classHash: '0x29927c8af6bccf3f6fda035981e765a7bdbf18a2dc0d630494f8758aa908e2b',
    cairoVersion: 1,
    constructorCalldata: (publicKey) => [publicKey, '0x0'],
  },
  argent024: {
    classHash: '0x25ec026985a3bf9d0cc1fe17326b245dfdc3ff89b8fde106542a3ea56c5a918',
    cairoVersion: 0,
    constructorCalldata: (publicKey) => [
      ARGENT_024,
      selectorOf('initialize'),
      '0x2',
      publicKey,
      '0x0',
    ],
  },
  openZeppelin100: {
    classHash: '0x5b4b537eaa2399e3aa99c4e2e0208ebd6c71bc1467938cd52c798c601e43564',
    cairoVersion: 1,
    constructorCalldata: (publicKey) => [publicKey],
  },
} as const satisfies Record<string, AccountClass>;

export type AccountKind = keyof typeof accountClasses;

/** The class of new accounts. */
export const newAccountClass = 'argent040' satisfies AccountKind;

export const accountKinds = Object.keys(accountClasses) as AccountKind[];

/** Address of the account of this class for a key: salt is the public key, deployer is 0. */
export function accountAddress(kind: AccountKind, publicKey: string): string {
  const { classHash, constructorCalldata } = accountClasses[kind];
  return contractAddress({
    salt: publicKey,
    classHash,
    constructorCalldata: constructorCalldata(publicKey),
  });
}

/** The known class with this hash. */
export function classOf(classHash: string): AccountKind | undefined {
  return accountKinds.find((kind) => sameFelt(accountClasses[kind].classHash, classHash));
}

/** One of the classes above, or one that this module does not know. */
type SpeakingClass = AccountKind | 'other';

/**
 * Cairo version of an account's current class. An account gets an unknown class only by replacing
 * its own, which requires Cairo 1.
 */
export const cairoVersionOf = (kind: SpeakingClass): 0 | 1 =>
  kind === 'other' ? 1 : accountClasses[kind].cairoVersion;

/** Versions of the classes whose hash determines it; a proxy can have several. */
const versionOfClass: Partial<Record<AccountKind, string>> = {
  argent040: '0.4.0',
  argent031: '0.3.1',
};

/**
 * Identifies the class at an account's address by the hash and version that were read there. A
 * proxy whose implementation has version 0.3 or later uses Cairo 1.
 */
export function classOnChain(
  classHash: string,
  told: string | undefined,
): { kind: SpeakingClass; version: string | undefined } {
  const known = classOf(classHash);
  const version = known && known in versionOfClass ? versionOfClass[known] : told;
  const isNewBehindProxy = known === 'argent024' && told !== undefined && !told.startsWith('0.2.');
  return { kind: known === undefined || isNewBehindProxy ? 'other' : known, version };
}

/** True if only the contract itself can report its version. */
export const tellsVersion = (classHash: string): boolean => {
  const known = classOf(classHash);
  return known === undefined || known === 'argent024';
};

/** Whether an account can be upgraded to the class of new accounts: only earlier versions can. */
export function canUpgrade(
  addressClass: AccountKind,
  { kind, version }: { kind: SpeakingClass; version: string | undefined },
): boolean {
  if (kind === 'argent024' || kind === 'argent031') return true;
  const isOlder = /^0\.[23]\.\d/u.test(version ?? '');
  return kind === 'other' && addressClass.startsWith('argent') && isOlder;
}

/** Parses the version that an account reports: one short string, or major, minor and patch. */
export function parseVersion(felts: readonly string[]): string | undefined {
  const text = felts.length === 3 ? felts.map((felt) => BigInt(felt)).join('.') : parseText(felts);
  return text !== undefined && /^\d{1,3}(?:\.\d{1,3}){1,3}$/u.test(text) ? text : undefined;
}

const ADDRESS_PREFIX = BigInt(shortString('STARKNET_CONTRACT_ADDRESS'));

/**
 * Address of a contract, known before it is deployed; `deployer` is 0 for an account that deploys
 * itself. The same on every network.
 */
export function contractAddress({
  deployer = '0x0',
  salt,
  classHash,
  constructorCalldata,
}: {
  readonly deployer?: string;
  readonly salt: string;
  readonly classHash: string;
  readonly constructorCalldata: readonly string[];
}): string {
  const calldataHash = pedersenHashMany(constructorCalldata.map(BigInt));
  const parts = [ADDRESS_PREFIX, BigInt(deployer), BigInt(salt), BigInt(classHash), calldataHash];
  return toAddress(pedersenHashMany(parts) % ADDRESS_BOUND);
}
