import type { DerivedClassName, OnChainClassName } from '../../schema/accountClass';
import { ADDRESS_BOUND, sameFelt } from '../../schema/primitives';
import { parseText, shortString, toAddress } from '../felt';
import { pedersenHashMany } from '../hash/pedersen';
import type { AccountClass } from './classes/accountClass';
import { argent022 } from './classes/argent022';
import { argent024 } from './classes/argent024';
import { argent031 } from './classes/argent031';
import { argent040 } from './classes/argent040';
import { braavos100 } from './classes/braavos100';
import { braavos110 } from './classes/braavos110';
import { braavosCairo0 } from './classes/braavosCairo0';
import { openZeppelin100 } from './classes/openZeppelin100';

/** In the order of preference at an index: the newest of the family of new accounts first. */
export const accountClasses: Readonly<Record<DerivedClassName, AccountClass>> = {
  argent040,
  argent031,
  argent024,
  openZeppelin100,
  braavos110,
  braavos100,
  braavosCairo0,
  // After argent024, whose proxy it shares.
  argent022,
};

/** The class of new accounts. */
export const newAccountClass = 'argent040' satisfies DerivedClassName;

export const accountKinds = Object.keys(accountClasses) as DerivedClassName[];

/** The classes that a site's search looks for. */
export const siteKinds = accountKinds.filter((kind) => accountClasses[kind].isFoundForSites);

/** Address of the account of this class for a key: salt is the public key, deployer is 0. */
export function accountAddress(kind: DerivedClassName, publicKey: string): string {
  const { classHash, constructorCalldata } = accountClasses[kind];
  return contractAddress({
    salt: publicKey,
    classHash,
    constructorCalldata: constructorCalldata(publicKey),
  });
}

/** Data with which anybody can deploy an account, in the fields of the wallet API and of SNIP-29. */
export const deploymentData = ({
  address,
  addressClass,
  publicKey,
}: {
  readonly address: string;
  readonly addressClass: DerivedClassName;
  readonly publicKey: string;
}) => {
  const { classHash, cairoVersion, constructorCalldata } = accountClasses[addressClass];
  return {
    address,
    class_hash: classHash,
    salt: publicKey,
    calldata: constructorCalldata(publicKey),
    version: cairoVersion,
  };
};

/** The known class with this hash. */
export function findClassName(classHash: string): DerivedClassName | undefined {
  return accountKinds.find((kind) => sameFelt(accountClasses[kind].classHash, classHash));
}

/** The class of an account on chain, if it has a file here. */
export const knownClass = (kind: OnChainClassName): AccountClass | undefined => {
  const classes: Partial<Record<OnChainClassName, AccountClass>> = accountClasses;
  return classes[kind];
};

/**
 * Cairo version of an account's current class. An account gets a class without a file here only by
 * replacing its own, which requires Cairo 1.
 */
export const getCairoVersion = (kind: OnChainClassName): 0 | 1 =>
  knownClass(kind)?.cairoVersion ?? 1;

/** True if an account of this class is still to be deployed, or to be upgraded, before its use. */
export const mustBeUpgraded = (kind: OnChainClassName): boolean =>
  knownClass(kind)?.mustBeUpgraded === true;

/** True if the class behind an account's proxy is known only by what a node says. */
export const isProxy = (kind: OnChainClassName): boolean =>
  knownClass(kind)?.proxyVersions !== undefined;

/**
 * True if an account of this class executes what it signed when somebody else sends it (SNIP-9).
 * `braavos` stands for the vendor's Cairo 1 classes, which all do.
 */
export const hasOutsideExecution = (kind: OnChainClassName): boolean =>
  kind === 'braavos' || knownClass(kind)?.hasOutsideExecution === true;

/** True if an account of this class can end a session that it signed. */
export const endsSessions = (kind: OnChainClassName): boolean =>
  knownClass(kind)?.endsSessions === true;

/** A class at an account's address, with the version that determines what it can do. */
export type OnChainClass = {
  readonly kind: OnChainClassName;
  readonly version: string | undefined;
};

/**
 * Identifies the class at an account's address by the hash and version that were read there. A
 * proxy whose implementation has version 0.3 or later uses Cairo 1.
 */
export function classOnChain(
  addressClass: DerivedClassName,
  classHash: string,
  reportedClassHash: string | undefined,
): OnChainClass {
  const className = findClassName(classHash);
  const version = (className && accountClasses[className].version) ?? reportedClassHash;
  const versions = className && accountClasses[className].proxyVersions;
  const isNewBehindProxy =
    reportedClassHash !== undefined && versions?.test(reportedClassHash) === false;
  if (className !== undefined && !isNewBehindProxy) return { kind: className, version };
  const isBraavos = accountClasses[addressClass].family === 'braavos';
  return { kind: isBraavos ? 'braavos' : 'other', version };
}

/** True if only the contract itself can report its version. */
export const tellsVersion = (classHash: string): boolean => {
  const className = findClassName(classHash);
  return className === undefined || isProxy(className);
};

/**
 * The class to which an account can be upgraded: the vendor's next step within its family;
 * undefined if there is none.
 */
export function upgradeTarget(
  addressClass: DerivedClassName,
  { kind, version = '' }: OnChainClass,
): DerivedClassName | undefined {
  if (accountClasses[addressClass].family !== 'argent') return undefined;
  if (kind !== 'other') return knownClass(kind)?.upgradesTo;
  return Object.values(accountClasses).find(({ upgradedVersions }) =>
    upgradedVersions?.test(version),
  )?.upgradesTo;
}

/** Highest tip that an account's class accepts, in FRI per L2 gas; undefined if it takes any. */
export function getMaxTip(kind: OnChainClassName): bigint | undefined {
  return knownClass(kind)?.maxTip;
}

/** Parses the version that an account reports: one short string, or major, minor and patch. */
export function parseVersion(felts: readonly string[]): string | undefined {
  const text = felts.length === 3 ? felts.map((felt) => BigInt(felt)).join('.') : parseText(felts);
  if (text !== undefined && /^\d{1,3}(?:\.\d{1,3}){1,3}$/u.test(text)) return text;
  return undefined;
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
