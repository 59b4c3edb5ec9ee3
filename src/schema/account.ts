import {
  assign,
  boolean,
  enums,
  type Infer,
  nullable,
  object,
  optional,
  string,
} from '@metamask/superstruct';
import { field, text, whole } from '@xnet/clients/schema/field';
import {
  ACCOUNT_NAME_LIMIT,
  accountClassLabels,
  type DerivedClassName,
  defaultName,
  derivedClassLabels,
  type OnChainClassName,
} from './accountClass';
import { ChainId, ContractAddress, Felt, Hex } from './primitives';

/** Index of a BIP-44 key; below 2^31 according to BIP-32. */
export const AddressIndex = field(whole('an index', 0, 2 ** 31 - 1), {
  jsonSchema: { type: 'integer', minimum: 0, maximum: 2 ** 31 - 1 },
});

/** A name that appears in lists. */
export const AccountName = field(text('a name', /\S/u, ACCOUNT_NAME_LIMIT), {
  description: 'Name of the account, 1 to 32 characters.',
  example: 'Savings',
  jsonSchema: { type: 'string', pattern: '\\S', maxLength: ACCOUNT_NAME_LIMIT },
});

export const DerivedClass = enums(Object.keys(derivedClassLabels) as DerivedClassName[]);
const OnChainClass = enums(Object.keys(accountClassLabels) as OnChainClassName[]);

/**
 * Why the phrase's key alone cannot use an account: a guardian must sign too, a device must sign
 * (or its key is another one), the account must first be opened in the wallet that made it, or the
 * network executes nothing for its class.
 */
const Obstacle = enums(['guardian', 'device', 'unopened', 'frozen']);
export type AccountObstacle = Infer<typeof Obstacle>;
/** Why an own account cannot be used here: one of these, or the phrase has no key for it. */
export type DeadEnd = AccountObstacle | 'noKey';

/** The stored part of an account; its keys are derived when needed. */
export const StoredAccount = object({
  address: field(ContractAddress, { description: 'Contract address of the account.' }),
  addressIndex: field(AddressIndex, { description: 'Last index of the BIP-44 path.' }),
  publicKey: field(Felt, { description: 'Public key on the STARK curve.' }),
  /** The class from which the address was derived, and which a deployment installs. */
  addressClass: DerivedClass,
  /** The current class: it differs after an upgrade, which keeps the address. */
  accountClass: OnChainClass,
  /** As the chain said last; absent for an account that the phrase's key can use. */
  obstacle: optional(Obstacle),
  /** Hash of the transaction that deploys it; null if this module did not send one. */
  deployTxnHash: nullable(Felt),
  /** `unknown` until a node has confirmed the contract; deployed accounts stay deployed. */
  deployment: enums(['unknown', 'deployed']),
  derivationPath: string(),
  name: AccountName,
  /** Hidden by the user from lists for sites; the module's page marks it. */
  hidden: boolean(),
  chainId: ChainId,
});
export type StoredAccount = Infer<typeof StoredAccount>;

/** The account with another class, which its name follows until the user sets one. */
export const ofClass = (
  account: StoredAccount,
  accountClass: StoredAccount['accountClass'],
): StoredAccount => ({
  ...account,
  accountClass,
  ...(account.name === defaultName(account.addressIndex, account.accountClass) && {
    name: defaultName(account.addressIndex, accountClass),
  }),
});

/** The spec's account record, plus what a list of accounts needs. */
export const Account = object({
  address: field(ContractAddress, { description: 'Contract address of the account.' }),
  addressIndex: field(AddressIndex, { description: 'Last index of the BIP-44 path.' }),
  publicKey: field(Felt, { description: 'Public key on the STARK curve.' }),
  addressSalt: field(Felt, { description: 'Salt of the address: the public key.' }),
  deployTxnHash: field(nullable(Felt), {
    description: 'Hash of its deployment if this module sent it, else null.',
    jsonSchema: { type: ['string', 'null'] },
  }),
  derivationPath: field(string(), {
    description: 'BIP-44 path of its key.',
    example: "m/44'/9004'/0'/0/0",
  }),
  chainId: field(ChainId, { description: 'Network of the account.' }),
  accountName: field(string(), { description: 'Name of the account, set by the user.' }),
  accountClass: field(OnChainClass, {
    description: 'Class of the contract; other if the module does not know it.',
  }),
  visibility: field(boolean(), { description: 'False if the user has hidden the account.' }),
  isDeployed: field(boolean(), {
    description:
      'True if the contract was seen on chain. An undeployed account is deployed with its first transaction.',
  }),
  deployRequired: field(boolean(), {
    description: 'True for an account of an older kind that was funded but never deployed.',
  }),
  upgradeRequired: field(boolean(), {
    description: 'True if the account must be upgraded with xnet_upgradeAccContract.',
  }),
});
export type Account = Infer<typeof Account>;

/** An account that a scan of the chain has found. */
export const FoundAccount = assign(
  Account,
  object({
    deployed: field(boolean(), { description: 'True if the contract is on chain.' }),
    classHash: field(nullable(Felt), {
      description: 'Class on chain; null if not deployed.',
      jsonSchema: { type: ['string', 'null'] },
    }),
    version: field(nullable(string()), {
      description: 'Version of the contract; null while it is not deployed, or if it reports none.',
      example: '0.3.1',
      jsonSchema: { type: ['string', 'null'] },
    }),
    strkBalance: field(Hex, { description: 'Balance of STRK.', unit: 'FRI' }),
    ethBalance: field(Hex, { description: 'Balance of ETH.', unit: 'wei' }),
    upgradeAvailable: field(boolean(), {
      description: 'True if xnet_upgradeAccContract would install a newer class.',
    }),
  }),
);
export type FoundAccount = Infer<typeof FoundAccount>;
